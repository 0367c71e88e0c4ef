package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.Handoff;
import java.util.Objects;

/**
 * What tells a handoff from all others: its natural key in its session where the format gives one,
 * else its id.
 */
public record RowKey(String session, String row) {
  public RowKey {
    Objects.requireNonNull(session);
    Objects.requireNonNull(row);
  }

  public static RowKey of(Handoff handoff) {
    return new RowKey(
        handoff.session(), handoff.naturalKey() == null ? handoff.id() : handoff.naturalKey());
  }
}
