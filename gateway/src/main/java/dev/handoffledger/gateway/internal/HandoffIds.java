package dev.handoffledger.gateway.internal;

import io.javalin.http.Context;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Handoff ids as clients write them. */
public final class HandoffIds {
  private static final Pattern FORM =
      Pattern.compile("(?:sha256:)?([0-9a-f]{64})", Pattern.CASE_INSENSITIVE);

  private HandoffIds() {}

  /**
   * The id in a path, with its prefix and in lower case.
   *
   * @throws HttpProblem 400 if it is no id
   */
  static String of(Context ctx) {
    return parse(ctx.pathParam("id"));
  }

  /**
   * An id with its prefix and in lower case.
   *
   * @throws HttpProblem 400 if it is no id
   */
  public static String parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new HttpProblem(
          400,
          "bad-handoff-id",
          "The handoff id cannot be read",
          "A handoff id is sha256: and 64 hex digits.");
    }
    return "sha256:" + matcher.group(1).toLowerCase(Locale.ROOT);
  }

  public static HttpProblem unknown() {
    return HttpProblem.notFound("There is no such handoff.");
  }
}
