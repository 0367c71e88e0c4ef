package dev.handoffledger.processor.internal;

import static dev.handoffledger.processor.internal.Handoffs.brief;
import static dev.handoffledger.processor.internal.Handoffs.manifest;
import static dev.handoffledger.processor.internal.Handoffs.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactChain;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.wire.Reply;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeciderTest {
  private final TestLedger ledger = new TestLedger();

  @Test
  void newHandoff_isRecordedAsTheFirstFactOfItsSession() {
    Reply reply = ledger.publish(brief("s", "2026-04-14T09:00:00Z"));

    assertThat(reply.outcome()).isEqualTo(Reply.Outcome.RECORDED);
    assertThat(reply.seq()).isEqualTo(1);
    assertThat(reply.fact()).isEqualTo("recorded");
  }

  @Test
  void newHandoff_isRoutedToItsRoles() {
    Handoff brief = brief("s", "2026-04-14T09:00:00Z");

    ledger.publish(brief);

    assertThat(ledger.routes(brief)).containsExactly("builder-refactor");
  }

  @Test
  void sameContentAgain_isADuplicateWithTheSeqOfTheFirst() {
    Handoff brief = brief("s", "2026-04-14T09:00:00Z");
    ledger.publish(brief("s", "2026-04-14T08:00:00Z"));
    ledger.publish(brief);

    Reply reply = ledger.publish(brief);

    assertThat(reply.outcome()).isEqualTo(Reply.Outcome.DUPLICATE);
    assertThat(reply.seq()).isEqualTo(2);
  }

  @Test
  void duplicate_makesNoFactAndNoRoute() {
    Handoff brief = brief("s", "2026-04-14T09:00:00Z");
    ledger.publish(brief);
    ledger.publish(brief);

    assertThat(ledger.facts()).hasSize(1);
    assertThat(ledger.routes(brief)).hasSize(1);
  }

  @Test
  void sameNaturalKeyWithOtherContent_isAConflict() {
    ledger.publish(manifest("run", "h1", null, "pending"));

    Reply reply = ledger.publish(manifest("run", "h1", null, "pending", "other"));

    assertThat(reply.outcome()).isEqualTo(Reply.Outcome.REJECTED);
    assertThat(reply.problems()).extracting("reason").containsExactly(Reason.CONFLICTING_ID);
  }

  @Test
  void sameNaturalKeyInAnotherSession_isAnotherHandoff() {
    ledger.publish(manifest("run", "h1", null, "pending"));

    Reply reply = ledger.publish(manifest("other", "h1", null, "pending"));

    assertThat(reply.outcome()).isEqualTo(Reply.Outcome.RECORDED);
  }

  @Test
  void pendingManifestThatIsAccepted_getsAStatusFact() {
    ledger.publish(manifest("run", "h1", null, "pending"));

    Reply reply = ledger.publish(manifest("run", "h1", null, "accepted"));

    assertThat(reply.outcome()).isEqualTo(Reply.Outcome.RECORDED);
    assertThat(reply.fact()).isEqualTo("status");
    assertThat(reply.seq()).isEqualTo(2);
  }

  @Test
  void pendingAfterAccepted_isADuplicate() {
    ledger.publish(manifest("run", "h1", null, "pending"));
    ledger.publish(manifest("run", "h1", null, "accepted"));

    Reply reply = ledger.publish(manifest("run", "h1", null, "pending"));

    assertThat(reply.outcome()).isEqualTo(Reply.Outcome.DUPLICATE);
  }

  @Test
  void rejectedAfterAccepted_isAnIllegalTransition() {
    ledger.publish(manifest("run", "h1", null, "pending"));
    ledger.publish(manifest("run", "h1", null, "accepted"));

    Reply reply = ledger.publish(manifest("run", "h1", null, "rejected"));

    assertThat(reply.problems()).extracting("reason").containsExactly(Reason.ILLEGAL_TRANSITION);
  }

  @Test
  void acceptedFirstAndPendingLater_isADuplicate() {
    Handoff accepted = manifest("run", "h1", null, "accepted");
    ledger.publish(accepted);

    Reply reply = ledger.publish(manifest("run", "h1", null, "pending"));

    assertThat(reply.outcome()).isEqualTo(Reply.Outcome.DUPLICATE);
    assertThat(ledger.routes(accepted)).isEmpty();
  }

  @Test
  void recordedAt_neverGoesBackInASession() {
    Handoff first = brief("s", "2026-04-14T09:00:00Z");
    ledger.publishAt(first, ledger.now().plusSeconds(60));
    ledger.publishAt(brief("s", "2026-04-14T10:00:00Z"), ledger.now());

    List<Fact> facts = ledger.facts(first.session());
    assertThat(facts.get(1).recordedAt()).isEqualTo(facts.get(0).recordedAt());
  }

  @Test
  void ownTimeFarAhead_isWarnedOf() {
    Reply reply = ledger.publish(brief("s", "2099-04-14T09:00:00Z"));

    assertThat(reply.warnings()).extracting("code").containsExactly("time_ahead");
  }

  @Test
  void factsOfASession_formOneChain() {
    ledger.publish(result("r", "2026-04-14T10:00:00Z", "b"));
    ledger.publish(brief("b", "2026-04-14T09:00:00Z"));
    ledger.publish(brief("b", "2026-04-14T09:30:00Z"));

    for (String session : List.of("codelens/r", "codelens/b")) {
      String chain = FactChain.START;
      long seq = 0;
      for (Fact fact : ledger.facts(session)) {
        LedgerRecord record = FactCodec.encode(fact);
        chain = FactChain.next(chain, session, record.headers(), record.value());
        assertThat(fact.chain()).isEqualTo(chain);
        assertThat(fact.seq()).isEqualTo(++seq);
      }
    }
  }
}
