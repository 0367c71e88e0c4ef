package dev.handoffledger.gateway.internal;

import dev.handoffledger.gateway.RequestLimits;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;

/** Reads bodies into memory, and never more of them at a time than fit there. */
public final class RequestBodies {

  /** What works on a body while its room is taken. */
  @FunctionalInterface
  public interface BodyHandler {
    void handle(byte[] body) throws Exception;
  }

  private static final long MOST_DISCARDED = 64L << 20;

  private final Semaphore room;

  public RequestBodies(RequestLimits limits) {
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
      throw tooLarge(ctx, limit);
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
   * Reads a body of JSON and hands it over. It must say that it is JSON, as for {@link
   * #readJson(Context, int)}.
   *
   * @throws HttpProblem as {@link #read} does, and 415 if the body is of another type
   */
  public void readJson(Context ctx, int limit, BodyHandler handler) throws Exception {
    refuseOtherTypes(ctx);
    read(ctx, limit, handler);
  }

  /**
   * Reads the body of a request that is small enough to be kept for as long as it takes.
   *
   * @throws HttpProblem as {@link #read(Context, int, BodyHandler)} does
   */
  static byte[] readSmall(Context ctx, int limit) throws IOException {
    if (ctx.req().getContentLengthLong() > limit) {
      throw tooLarge(ctx, limit);
    }
    return bytes(ctx, limit);
  }

  /**
   * Reads a small body of JSON. It must say that it is JSON: a web page can send a POST without a
   * body, or as text, to another origin without asking first.
   *
   * @throws HttpProblem as {@link #readSmall} does, and 415 if the body is of another type
   */
  static byte[] readJson(Context ctx, int limit) throws IOException {
    refuseOtherTypes(ctx);
    return readSmall(ctx, limit);
  }

  private static void refuseOtherTypes(Context ctx) {
    BodyType.refuseEncoded(ctx);
    if (!BodyType.is(ctx, JsonAnswer.MEDIA_TYPE)) {
      throw HttpProblem.unsupportedMediaType("Send a JSON object as application/json, in UTF-8.");
    }
  }

  private static byte[] bytes(Context ctx, int limit) throws IOException {
    byte[] body = ctx.req().getInputStream().readNBytes(limit);
    if (body.length == limit && ctx.req().getInputStream().read() >= 0) {
      throw tooLarge(ctx, limit);
    }
    return body;
  }

  private static HttpProblem tooLarge(Context ctx, int limit) throws IOException {
    discard(ctx.req().getInputStream());
    return HttpProblem.tooLarge("The body is larger than " + limit + " bytes; send less at once.");
  }

  /** Most clients that are cut off while they send never read why. */
  private static void discard(InputStream body) throws IOException {
    byte[] discarded = new byte[8192];
    long left = MOST_DISCARDED;
    for (int read = 0; read >= 0 && left > 0; left -= read) {
      read = body.read(discarded);
    }
  }
}
