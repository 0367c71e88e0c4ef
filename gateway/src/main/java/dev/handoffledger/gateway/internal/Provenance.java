package dev.handoffledger.gateway.internal;

import dev.handoffledger.schemas.format.IssueReference;
import dev.handoffledger.schemas.wire.ClaimToken;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import io.javalin.http.Context;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * What a publisher says beside the artifact; each part may be null.
 *
 * @param publisher who publishes
 * @param project the project it is for
 * @param issue the issue it is about
 * @param idempotencyKey the key it gave the request
 * @param claimToken the token of the lease under which it answers
 * @param traceparent W3C trace context
 */
public record Provenance(
    String publisher,
    String project,
    String issue,
    String idempotencyKey,
    String claimToken,
    String traceparent) {
  static final String IDEMPOTENCY_KEY = "Idempotency-Key";

  private static final String ISSUE = "Handoff-Issue";
  private static final String CLAIM_TOKEN = "Handoff-Claim-Token";
  private static final int MAX_LENGTH = 256;
  private static final Pattern VISIBLE_ASCII = Pattern.compile("[!-~]{1," + MAX_LENGTH + "}");
  private static final int MAX_MEMBER_LENGTH = 8192;
  private static final String TEXT_FORM =
      "give at most " + MAX_LENGTH + " characters of UTF-8 without control characters.";
  private static final String KEY_FORM = "give 1 to " + MAX_LENGTH + " visible ASCII characters.";
  private static final String TOKEN_FORM = "give the token as the answer to the claim has it.";
  private static final String ISSUE_FORM =
      "give an issue's id: at most 200 letters, digits and . _ : @ - in ASCII, the first a letter"
          + " or digit; a fingerprint (if_...) is none.";
  private static final Pattern TRACEPARENT =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  /**
   * Reads the request's headers. A {@code traceparent} that is not one is left out, as W3C Trace
   * Context asks.
   *
   * @throws HttpProblem 400 if another header cannot be used
   */
  static Provenance of(Context ctx) {
    String traceparent = ctx.header("traceparent");
    return new Provenance(
        text(ctx, "Handoff-Publisher"),
        text(ctx, "Handoff-Project"),
        issue(ctx),
        idempotencyKey(ctx),
        claimToken(ctx),
        traceparent != null && TRACEPARENT.matcher(traceparent).matches() ? traceparent : null);
  }

  /**
   * Reads the members {@code publisher}, {@code project}, {@code issue}, {@code idempotency_key}
   * and {@code claim_token} of a request.
   *
   * @throws HttpProblem 400 if one cannot be used
   */
  public static Provenance of(BodyMembers members) {
    return new Provenance(
        checked(members, "publisher", Provenance::isText, TEXT_FORM),
        checked(members, "project", Provenance::isText, TEXT_FORM),
        checked(members, "issue", IssueReference::isIssueId, ISSUE_FORM),
        idempotencyKey(members),
        checked(members, "claim_token", token -> ClaimToken.parse(token).isPresent(), TOKEN_FORM),
        null);
  }

  /** The member {@code idempotency_key}, or null. */
  public static String idempotencyKey(BodyMembers members) {
    return checked(
        members, "idempotency_key", key -> VISIBLE_ASCII.matcher(key).matches(), KEY_FORM);
  }

  private static String checked(
      BodyMembers members, String name, Predicate<String> fits, String form) {
    String text = members.text(name, MAX_MEMBER_LENGTH);
    if (text == null || text.isBlank()) {
      return null;
    }
    if (!fits.test(text.strip())) {
      throw HttpProblem.badMember(name, form);
    }
    return text.strip();
  }

  /** The headers of a record that asks for a reply. */
  Map<String, String> recordHeaders(String replyTo, String correlationId) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(HandoffHeaders.REPLY_TO, replyTo);
    headers.put(HandoffHeaders.CORRELATION_ID, correlationId);
    headers.put(HandoffHeaders.CONTENT_TYPE, JsonAnswer.MEDIA_TYPE);
    put(headers, HandoffHeaders.PUBLISHER, publisher);
    put(headers, HandoffHeaders.PROJECT, project);
    put(headers, HandoffHeaders.ISSUE, issue);
    put(headers, HandoffHeaders.IDEMPOTENCY_KEY, idempotencyKey);
    put(headers, HandoffHeaders.CLAIM_TOKEN, claimToken);
    put(headers, HandoffHeaders.TRACEPARENT, traceparent);
    return headers;
  }

  private static void put(Map<String, String> headers, String name, String value) {
    if (value != null) {
      headers.put(name, value);
    }
  }

  private static String issue(Context ctx) {
    String issue = text(ctx, ISSUE);
    if (issue != null && !IssueReference.isIssueId(issue)) {
      throw HttpProblem.badHeader(ISSUE, ISSUE_FORM);
    }
    return issue;
  }

  private static String claimToken(Context ctx) {
    String token = ctx.header(CLAIM_TOKEN);
    if (token != null && ClaimToken.parse(token).isEmpty()) {
      throw HttpProblem.badHeader(CLAIM_TOKEN, TOKEN_FORM);
    }
    return token;
  }

  static String idempotencyKey(Context ctx) {
    String key = ctx.header(IDEMPOTENCY_KEY);
    if (key != null && !VISIBLE_ASCII.matcher(key).matches()) {
      throw HttpProblem.badHeader(IDEMPOTENCY_KEY, KEY_FORM);
    }
    return key;
  }

  private static String text(Context ctx, String name) {
    String raw = ctx.header(name);
    if (raw == null || raw.isBlank()) {
      return null;
    }
    return utf8(raw)
        .map(String::strip)
        .filter(Provenance::isText)
        .orElseThrow(() -> HttpProblem.badHeader(name, TEXT_FORM));
  }

  private static boolean isText(String text) {
    return text.codePointCount(0, text.length()) <= MAX_LENGTH
        && text.codePoints().noneMatch(Character::isISOControl);
  }

  /** Header fields arrive as one character a byte; clients that send more than ASCII send UTF-8. */
  private static Optional<String> utf8(String raw) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(raw.getBytes(StandardCharsets.ISO_8859_1)))
              .toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
