package dev.handoffledger.gateway.internal;

import dev.handoffledger.gateway.RequestLimits;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.concurrent.Semaphore;

/** Reads bodies into memory, and never more of them at a time than fit there. */
final class RequestBodies {

  /** What works on a body while its room is taken. */
  @FunctionalInterface
  interface BodyHandler {
    void handle(byte[] body) throws Exception;
  }

  private final Semaphore room;

  RequestBodies(RequestLimits limits) {
    this.room = new Semaphore(limits.bytesInFlight());
  }

  /**
   * Reads the body of a request and hands it over.
   *
   * @param limit the largest body allowed, in bytes
   * @throws HttpProblem 413 if the body is larger, 503 if there is no room for it now
   */
  void read(Context ctx, int limit, BodyHandler handler) throws Exception {
    long announced = ctx.req().getContentLengthLong();
    if (announced > limit) {
      throw tooLarge(limit);
    }
    int size = announced < 0 ? limit : (int) announced;
    if (!room.tryAcquire(size)) {
      throw HttpProblem.notAvailable("Too many bodies are being worked on; send it again.");
    }
    try {
      handler.handle(bytes(ctx, limit));
    } finally {
      room.release(size);
    }
  }

  /**
   * Reads the body of a request that is small enough to be kept for as long as it takes.
   *
   * @throws HttpProblem as {@link #read(Context, int, BodyHandler)} does
   */
  static byte[] readSmall(Context ctx, int limit) throws IOException {
    if (ctx.req().getContentLengthLong() > limit) {
      throw tooLarge(limit);
    }
    return bytes(ctx, limit);
  }

  private static byte[] bytes(Context ctx, int limit) throws IOException {
    byte[] body = ctx.req().getInputStream().readNBytes(limit);
    if (body.length == limit && ctx.req().getInputStream().read() >= 0) {
      throw tooLarge(limit);
    }
    return body;
  }

  private static HttpProblem tooLarge(int limit) {
    return HttpProblem.tooLarge("The body is larger than " + limit + " bytes; send less at once.");
  }
}
