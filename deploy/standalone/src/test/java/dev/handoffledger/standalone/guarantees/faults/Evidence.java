package dev.handoffledger.standalone.guarantees.faults;

import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.Topics;
import dev.handoffledger.standalone.guarantees.LedgerTopics;
import dev.handoffledger.standalone.internal.AnswerComparison;
import dev.handoffledger.standalone.internal.LedgerAudit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a run has left behind, once the ledger has come to rest.
 *
 * @param told what clients were told
 * @param recorded how often each artifact was recorded, by its hash
 * @param links the newest word on each handoff's link
 * @param answers how often each child is said to answer its parent
 * @param claimed the session and token of every lease that was granted
 * @param completed those that were completed
 * @param rejected how often each published record was rejected, by where it was published
 * @param rejectedArtifacts the hashes of what was rejected
 * @param audit what the ledger's own audit says
 * @param comparison of the live answers with those of projections that were built anew
 */
record Evidence(
    Told told,
    Map<String, Integer> recorded,
    Map<String, Link.Status> links,
    Map<String, Integer> answers,
    Set<String> claimed,
    Set<String> completed,
    Map<String, Integer> rejected,
    Set<String> rejectedArtifacts,
    LedgerAudit audit,
    AnswerComparison.Result comparison) {

  static Evidence read(Told told, LedgerTopics topics, AnswerComparison.Result comparison) {
    Evidence evidence =
        new Evidence(
            told,
            new HashMap<>(),
            new HashMap<>(),
            new HashMap<>(),
            new HashSet<>(),
            new HashSet<>(),
            new HashMap<>(),
            new HashSet<>(),
            topics.audit(),
            comparison);
    topics.forEach(Topics.LEDGER, evidence::fact);
    topics.forEach(Topics.REJECTED, evidence::rejection);
    return evidence;
  }

  private void fact(LedgerRecord ledgerRecord) {
    Fact fact = FactCodec.decode(ledgerRecord);
    if (fact.body() instanceof Fact.Recorded body) {
      recorded.merge(Sha256.hex(ledgerRecord.value()), 1, Integer::sum);
      links.put(fact.handoffId(), body.link().status());
    } else if (fact.body() instanceof Fact.Linked body) {
      links.put(fact.handoffId(), body.link().status());
    } else if (fact.body() instanceof Fact.Answered body) {
      if (body.by() == Link.By.DECLARED) {
        answers.merge(body.answer(), body.withdrawn() ? -1 : 1, Integer::sum);
      }
    } else if (fact.body() instanceof Fact.Claimed) {
      claimed.add(lease(fact.session(), fact.seq()));
    } else if (fact.body() instanceof Fact.Completed body) {
      completed.add(lease(fact.session(), body.token()));
    }
  }

  private void rejection(LedgerRecord rejection) {
    Map<String, String> headers = rejection.headers();
    rejected.merge(
        place(
            headers.get(HandoffHeaders.ERROR_TOPIC),
            headers.get(HandoffHeaders.ERROR_PARTITION),
            headers.get(HandoffHeaders.ERROR_OFFSET)),
        1,
        Integer::sum);
    rejectedArtifacts.add(Sha256.hex(rejection.value()));
  }

  static String place(Object topic, Object partition, Object offset) {
    return topic + "-" + partition + "@" + offset;
  }

  static String lease(String session, long token) {
    return session + " " + token;
  }
}
