package dev.handoffledger.gateway.internal;

import dev.handoffledger.schemas.Sha256;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** {@code GET /openapi.json}: what the gateway answers, as OpenAPI 3.1. */
public final class OpenApiRoute {
  private static final String PATH = "/openapi.json";
  private static final String RESOURCE = "/dev/handoffledger/gateway/openapi.json";

  private final byte[] document = read();
  private final String tag = Sha256.hex(document);

  public void register(RoutesConfig routes) {
    routes.get(PATH, this::answer);
    routes.head(PATH, this::answer);
  }

  private void answer(Context ctx) {
    QueryParameters.of(ctx);
    if (!EntityTags.answersUnchanged(ctx, tag)) {
      ctx.status(200).contentType(JsonAnswer.MEDIA_TYPE).result(document);
    }
  }

  private static byte[] read() {
    try (InputStream in = OpenApiRoute.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("the gateway lacks " + RESOURCE);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(RESOURCE + " cannot be read", e);
    }
  }
}
