package dev.handoffledger.projections.internal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;

/**
 * What is on a list of handoffs in one partition, for example on that of a role.
 *
 * @param open how many handoffs
 * @param oldest the place of the oldest among them, or null if there is none
 */
record ListRow(long open, Bytes oldest) {
  static final ListRow NONE = new ListRow(0, null);

  ListRow opened(Bytes place) {
    return new ListRow(open + 1, oldest == null || place.compareTo(oldest) < 0 ? place : oldest);
  }

  /**
   * The row without one that was on the list.
   *
   * @param newOldest the place of the oldest that is left, or null
   */
  ListRow closed(Bytes newOldest) {
    return new ListRow(open - 1, newOldest);
  }

  byte[] encode() {
    byte[] place = oldest == null ? new byte[0] : oldest.get();
    return ByteBuffer.allocate(Long.BYTES + place.length).putLong(open).put(place).array();
  }

  static ListRow decode(byte[] row) {
    Bytes place =
        row.length == Long.BYTES
            ? null
            : Bytes.wrap(Arrays.copyOfRange(row, Long.BYTES, row.length));
    return new ListRow(ByteBuffer.wrap(row).getLong(), place);
  }
}
