package dev.handoffledger.gateway.internal;

import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.LedgerQueries;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The header that lets whoever wrote read what it wrote. */
final class LedgerPositions {
  static final String HEADER = "Ledger-Position";

  private static final Duration WAIT = Duration.ofSeconds(5);

  private final LedgerQueries queries;

  LedgerPositions(LedgerQueries queries) {
    this.queries = queries;
  }

  /**
   * Waits until the position that a request asks for has been read, and gives it.
   *
   * @throws HttpProblem 400 if it cannot be read, 503 if it is not reached in time
   */
  Optional<LedgerPosition> await(Context ctx) throws InterruptedException {
    String asked = ctx.header(HEADER);
    if (asked == null) {
      return Optional.empty();
    }
    LedgerPosition position;
    try {
      position = LedgerPosition.parse(asked.strip());
    } catch (IllegalArgumentException e) {
      throw HttpProblem.badHeader(
          HEADER,
          "give partition:offset pairs joined by commas, as an earlier answer carried them.");
    }
    if (!queries.waitFor(position, WAIT)) {
      throw HttpProblem.notAvailable(
          "The projections have not read up to the position that was asked for; ask again.");
    }
    return Optional.of(position);
  }

  /** Tells how far has been read; call it before asking for the answer, which then holds it all. */
  LedgerPosition tell(Context ctx) {
    LedgerPosition position = queries.position();
    tell(ctx, position, Set.of());
    return position;
  }

  /** Tells how far has been read, of all partitions but some. */
  void tell(Context ctx, LedgerPosition position, Set<Integer> without) {
    SortedMap<Integer, Long> offsets = new TreeMap<>(position.offsets());
    offsets.keySet().removeAll(without);
    ctx.header(HEADER, new LedgerPosition(offsets).toString());
  }
}
