package dev.handoffledger.standalone.guarantees.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.standalone.guarantees.faults.Guarantee.NoPoison;
import dev.handoffledger.standalone.guarantees.faults.Guarantee.NothingLost;
import dev.handoffledger.standalone.guarantees.faults.Guarantee.OneHolder;
import dev.handoffledger.standalone.guarantees.faults.Guarantee.ParentsLink;
import dev.handoffledger.standalone.guarantees.faults.Guarantee.RoutedOnce;
import dev.handoffledger.standalone.guarantees.faults.Guarantee.SameAnswer;
import dev.handoffledger.standalone.internal.AnswerComparison;
import dev.handoffledger.standalone.internal.LedgerAudit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each guarantee sees what breaks it, so that a run in which all hold means something. */
class GuaranteeTest {
  private final Told told = new Told();

  @Test
  void acknowledgedAndNotRecorded_breaksNothingLost() {
    told.acknowledged.add("a");

    assertThat(new NothingLost().violations(evidence(0)))
        .containsExactly("acknowledged and not recorded: a");
  }

  @Test
  void acknowledgedPoisonThatWasNotRejected_breaksNothingLost() {
    told.poison.put("t-0@7", "p");

    assertThat(new NothingLost().violations(evidence(0)))
        .containsExactly("acknowledged and not rejected: t-0@7");
  }

  @Test
  void recordedTwice_breaksNothingLost() {
    told.sent.add("a");
    Evidence evidence = evidence(0);
    evidence.recorded().put("a", 2);

    assertThat(new NothingLost().violations(evidence))
        .containsExactly("recorded more than once: a (2 times)");
  }

  @Test
  void leaseThatNoFactStates_breaksOneHolder() {
    told.granted.add("s 2");

    assertThat(new OneHolder().violations(evidence(0)))
        .containsExactly("granted and not in the ledger: s 2");
  }

  @Test
  void childThatIsPending_breaksParentsLink() {
    told.children.add("c");
    Evidence evidence = evidence(0);
    evidence.links().put("c", Link.Status.PENDING);

    assertThat(new ParentsLink().violations(evidence))
        .containsExactly("its parent is there, and it is PENDING: c");
  }

  @Test
  void parentThatWasNotTold_breaksParentsLink() {
    told.children.add("c");
    Evidence evidence = evidence(0);
    evidence.links().put("c", Link.Status.LINKED);

    assertThat(new ParentsLink().violations(evidence))
        .containsExactly("its parent was not told: c");
  }

  @Test
  void handoffOnNoRoleTopic_breaksRoutedOnce() {
    assertThat(new RoutedOnce().violations(evidence(3)))
        .containsExactly("3 handoffs are not on the topic of a role");
  }

  @Test
  void answerThatKeptChanging_breaksSameAnswer() {
    assertThat(new SameAnswer().violations(evidence(0)))
        .containsExactly("the answer kept changing: /v1/roles");
  }

  @Test
  void poisonInTheLedger_breaksNoPoison() {
    told.poisonSent.add("p");
    Evidence evidence = evidence(0);
    evidence.recorded().put("p", 1);

    assertThat(new NoPoison().violations(evidence)).containsExactly("poison was recorded: p");
  }

  private Evidence evidence(long unrouted) {
    return new Evidence(
        told,
        new HashMap<>(),
        new HashMap<>(),
        new HashMap<>(),
        new HashSet<>(),
        new HashSet<>(),
        new HashMap<>(),
        new HashSet<>(),
        new LedgerAudit(0, 0, 0, 0, unrouted, 0, List.of()),
        new AnswerComparison.Result(0, "", List.of(), List.of("/v1/roles")));
  }
}
