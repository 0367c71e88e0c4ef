package dev.handoffledger.gateway.internal.events;

import java.util.List;

/**
 * What a partition of the ledger has from an offset on.
 *
 * @param events in their order
 * @param next the offset at which to go on
 * @param lost how many offsets from the one that was asked for on the ledger no longer has
 */
record Stretch(List<LedgerEvent> events, long next, long lost) {
  Stretch {
    events = List.copyOf(events);
  }

  static Stretch nothing(long from) {
    return new Stretch(List.of(), from, 0);
  }
}
