package dev.handoffledger.gateway.internal;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Problem documents for requests that never reach a route, for example because they are not HTTP.
 */
public final class JettyErrors extends ErrorHandler {

  @Override
  public boolean errorPageForMethod(String method) {
    return true;
  }

  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int code,
      String message,
      Throwable cause,
      Callback callback) {
    RequestGuards.SECURITY_HEADERS.forEach((name, value) -> response.getHeaders().put(name, value));
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, ProblemJson.MEDIA_TYPE);
    response.write(true, problem(code), callback);
  }

  private static ByteBuffer problem(int status) {
    return ByteBuffer.wrap(
        JsonAnswer.bytes(
            status >= 500
                ? ProblemJson.node(
                    status,
                    "internal-error",
                    "Internal error",
                    "The gateway failed to answer; its log says why.")
                : ProblemJson.node(
                    status,
                    "bad-request",
                    "The request cannot be read",
                    "The request line or a header breaks HTTP; percent-encode paths as UTF-8.")));
  }
}
