package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.http.Context;

/** Writes JSON answers. */
public final class JsonAnswer {
  static final String MEDIA_TYPE = "application/json";

  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonAnswer() {}

  static void write(Context ctx, int status, JsonNode body) {
    write(ctx, status, MEDIA_TYPE, body);
  }

  static void write(Context ctx, int status, String mediaType, JsonNode body) {
    ctx.status(status).contentType(mediaType).result(bytes(body));
  }

  public static byte[] bytes(JsonNode body) {
    try {
      return JSON.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of JSON nodes can always be written", e);
    }
  }
}
