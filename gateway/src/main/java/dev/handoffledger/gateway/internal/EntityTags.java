package dev.handoffledger.gateway.internal;

import io.javalin.http.Context;
import java.util.Optional;
import java.util.regex.Pattern;

/** Entity tags, so that a client is not sent again what it has (RFC 9110). */
final class EntityTags {
  private static final Pattern COMMA = Pattern.compile(",");
  private static final Pattern WEAK = Pattern.compile("^W/");

  private EntityTags() {}

  /**
   * Says which bytes the answer is, and answers 304 if the client has them.
   *
   * @param tag the same for the same bytes, of visible ASCII without quotes
   * @return whether it was answered
   */
  static boolean answersUnchanged(Context ctx, String tag) {
    // A copy may be kept, but not shown without asking.
    ctx.header("Cache-Control", "private, no-cache").header("ETag", "\"" + tag + "\"");
    if (isHeldByClient(ctx.header("If-None-Match"), tag)) {
      ctx.status(304);
      return true;
    }
    // The tag is that of these bytes, and not of a compressed form.
    ctx.disableCompression();
    return false;
  }

  private static boolean isHeldByClient(String ifNoneMatch, String tag) {
    return Optional.ofNullable(ifNoneMatch).stream()
        .flatMap(COMMA::splitAsStream)
        .map(String::strip)
        .anyMatch(
            held ->
                held.equals("*") || WEAK.matcher(held).replaceFirst("").equals("\"" + tag + "\""));
  }
}
