package dev.handoffledger.standalone.internal;

import dev.handoffledger.schemas.fact.Break;
import dev.handoffledger.schemas.fact.Break.Promise;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.RecordPlace;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Holds the facts about leases against the guarantee OneHolder: at no position does a handoff have
 * two leases, and only the token of the one it has can change it.
 */
final class LeaseAudit {
  private final Consumer<Break> breaks;
  private final Map<String, Long> tokens = new HashMap<>();
  private long granted;

  LeaseAudit(Consumer<Break> breaks) {
    this.breaks = breaks;
  }

  /** Follows a fact; those of one handoff come in the order of their seq. */
  void accept(Fact fact, RecordPlace at) {
    String handoff = fact.session() + " " + fact.handoffId();
    Long current = tokens.get(handoff);
    if (fact.body() instanceof Fact.Claimed) {
      granted++;
      if (current != null) {
        add(
            fact,
            at,
            "claimed while another lease had not ended",
            "the end of the lease of seq " + current,
            "a further lease");
      }
      tokens.put(handoff, fact.seq());
    } else if (fact.body() instanceof Fact.LeaseChange change) {
      if (current == null || current != change.token()) {
        add(
            fact,
            at,
            fact.type() + " under a token that was not current",
            current == null ? "no lease" : current.toString(),
            Long.toString(change.token()));
      }
      if (!(change instanceof Fact.Renewed)) {
        tokens.remove(handoff);
      }
    }
  }

  private void add(Fact fact, RecordPlace at, String what, String expected, String found) {
    breaks.accept(Break.of(Promise.ONE_HOLDER, fact, at, what, expected, found));
  }

  long granted() {
    return granted;
  }
}
