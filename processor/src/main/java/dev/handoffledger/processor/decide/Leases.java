package dev.handoffledger.processor.decide;

import dev.handoffledger.processor.decide.LeaseRow.Granted;
import dev.handoffledger.processor.decide.Message.ToPerson;
import dev.handoffledger.processor.decide.StateChange.DeleteDeadline;
import dev.handoffledger.processor.decide.StateChange.PutDeadline;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.format.Roles;
import dev.handoffledger.schemas.wire.Child;
import dev.handoffledger.schemas.wire.ClaimToken;
import dev.handoffledger.schemas.wire.Command;
import dev.handoffledger.schemas.wire.Reply.Outcome;
import dev.handoffledger.schemas.wire.Reply.Refusal;
import java.time.Instant;
import java.util.Optional;

/**
 * Who holds which handoff. A lease ends only by a fact, so that of two commands the log's order
 * decides; a holder who is late but before anyone else may still renew or complete.
 */
final class Leases {

  private final LeasePolicy policy;

  Leases(LeasePolicy policy) {
    this.policy = policy;
  }

  /** Does what is asked, or says why not. */
  void command(Draft draft, Input.Commanded input) {
    Command command = input.command();
    RowKey key = new RowKey(command.session(), command.row());
    LeaseReply reply = new LeaseReply(draft, input.publication(), key);
    if (draft.handoff(key).isEmpty()) {
      reply.refuse(Refusal.UNKNOWN_HANDOFF);
    } else if (command instanceof Command.Claim claim) {
      claim(draft, key, claim, reply);
    } else if (command instanceof Command.ForceRelease force) {
      forceRelease(draft, key, force, reply);
    } else if (command instanceof Command.ByToken byToken) {
      byHolder(draft, key, byToken, reply);
    }
  }

  private void claim(Draft draft, RowKey key, Command.Claim claim, LeaseReply reply) {
    Granted current = draft.lease(key).current();
    boolean again =
        current != null
            && claim.claimId() != null
            && claim.claimId().equals(current.claimId())
            && claim.holder().equals(current.holder());
    if (again) {
      reply.done(Outcome.GRANTED, null, current.token());
      return;
    }
    endIfOver(draft, key);
    LeaseRow row = draft.lease(key);
    if (row.current() != null) {
      reply.refuse(Refusal.HELD);
    } else if (!Openness.isOpen(draft, handoff(draft, key))) {
      reply.refuse(Refusal.NOT_OPEN);
    } else if (Openness.isWithheld(draft, key)) {
      reply.refuse(Refusal.WITHHELD);
    } else if (row.escalated() && !Roles.HUMAN.equals(claim.role())) {
      reply.refuse(Refusal.ESCALATED);
    } else {
      Fact fact = grant(draft, key, claim);
      reply.done(Outcome.GRANTED, fact.type(), fact.seq());
    }
  }

  private static Fact grant(Draft draft, RowKey key, Command.Claim claim) {
    LeaseRow row = draft.lease(key);
    Instant until = draft.at().plus(claim.lease());
    Fact fact =
        append(
            draft,
            key,
            new Fact.Claimed(
                claim.holder(), until, row.deliveries() + 1, claim.role(), claim.claimId()));
    draft.put(
        key,
        row.granted(
            new Granted(fact.seq(), claim.holder(), fact.recordedAt(), until, claim.claimId())));
    draft.change(new PutDeadline(Deadline.leaseEnd(key, until)));
    return fact;
  }

  private void byHolder(Draft draft, RowKey key, Command.ByToken command, LeaseReply reply) {
    LeaseRow row = draft.lease(key);
    long token = command.token().seq();
    if (row.current() == null || row.current().token() != token) {
      Optional<LeaseRow.Ended> ended = row.ended(token);
      if (ended.isPresent()) {
        reply.refuseEnded(ended.get());
      } else {
        reply.refuse(Refusal.UNKNOWN_TOKEN);
      }
      return;
    }
    String holder = row.current().holder();
    if (command instanceof Command.Renew renew) {
      Instant until = draft.at().plus(renew.lease());
      Fact fact = append(draft, key, new Fact.Renewed(token, holder, until));
      draft.change(new DeleteDeadline(Deadline.leaseEnd(key, row.current().until())));
      draft.change(new PutDeadline(Deadline.leaseEnd(key, until)));
      draft.put(key, row.renewed(until));
      reply.done(Outcome.RENEWED, fact.type(), fact.seq());
    } else if (command instanceof Command.Release release) {
      Fact fact = release(draft, key, null, release.reason());
      reply.done(Outcome.RELEASED, fact.type(), fact.seq());
    } else if (command instanceof Command.Complete complete) {
      Fact fact = complete(draft, key, null, complete.note());
      reply.done(Outcome.COMPLETED, fact.type(), fact.seq());
    }
  }

  private void forceRelease(
      Draft draft, RowKey key, Command.ForceRelease command, LeaseReply reply) {
    LeaseRow row = draft.lease(key);
    if (row.current() != null) {
      Fact fact = release(draft, key, command.by(), command.reason());
      reply.done(Outcome.RELEASED, fact.type(), fact.seq());
    } else if (row.past().isEmpty()) {
      reply.refuse(Refusal.LEASE_ENDED);
    } else {
      reply.refuseEnded(row.past().get(row.past().size() - 1));
    }
  }

  /** Whether somebody else than the publisher of an answer holds the handoff. */
  boolean isHeldByOther(Draft draft, RowKey key, Child answer) {
    if (draft.lease(key).current() != null && !isHolder(draft, key, answer)) {
      endIfOver(draft, key);
    }
    return draft.lease(key).current() != null && !isHolder(draft, key, answer);
  }

  /** A handoff was answered; if its holder did, the lease is over. */
  void answered(Draft draft, RowKey key, Child answer) {
    if (draft.lease(key).current() != null && isHolder(draft, key, answer)) {
      complete(draft, key, answer.id(), null);
    }
  }

  private static boolean isHolder(Draft draft, RowKey key, Child answer) {
    Granted current = draft.lease(key).current();
    boolean byToken =
        ClaimToken.parse(answer.claimToken())
            .filter(token -> new RowKey(token.session(), token.row()).equals(key))
            .filter(token -> token.seq() == current.token())
            .isPresent();
    return byToken || current.holder().equals(answer.publisher());
  }

  /** A lease may be due to end. */
  void due(Draft draft, RowKey key) {
    endIfOver(draft, key);
  }

  private void endIfOver(Draft draft, RowKey key) {
    LeaseRow row = draft.lease(key);
    Granted current = row.current();
    if (current == null || draft.at().isBefore(current.until())) {
      return;
    }
    boolean escalated = isEscalated(draft, key);
    Fact fact =
        append(
            draft,
            key,
            new Fact.Expired(current.token(), current.holder(), current.until(), escalated));
    ended(draft, key, fact, escalated);
  }

  private Fact release(Draft draft, RowKey key, String by, String reason) {
    Granted current = draft.lease(key).current();
    boolean escalated = isEscalated(draft, key);
    Fact fact =
        append(
            draft,
            key,
            new Fact.Released(current.token(), current.holder(), by, reason, escalated));
    ended(draft, key, fact, escalated);
    return fact;
  }

  private static Fact complete(Draft draft, RowKey key, String answer, String note) {
    Granted current = draft.lease(key).current();
    Fact fact =
        append(draft, key, new Fact.Completed(current.token(), current.holder(), answer, note));
    draft.put(key, handoff(draft, key).done());
    ended(draft, key, fact, draft.lease(key).escalated());
    return fact;
  }

  private boolean isEscalated(Draft draft, RowKey key) {
    LeaseRow row = draft.lease(key);
    return row.escalated()
        || (row.deliveries() >= policy.maxDeliveries()
            && Openness.isOpen(draft, handoff(draft, key)));
  }

  private static void ended(Draft draft, RowKey key, Fact fact, boolean escalated) {
    LeaseRow row = draft.lease(key);
    draft.change(new DeleteDeadline(Deadline.leaseEnd(key, row.current().until())));
    draft.put(key, row.ended(fact.recordedAt(), fact.type(), escalated));
    if (escalated && !row.escalated()) {
      HandoffRow handoff = handoff(draft, key);
      draft.send(
          new ToPerson(
              key.session(),
              fact.seq(),
              handoff.id(),
              handoff.kind(),
              row.deliveries(),
              row.current().holder(),
              fact.recordedAt()));
    }
  }

  private static Fact append(Draft draft, RowKey key, Fact.LeaseBody body) {
    return draft.append(key.session(), handoff(draft, key).id(), body, null);
  }

  private static HandoffRow handoff(Draft draft, RowKey key) {
    return draft
        .handoff(key)
        .orElseThrow(() -> new IllegalStateException("a lease of an unknown handoff"));
  }
}
