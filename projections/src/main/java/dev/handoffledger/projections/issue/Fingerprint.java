package dev.handoffledger.projections.issue;

import dev.handoffledger.schemas.Sha256;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What groups sightings of one issue within a project.
 *
 * @param value {@code if_} and 1 to 120 of {@code a-z}, {@code 0-9} and {@code _}
 */
record Fingerprint(String value) {
  private static final String PREFIX = "if_";
  private static final int MAX_LENGTH = 120;
  private static final int HASH_DIGITS = 16;
  private static final int MAX_LENGTH_BEFORE_HASH = MAX_LENGTH - 1 - HASH_DIGITS;
  private static final Pattern OUTSIDE = Pattern.compile("[^a-z0-9]+");
  private static final Pattern UNDERSCORES_AROUND = Pattern.compile("^_+|_+$");
  private static final Pattern UNDERSCORES_AFTER = Pattern.compile("_+$");
  private static final Pattern UPPER = Pattern.compile("[A-Z]+");
  private static final int LAST_ASCII = 0x7f;

  /** By the first that the diagnosis has: rule, cluster, title. */
  static Fingerprint ofDiagnosis(RecordedEvent diagnosis) {
    Optional<String> cluster =
        diagnosis.text("/issue/cluster_id").or(() -> diagnosis.text("/evidence/cluster_id"));
    return diagnosis
        .text("/issue/rule")
        .map(Fingerprint::ofRule)
        .or(() -> cluster.map(id -> new Fingerprint(PREFIX + id)))
        .orElseGet(() -> new Fingerprint(PREFIX + norm(diagnosis.requiredText("/issue/title"))));
  }

  static Fingerprint ofRule(String rule) {
    return new Fingerprint(PREFIX + norm(rule));
  }

  /**
   * The text in the fingerprint's alphabet. Where that would lose what tells texts apart, a part of
   * the text's hash takes its place.
   *
   * @return 1 to 120 of {@code a-z}, {@code 0-9} and {@code _}
   */
  static String norm(String text) {
    String composed = Normalizer.normalize(text, Normalizer.Form.NFC);
    String lower =
        UPPER.matcher(composed).replaceAll(upper -> upper.group().toLowerCase(Locale.ROOT));
    String plain =
        UNDERSCORES_AROUND.matcher(OUTSIDE.matcher(lower).replaceAll("_")).replaceAll("");
    boolean losesLetters = composed.codePoints().anyMatch(Fingerprint::isForeignLetter);
    if (!losesLetters && !plain.isEmpty() && plain.length() <= MAX_LENGTH) {
      return plain;
    }
    String start = plain.substring(0, Math.min(plain.length(), MAX_LENGTH_BEFORE_HASH));
    String hash = Sha256.hex(composed.getBytes(StandardCharsets.UTF_8));
    return UNDERSCORES_AFTER.matcher(start).replaceAll("") + "_" + hash.substring(0, HASH_DIGITS);
  }

  private static boolean isForeignLetter(int codePoint) {
    return codePoint > LAST_ASCII
        && (Character.isLetterOrDigit(codePoint) || isMark(Character.getType(codePoint)));
  }

  private static boolean isMark(int type) {
    return type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK
        || type == Character.ENCLOSING_MARK;
  }

  /** The id of an issue that only rejections opened. */
  String issueId(String projectId) {
    byte[] named = (projectId + "\n" + value).getBytes(StandardCharsets.UTF_8);
    return "iss_" + Sha256.hex(named).substring(0, 32);
  }
}
