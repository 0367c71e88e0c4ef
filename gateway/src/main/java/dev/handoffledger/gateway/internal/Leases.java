package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.gateway.internal.RoleClaims.Granted;
import dev.handoffledger.gateway.internal.RoleClaims.Wanted;
import dev.handoffledger.projections.ClaimFilter;
import dev.handoffledger.projections.FactView;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.schemas.fact.Fact.LeaseBody;
import dev.handoffledger.schemas.wire.ClaimToken;
import dev.handoffledger.schemas.wire.Command;
import dev.handoffledger.schemas.wire.Reply;
import dev.handoffledger.schemas.wire.ReplyCodec;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives out, keeps and ends leases for whichever surface asks. Between two claims the ledger's log
 * decides. Every method throws {@link HttpProblem} if it cannot be done as asked.
 */
public final class Leases {
  public static final int MAX_WAIT_SECONDS = 60;

  private static final Logger LOG = LoggerFactory.getLogger(Leases.class);
  private static final Duration PROJECTION_WAIT = Duration.ofSeconds(5);
  private static final int MAX_NAME_BYTES = 512;
  private static final int MAX_TEXT_CHARACTERS = 1000;
  private static final int NEWEST_FACTS = 100;

  private final LedgerQueries queries;
  private final LeaseCommands commands;
  private final RoleClaims roleClaims;
  private final Idempotency idempotency;

  public Leases(LedgerQueries queries, Submitter submitter, Idempotency idempotency) {
    this.queries = queries;
    this.commands = new LeaseCommands(submitter);
    this.roleClaims = new RoleClaims(queries, commands);
    this.idempotency = idempotency;
  }

  /** Those who wait for something to claim are asked to come again. */
  public void close() {
    roleClaims.close();
  }

  /**
   * Claims some handoff that waits for a role.
   *
   * @param members {@code holder}, {@code capabilities}, {@code kinds}, {@code sessions}, {@code
   *     lease_seconds}, {@code wait_seconds}
   */
  public LeaseAnswer claimNext(String role, BodyMembers members, IdempotentRequest request)
      throws InterruptedException {
    ClaimTerms terms = terms(members, role, request.key());
    Wanted wanted =
        new Wanted(
            new ClaimFilter(
                role,
                members.texts("capabilities"),
                members.texts("kinds"),
                members.texts("sessions")),
            Duration.ofSeconds(members.number("wait_seconds", 0, MAX_WAIT_SECONDS, 0)));
    bindKey(request);
    Granted granted =
        roleClaims
            .claim(wanted, terms, new ClaimAttempts(idempotency, request.key()))
            .orElseThrow(() -> nothingToClaim(wanted, terms.holder()));
    return answer(granted);
  }

  /**
   * Claims a handoff.
   *
   * @param members {@code holder}, {@code capabilities}, {@code lease_seconds}, {@code role}
   */
  LeaseAnswer claim(String id, BodyMembers members, IdempotentRequest request)
      throws InterruptedException {
    ClaimTerms terms = terms(members, members.optionalName("role", MAX_NAME_BYTES), request.key());
    Set<String> capabilities = members.texts("capabilities");
    HandoffView handoff = handoff(id);
    List<String> missing =
        handoff.requiredCapabilities().stream()
            .filter(required -> !capabilities.contains(required))
            .toList();
    if (!missing.isEmpty()) {
      throw LeaseProblems.lacksCapabilities(handoff, missing);
    }
    bindKey(request);
    return answer(new Granted(handoff, done(commands.claim(handoff, terms))));
  }

  /**
   * Takes a handoff from whoever holds it.
   *
   * @param members {@code by}, {@code reason}
   */
  LeaseAnswer forceRelease(String id, BodyMembers members) throws InterruptedException {
    String by = members.name("by", MAX_NAME_BYTES);
    String reason = members.name("reason", MAX_TEXT_CHARACTERS);
    HandoffView handoff = handoff(id);
    return ended(new Command.ForceRelease(handoff.session(), ClaimTerms.row(handoff), by, reason));
  }

  /**
   * Lets a lease last longer.
   *
   * @param members {@code lease_seconds}
   */
  public LeaseAnswer renew(String token, BodyMembers members) throws InterruptedException {
    Duration lease = lease(members);
    Reply reply = done(commands.send(new Command.Renew(token(token), lease)));
    awaitProjections(reply);
    return new LeaseAnswer(queries.position(), ReplyCodec.node(reply.lease()));
  }

  /**
   * Gives a handoff back.
   *
   * @param members {@code reason}
   */
  public LeaseAnswer release(String token, BodyMembers members) throws InterruptedException {
    String reason = members.text("reason", MAX_TEXT_CHARACTERS);
    return ended(new Command.Release(token(token), reason));
  }

  /**
   * Says that a handoff's work is done.
   *
   * @param members {@code note}
   */
  public LeaseAnswer complete(String token, BodyMembers members) throws InterruptedException {
    String note = members.text("note", MAX_TEXT_CHARACTERS);
    return ended(new Command.Complete(token(token), note));
  }

  private HttpProblem nothingToClaim(Wanted wanted, String holder) {
    return LeaseProblems.nothingToClaim(
        wanted,
        OpenCounts.of(
            queries.open(wanted.filter().role(), null, LedgerQueries.MAX_LIMIT),
            wanted.filter(),
            holder));
  }

  private HandoffView handoff(String id) {
    return queries.handoff(id).orElseThrow(HandoffIds::unknown);
  }

  private static ClaimToken token(String text) {
    return ClaimToken.parse(text).orElseThrow(LeaseProblems::unknownToken);
  }

  private static ClaimTerms terms(BodyMembers members, String role, String key) {
    return new ClaimTerms(
        members.name("holder", MAX_NAME_BYTES),
        lease(members),
        role,
        key != null ? key : UUID.randomUUID().toString(),
        key != null);
  }

  private static Duration lease(BodyMembers members) {
    return Duration.ofSeconds(
        members.number(
            "lease_seconds",
            (int) Command.SHORTEST_LEASE.toSeconds(),
            (int) Command.LONGEST_LEASE.toSeconds(),
            (int) Command.DEFAULT_LEASE.toSeconds()));
  }

  private void bindKey(IdempotentRequest request) throws InterruptedException {
    if (request.key() != null) {
      idempotency.claim(request.key(), request.target(), request.body());
    }
  }

  private static Reply done(Reply reply) {
    if (reply.outcome() == Reply.Outcome.REFUSED) {
      throw LeaseProblems.refused(reply);
    }
    return reply;
  }

  private LeaseAnswer answer(Granted granted) throws InterruptedException {
    Reply reply = granted.reply();
    awaitProjections(reply);
    LedgerPosition position = queries.position();
    ObjectNode answer = ReplyCodec.node(reply.lease());
    answer.set("handoff", shown(granted));
    answer.set("artifact", null);
    try {
      queries
          .artifact(granted.handoff().id())
          .ifPresent(artifact -> answer.set("artifact", ViewJson.artifact(artifact)));
    } catch (NotAvailableException e) {
      LOG.info("the artifact of a claimed handoff cannot be given now", e);
    }
    return new LeaseAnswer(position, answer);
  }

  private ObjectNode shown(Granted granted) {
    HandoffView view = granted.handoff();
    try {
      view = queries.handoff(view.id()).orElse(view);
    } catch (NotAvailableException e) {
      LOG.info("a claimed handoff is shown as it was before the claim", e);
    }
    ObjectNode node = ViewJson.handoff(view);
    // What the ledger says of the lease is never older than what the projections have read.
    node.set("lease", ViewJson.lease(granted.reply().lease()));
    node.put("deliveries", granted.reply().lease().delivery());
    return node;
  }

  private LeaseAnswer ended(Command command) throws InterruptedException {
    Reply reply = done(commands.send(command));
    awaitProjections(reply);
    LedgerPosition position = queries.position();
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer.put("id", reply.id());
    answer.set(
        "ended", reply.ended() != null ? ReplyCodec.node(reply.ended()) : endedAsRecorded(reply));
    return new LeaseAnswer(position, answer);
  }

  /** How a lease ended, as the fact says that the reply names. */
  private ObjectNode endedAsRecorded(Reply reply) {
    try {
      for (FactView view : queries.facts(reply.session(), null, NEWEST_FACTS).items()) {
        if (view.fact().seq() == reply.seq() && view.fact().body() instanceof LeaseBody body) {
          return ReplyCodec.node(
              new Reply.EndedLease(body.holder(), view.fact().recordedAt(), view.fact().type()));
        }
      }
    } catch (NotAvailableException e) {
      LOG.info("it cannot be told now when a lease ended", e);
    }
    return JsonNodeFactory.instance.objectNode().put("how", reply.outcome().code());
  }

  private void awaitProjections(Reply reply) throws InterruptedException {
    if (reply.seq() > 0 && !queries.waitFor(reply.session(), reply.seq(), PROJECTION_WAIT)) {
      LOG.info("answering before the projections have read fact {}", reply.seq());
    }
  }
}
