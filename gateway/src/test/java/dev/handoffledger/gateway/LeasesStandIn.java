package dev.handoffledger.gateway;

import dev.handoffledger.schemas.wire.ClaimToken;
import dev.handoffledger.schemas.wire.Command;
import dev.handoffledger.schemas.wire.CommandCodec;
import dev.handoffledger.schemas.wire.Reply;
import dev.handoffledger.schemas.wire.Reply.EndedLease;
import dev.handoffledger.schemas.wire.Reply.Lease;
import dev.handoffledger.schemas.wire.Reply.Outcome;
import dev.handoffledger.schemas.wire.Reply.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Gives out leases as the processor does, as far as a gateway can tell. */
final class LeasesStandIn {
  /** Why the handoffs of some rows are given to nobody. */
  final Map<String, Refusal> refusals = new ConcurrentHashMap<>();

  /** The leases that there are, by row. */
  final Map<String, Lease> held = new ConcurrentHashMap<>();

  private final Map<String, String> claimIds = new ConcurrentHashMap<>();
  private final Map<String, EndedLease> ended = new ConcurrentHashMap<>();
  private final AtomicLong seq = new AtomicLong(100);

  Reply reply(LedgerStandIn.Arrival arrival) {
    CommandCodec.Result result = CommandCodec.decode(arrival.value().array());
    if (result instanceof CommandCodec.Result.NotUnderstood not) {
      return new Reply(
          arrival.correlationId(),
          Outcome.REJECTED,
          null,
          null,
          null,
          null,
          0,
          List.of(),
          null,
          List.of(),
          not.problems());
    }
    Command command = ((CommandCodec.Result.Understood) result).command();
    if (command instanceof Command.Claim claim) {
      return claim(arrival, claim);
    }
    if (command instanceof Command.ByToken byToken) {
      return byHolder(arrival, byToken);
    }
    return end(arrival, command, Outcome.RELEASED);
  }

  private Reply claim(LedgerStandIn.Arrival arrival, Command.Claim claim) {
    Lease current = held.get(claim.row());
    if (current != null && claim.claimId().equals(claimIds.get(claim.row()))) {
      return done(arrival, claim, Outcome.GRANTED);
    }
    if (current != null) {
      return refused(arrival, claim, Refusal.HELD, null);
    }
    if (refusals.containsKey(claim.row())) {
      return refused(arrival, claim, refusals.get(claim.row()), null);
    }
    String token = new ClaimToken(claim.session(), claim.row(), seq.incrementAndGet()).text();
    held.put(
        claim.row(),
        new Lease(token, claim.holder(), Samples.NOON, Samples.NOON.plus(claim.lease()), 1));
    claimIds.put(claim.row(), claim.claimId());
    return done(arrival, claim, Outcome.GRANTED);
  }

  private Reply byHolder(LedgerStandIn.Arrival arrival, Command.ByToken command) {
    String token = command.token().text();
    Lease current = held.get(command.row());
    if (current == null || !current.token().equals(token)) {
      return ended.containsKey(token)
          ? refused(arrival, command, Refusal.LEASE_ENDED, ended.get(token))
          : refused(arrival, command, Refusal.UNKNOWN_TOKEN, null);
    }
    if (command instanceof Command.Renew renew) {
      renew(current, command.row(), renew.lease());
      return done(arrival, command, Outcome.RENEWED);
    }
    return end(
        arrival,
        command,
        command instanceof Command.Complete ? Outcome.COMPLETED : Outcome.RELEASED);
  }

  private void renew(Lease lease, String row, Duration by) {
    held.put(
        row,
        new Lease(
            lease.token(), lease.holder(), lease.since(), Samples.NOON.plus(by), lease.delivery()));
  }

  private Reply end(LedgerStandIn.Arrival arrival, Command command, Outcome how) {
    Lease lease = held.remove(command.row());
    if (lease == null) {
      return refused(arrival, command, Refusal.LEASE_ENDED, null);
    }
    EndedLease end = new EndedLease(lease.holder(), Samples.NOON.plusSeconds(60), how.code());
    ended.put(lease.token(), end);
    return reply(arrival, command, how, null, end);
  }

  private Reply done(LedgerStandIn.Arrival arrival, Command command, Outcome outcome) {
    return reply(arrival, command, outcome, null, null);
  }

  private Reply refused(
      LedgerStandIn.Arrival arrival, Command command, Refusal refusal, EndedLease end) {
    return reply(arrival, command, Outcome.REFUSED, refusal, end);
  }

  private Reply reply(
      LedgerStandIn.Arrival arrival,
      Command command,
      Outcome outcome,
      Refusal refusal,
      EndedLease end) {
    return new Reply(
        arrival.correlationId(),
        outcome,
        null,
        command.row(),
        command.session(),
        null,
        0,
        List.of(),
        null,
        List.of(),
        List.of(),
        refusal,
        held.get(command.row()),
        end);
  }
}
