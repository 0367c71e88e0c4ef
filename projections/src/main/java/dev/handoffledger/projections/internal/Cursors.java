package dev.handoffledger.projections.internal;

import java.util.Arrays;
import java.util.Base64;

/**
 * Cursors: the place of the last row that a page gave. The first byte tells which listing a cursor
 * is of, so that one is not taken for another's.
 */
enum Cursors {
  SESSIONS('s'),
  FACTS('f'),
  OPEN('o'),
  ORPHANS('p'),
  QUARANTINED('q'),
  CHAINS('c'),
  REJECTIONS('r'),
  ISSUES('i');

  private final byte tag;

  Cursors(char tag) {
    this.tag = (byte) tag;
  }

  String write(byte[] place) {
    byte[] bytes = new byte[place.length + 1];
    bytes[0] = tag;
    System.arraycopy(place, 0, bytes, 1, place.length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * The place that a cursor means.
   *
   * @throws IllegalArgumentException if no page of this listing gave it
   */
  byte[] read(String cursor) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(cursor);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(refusal(), e);
    }
    if (bytes.length == 0 || bytes[0] != tag) {
      throw new IllegalArgumentException(refusal());
    }
    byte[] place = Arrays.copyOfRange(bytes, 1, bytes.length);
    if (!isPlace(place)) {
      throw new IllegalArgumentException(refusal());
    }
    return place;
  }

  private boolean isPlace(byte[] bytes) {
    return switch (this) {
      case SESSIONS -> RowKeys.isPlaceAmongSessions(bytes);
      case FACTS -> RowKeys.isNumber(bytes);
      case OPEN, ORPHANS, QUARANTINED, CHAINS -> RowKeys.isPlaceAmongOpen(bytes);
      case REJECTIONS -> RowKeys.isRejection(bytes);
      case ISSUES -> IssueKeys.isPlace(bytes);
    };
  }

  private static String refusal() {
    return "the cursor is not one that a page of this listing gave: pass it on as it came, or leave"
        + " it out for the first page";
  }
}
