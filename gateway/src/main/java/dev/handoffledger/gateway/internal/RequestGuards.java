package dev.handoffledger.gateway.internal;

import io.javalin.http.Context;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Keeps web pages away from a gateway on the user's own machine, and browsers from making anything
 * of its answers.
 *
 * <p>A page may send requests to a local port. What it must not be able to do is read answers
 * (there are no CORS headers), publish (that takes a content type which no page may send unasked),
 * or do either under a name of its own that it lets resolve to a loopback address (DNS rebinding;
 * the {@code Host} header tells).
 */
public final class RequestGuards {
  static final Map<String, String> SECURITY_HEADERS =
      Map.of(
          "X-Content-Type-Options", "nosniff",
          "Cache-Control", "no-store",
          "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'",
          "Cross-Origin-Resource-Policy", "same-origin",
          "Referrer-Policy", "no-referrer");

  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1\\]|\\[0:0:0:0:0:0:0:1\\]");
  private static final Pattern PORT = Pattern.compile(":[0-9]*$");

  private final String host;

  /**
   * @param host the address the gateway listens on
   */
  public RequestGuards(String host) {
    this.host = bracketed(host.toLowerCase(Locale.ROOT));
  }

  /**
   * Runs before every handler.
   *
   * @throws HttpProblem 421 if a gateway on a loopback address is called by another name
   */
  public void check(Context ctx) {
    SECURITY_HEADERS.forEach(ctx::header);
    if (!isLoopback(host)) {
      return;
    }
    String called = ctx.req().getHeader("Host");
    if (called == null || !isOurs(PORT.matcher(called.toLowerCase(Locale.ROOT)).replaceFirst(""))) {
      throw new HttpProblem(
          421,
          "misdirected-request",
          "The request is for another host",
          "This gateway answers on a loopback address only; call it as localhost or by its"
              + " address.");
    }
  }

  private boolean isOurs(String called) {
    return called.equals(host) || isLoopback(called);
  }

  private static boolean isLoopback(String name) {
    return LOOPBACK.matcher(name).matches();
  }

  private static String bracketed(String address) {
    return address.contains(":") && !address.startsWith("[") ? "[" + address + "]" : address;
  }
}
