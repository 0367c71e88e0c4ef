package dev.handoffledger.projections.issue;

import dev.handoffledger.schemas.PercentEncoding;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.format.IssueReference;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Ids of projects. A publisher of handoffs may name its project by any text, an event only by
 * visible ASCII; both must be able to mean the same project.
 */
public final class ProjectIds {
  private static final int MAX_LENGTH = 200;
  private static final int HASH_BYTES = 8;

  private ProjectIds() {}

  /**
   * The id of a project: the text itself where an event could say it; else percent-encoded, and if
   * that is too long, its beginning and a hash of the text (ours).
   */
  public static String of(String text) {
    if (IssueReference.isProjectId(text)) {
      return text;
    }
    String encoded = PercentEncoding.encode(text);
    if (encoded.length() <= MAX_LENGTH) {
      return encoded;
    }
    String hash =
        HexFormat.of()
            .formatHex(Sha256.digest(text.getBytes(StandardCharsets.UTF_8)), 0, HASH_BYTES);
    return encoded.substring(0, MAX_LENGTH - 1 - hash.length()) + "-" + hash;
  }
}
