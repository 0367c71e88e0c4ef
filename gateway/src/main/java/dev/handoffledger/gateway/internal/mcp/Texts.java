package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The texts that stand beside these classes. */
final class Texts {
  private Texts() {}

  static String read(String file) {
    try (InputStream in = Texts.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("the gateway lacks " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }

  static JsonNode json(String file) {
    try {
      return new ObjectMapper().readTree(read(file));
    } catch (IOException e) {
      throw new UncheckedIOException(file + " is not JSON", e);
    }
  }
}
