package dev.handoffledger.gateway.internal;

import io.javalin.http.Context;
import java.util.Locale;
import java.util.regex.Pattern;

/** What a request says of its body. */
final class BodyType {
  private static final Pattern UTF_8_OR_NONE =
      Pattern.compile("(\\s*;\\s*charset\\s*=\\s*\"?utf-8\"?)?\\s*");

  private BodyType() {}

  /** Whether the body is of a media type, in UTF-8. */
  static boolean is(Context ctx, String mediaType) {
    String type = ctx.contentType() == null ? "" : ctx.contentType().toLowerCase(Locale.ROOT);
    return type.startsWith(mediaType)
        && UTF_8_OR_NONE.matcher(type.substring(mediaType.length())).matches();
  }

  /**
   * Takes bodies as they are only.
   *
   * @throws HttpProblem 415 if the body is encoded
   */
  static void refuseEncoded(Context ctx) {
    String encoding = ctx.header("Content-Encoding");
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      throw HttpProblem.unsupportedMediaType("Send the body without Content-Encoding.");
    }
  }
}
