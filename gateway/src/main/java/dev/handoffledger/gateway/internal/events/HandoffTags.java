package dev.handoffledger.gateway.internal.events;

import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.schemas.fact.Fact;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The kind and the roles of a handoff, which only the fact that recorded it tells. */
final class HandoffTags {
  private static final int REMEMBERED = 50_000;

  /**
   * @param kind of the handoff
   * @param roles it is for
   */
  record Tags(String kind, List<String> roles) {
    /** Of a handoff that nothing recorded: whoever writes to the ledger may write so. */
    static final Tags UNKNOWN = new Tags(null, List.of());
  }

  private final LedgerQueries queries;
  private final Map<String, Tags> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Tags> eldest) {
          return size() > REMEMBERED;
        }
      };

  HandoffTags(LedgerQueries queries) {
    this.queries = queries;
  }

  /**
   * Those of the handoff that a fact is about.
   *
   * @throws dev.handoffledger.projections.NotAvailableException if they must be asked for, and
   *     cannot be now
   */
  Tags of(Fact fact) {
    if (fact.body() instanceof Fact.Recorded recorded) {
      Tags tags = new Tags(recorded.kind(), recorded.roles());
      remember(fact.handoffId(), tags);
      return tags;
    }
    synchronized (known) {
      Tags tags = known.get(fact.handoffId());
      if (tags != null) {
        return tags;
      }
    }
    Optional<HandoffView> handoff = queries.handoff(fact.handoffId());
    if (handoff.isEmpty()) {
      return Tags.UNKNOWN;
    }
    Tags tags = new Tags(handoff.get().kind(), handoff.get().roles());
    remember(fact.handoffId(), tags);
    return tags;
  }

  private void remember(String id, Tags tags) {
    synchronized (known) {
      known.put(id, tags);
    }
  }
}
