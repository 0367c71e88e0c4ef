package dev.handoffledger.gateway.internal;

import dev.handoffledger.schemas.Sha256;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** A JSON document that describes an interface and stays the same while the gateway runs. */
public final class DocumentRoute {
  private static final String FOLDER = "/dev/handoffledger/gateway";

  private final String path;
  private final byte[] document;
  private final String tag;

  private DocumentRoute(String path, byte[] document) {
    this.path = path;
    this.document = document;
    this.tag = Sha256.hex(document);
  }

  /** {@code GET /openapi.json}: what the gateway answers, as OpenAPI 3.1. */
  public static DocumentRoute openApi() {
    String path = "/openapi.json";
    return new DocumentRoute(path, read(path));
  }

  /** {@code GET /asyncapi.json}: what the ledger's topics hold, as AsyncAPI 3.0. */
  public static DocumentRoute asyncApi() {
    String path = "/asyncapi.json";
    return new DocumentRoute(path, AsyncApiDocument.bundled(read(path)));
  }

  public void register(RoutesConfig routes) {
    routes.get(path, this::answer);
    routes.head(path, this::answer);
  }

  private void answer(Context ctx) {
    QueryParameters.of(ctx);
    if (!EntityTags.answersUnchanged(ctx, tag)) {
      ctx.status(200).contentType(JsonAnswer.MEDIA_TYPE).result(document);
    }
  }

  private static byte[] read(String file) {
    try (InputStream in = DocumentRoute.class.getResourceAsStream(FOLDER + file)) {
      if (in == null) {
        throw new IllegalStateException("the gateway lacks " + file);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }
}
