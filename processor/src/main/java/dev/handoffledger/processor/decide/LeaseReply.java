package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.wire.ClaimToken;
import dev.handoffledger.schemas.wire.Publication;
import dev.handoffledger.schemas.wire.Reply;
import dev.handoffledger.schemas.wire.Reply.EndedLease;
import dev.handoffledger.schemas.wire.Reply.Lease;
import dev.handoffledger.schemas.wire.Reply.Outcome;
import dev.handoffledger.schemas.wire.Reply.Refusal;
import java.util.List;

/** Word to whoever sent a command about a lease. */
final class LeaseReply {
  private final Draft draft;
  private final Publication publication;
  private final RowKey key;

  LeaseReply(Draft draft, Publication publication, RowKey key) {
    this.draft = draft;
    this.publication = publication;
    this.key = key;
  }

  /**
   * @param fact the type of the fact that was written, or null if none was
   */
  void done(Outcome outcome, String fact, long seq) {
    boolean ended = outcome == Outcome.RELEASED || outcome == Outcome.COMPLETED;
    send(outcome, fact, seq, null, ended ? ended(newestEnded()) : null);
  }

  private LeaseRow.Ended newestEnded() {
    List<LeaseRow.Ended> past = draft.lease(key).past();
    return past.get(past.size() - 1);
  }

  private static EndedLease ended(LeaseRow.Ended ended) {
    return new EndedLease(ended.holder(), ended.at(), ended.how());
  }

  void refuse(Refusal refusal) {
    send(Outcome.REFUSED, null, 0, refusal, null);
  }

  void refuseEnded(LeaseRow.Ended ended) {
    send(Outcome.REFUSED, null, 0, Refusal.LEASE_ENDED, ended(ended));
  }

  private void send(Outcome outcome, String fact, long seq, Refusal refusal, EndedLease ended) {
    if (publication.replyTo() == null || publication.correlationId() == null) {
      return;
    }
    HandoffRow row = draft.handoff(key).orElse(null);
    draft.send(
        new Message.ToAsker(
            publication.replyTo(),
            new Reply(
                publication.correlationId(),
                outcome,
                fact,
                row == null ? null : row.id(),
                key.session(),
                row == null ? null : row.kind(),
                seq,
                List.of(),
                row == null ? null : row.link(),
                List.of(),
                List.of(),
                refusal,
                lease(),
                ended),
            draft.at()));
  }

  private Lease lease() {
    LeaseRow row = draft.lease(key);
    LeaseRow.Granted current = row.current();
    return current == null
        ? null
        : new Lease(
            new ClaimToken(key.session(), key.row(), current.token()).text(),
            current.holder(),
            current.since(),
            current.until(),
            row.deliveries());
  }
}
