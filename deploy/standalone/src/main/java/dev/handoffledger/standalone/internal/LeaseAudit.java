package dev.handoffledger.standalone.internal;

import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.standalone.internal.LedgerAudit.Problem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds the facts about leases against the guarantee OneHolder: at no position does a handoff have
 * two leases, and only the token of the one it has can change it.
 */
final class LeaseAudit {
  private final List<Problem> problems;
  private final Map<String, Long> tokens = new HashMap<>();
  private long granted;

  LeaseAudit(List<Problem> problems) {
    this.problems = problems;
  }

  /** Follows a fact; those of one handoff come in the order of their seq. */
  void accept(Fact fact) {
    String handoff = fact.session() + " " + fact.handoffId();
    Long current = tokens.get(handoff);
    if (fact.body() instanceof Fact.Claimed) {
      granted++;
      if (current != null) {
        add(fact, "claimed while the lease of seq " + current + " had not ended");
      }
      tokens.put(handoff, fact.seq());
    } else if (fact.body() instanceof Fact.LeaseChange change) {
      if (current == null || current != change.token()) {
        add(fact, fact.type() + " under a token that was not current: " + change.token());
      }
      if (!(change instanceof Fact.Renewed)) {
        tokens.remove(handoff);
      }
    }
  }

  private void add(Fact fact, String what) {
    problems.add(new Problem(fact.session() + " seq " + fact.seq(), what));
  }

  long granted() {
    return granted;
  }

  int live() {
    return tokens.size();
  }
}
