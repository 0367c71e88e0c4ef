package dev.handoffledger.schemas.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * The wire format of Schema Registry clients: a zero byte, the schema's id in four bytes
 * (big-endian), then the JSON. No JSON text starts with a zero byte, so framed and bare values are
 * told apart by the first one.
 */
public final class WireFraming {
  private static final byte MAGIC = 0;
  private static final int HEADER_BYTES = 5;

  private WireFraming() {}

  /**
   * A framed value, taken apart.
   *
   * @param schemaId the registry's id of the writer's schema
   * @param json what follows the frame; not to be changed
   */
  // The bytes are large and shared as they came; nobody compares two of these.
  @SuppressWarnings("ArrayRecordComponent")
  public record Framed(int schemaId, byte[] json) {
    public Framed {
      Objects.requireNonNull(json);
    }
  }

  /** The value that carries the JSON and the id of its schema. */
  public static byte[] frame(int schemaId, byte[] json) {
    return ByteBuffer.allocate(HEADER_BYTES + json.length)
        .put(MAGIC)
        .putInt(schemaId)
        .put(json)
        .array();
  }

  /** Takes a value apart, or empty if it is not framed. */
  public static Optional<Framed> unframe(byte[] value) {
    if (value.length < HEADER_BYTES || value[0] != MAGIC) {
      return Optional.empty();
    }
    int schemaId = ByteBuffer.wrap(value).getInt(1);
    return Optional.of(new Framed(schemaId, Arrays.copyOfRange(value, HEADER_BYTES, value.length)));
  }
}
