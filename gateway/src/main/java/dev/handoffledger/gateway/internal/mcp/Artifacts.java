package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.gateway.internal.HttpProblem;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Artifacts as agents hand them over. */
final class Artifacts {
  private static final String ARTIFACT = "artifact";

  private Artifacts() {}

  /**
   * The bytes of the artifact of a call: those of a text as they are, or those that an object is
   * written with.
   *
   * @throws HttpProblem if there is none, or it has more bytes than allowed
   */
  static byte[] of(ToolCall call, int maxBytes) {
    JsonNode artifact = call.arguments().path(ARTIFACT);
    if (!artifact.isTextual() && !artifact.isObject()) {
      throw HttpProblem.badMember(
          ARTIFACT, "give the artifact as a JSON object, or as a text that holds its JSON.");
    }
    byte[] bytes = utf8(artifact.isTextual() ? artifact.textValue() : artifact.toString());
    if (bytes.length > maxBytes) {
      throw HttpProblem.tooLarge(
          "The artifact is larger than " + maxBytes + " bytes; publish a smaller one.");
    }
    return bytes;
  }

  private static byte[] utf8(String text) {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw HttpProblem.badMember(ARTIFACT, "remove the half of a surrogate pair that is in it.");
    }
  }
}
