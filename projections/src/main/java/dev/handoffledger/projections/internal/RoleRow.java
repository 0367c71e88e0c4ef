package dev.handoffledger.projections.internal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;

/**
 * What waits for a role in one partition.
 *
 * @param open how many handoffs
 * @param oldest the place of the oldest among them, or null if none waits
 */
record RoleRow(long open, Bytes oldest) {
  static final RoleRow NONE = new RoleRow(0, null);

  RoleRow opened(Bytes place) {
    return new RoleRow(open + 1, oldest == null || place.compareTo(oldest) < 0 ? place : oldest);
  }

  /**
   * The row without one that waited.
   *
   * @param newOldest the place of the oldest that still waits, or null
   */
  RoleRow closed(Bytes newOldest) {
    return new RoleRow(open - 1, newOldest);
  }

  byte[] encode() {
    byte[] place = oldest == null ? new byte[0] : oldest.get();
    return ByteBuffer.allocate(Long.BYTES + place.length).putLong(open).put(place).array();
  }

  static RoleRow decode(byte[] row) {
    Bytes place =
        row.length == Long.BYTES
            ? null
            : Bytes.wrap(Arrays.copyOfRange(row, Long.BYTES, row.length));
    return new RoleRow(ByteBuffer.wrap(row).getLong(), place);
  }
}
