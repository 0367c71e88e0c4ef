package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.gateway.internal.RoleClaims.Granted;
import dev.handoffledger.gateway.internal.RoleClaims.Wanted;
import dev.handoffledger.projections.ClaimFilter;
import dev.handoffledger.projections.FactView;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.schemas.fact.Fact.LeaseBody;
import dev.handoffledger.schemas.wire.ClaimToken;
import dev.handoffledger.schemas.wire.Command;
import dev.handoffledger.schemas.wire.Reply;
import dev.handoffledger.schemas.wire.ReplyCodec;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The routes that give out, keep and end leases. Between two claims the ledger's log decides. */
public final class LeaseRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseRoutes.class);
  private static final Duration PROJECTION_WAIT = Duration.ofSeconds(5);
  private static final int MAX_BODY_BYTES = 64 * 1024;
  private static final int MAX_NAME_BYTES = 512;
  private static final int MAX_TEXT_CHARACTERS = 1000;
  private static final int MAX_WAIT_SECONDS = 60;
  private static final int NEWEST_FACTS = 100;

  /** Does what a request about a lease asks for and answers it. */
  @FunctionalInterface
  private interface LeaseRequest {
    void handle(Context ctx, byte[] body) throws InterruptedException;
  }

  private final LedgerQueries queries;
  private final LedgerPositions positions;
  private final LeaseCommands commands;
  private final RoleClaims roleClaims;
  private final Idempotency idempotency;
  private final GatewayMetrics metrics;

  public LeaseRoutes(
      LedgerQueries queries, Submitter submitter, Idempotency idempotency, GatewayMetrics metrics) {
    this.queries = queries;
    this.positions = new LedgerPositions(queries);
    this.commands = new LeaseCommands(submitter);
    this.roleClaims = new RoleClaims(queries, commands);
    this.idempotency = idempotency;
    this.metrics = metrics;
  }

  public void register(RoutesConfig routes) {
    post(routes, "/v1/roles/{role}/claims", "claim", "granted", this::claimByRole);
    post(routes, "/v1/handoffs/{id}/claims", "claim", "granted", this::claimById);
    post(routes, "/v1/handoffs/{id}/release", "force_release", "released", this::forceRelease);
    post(routes, "/v1/claims/{token}/renew", "renew", "renewed", this::renew);
    post(routes, "/v1/claims/{token}/release", "release", "released", this::release);
    post(routes, "/v1/claims/{token}/complete", "complete", "completed", this::complete);
  }

  /** Those who wait for something to claim are asked to come again. */
  public void close() {
    roleClaims.close();
  }

  private void post(
      RoutesConfig routes, String path, String name, String outcome, LeaseRequest request) {
    routes.post(
        path,
        ctx -> {
          try {
            QueryParameters.of(ctx);
            byte[] body = json(ctx);
            positions.await(ctx);
            request.handle(ctx, body);
            metrics.lease(name, outcome);
          } catch (HttpProblem e) {
            metrics.lease(name, LeaseProblems.code(e.type()));
            throw e;
          }
        });
  }

  /** The body. Only who knows a token may leave it out. */
  private static byte[] json(Context ctx) throws IOException {
    boolean mayLeaveItOut = ctx.contentType() == null && ctx.pathParamMap().containsKey("token");
    if (mayLeaveItOut && RequestBodies.readSmall(ctx, MAX_BODY_BYTES).length == 0) {
      return new byte[0];
    }
    return RequestBodies.readJson(ctx, MAX_BODY_BYTES);
  }

  private void claimByRole(Context ctx, byte[] body) throws InterruptedException {
    BodyMembers members =
        BodyMembers.of(
            body, "holder", "capabilities", "kinds", "sessions", "lease_seconds", "wait_seconds");
    String role = ctx.pathParam("role");
    String key = Provenance.idempotencyKey(ctx);
    ClaimTerms terms = terms(members, role, key);
    Wanted wanted =
        new Wanted(
            new ClaimFilter(
                role,
                members.texts("capabilities"),
                members.texts("kinds"),
                members.texts("sessions")),
            Duration.ofSeconds(members.number("wait_seconds", 0, MAX_WAIT_SECONDS, 0)));
    bindKey(ctx, key, body);
    Granted granted =
        roleClaims
            .claim(wanted, terms, new ClaimAttempts(idempotency, key))
            .orElseThrow(() -> nothingToClaim(wanted, terms.holder()));
    answer(ctx, granted);
  }

  private HttpProblem nothingToClaim(Wanted wanted, String holder) {
    return LeaseProblems.nothingToClaim(
        wanted,
        OpenCounts.of(
            queries.open(wanted.filter().role(), null, LedgerQueries.MAX_LIMIT),
            wanted.filter(),
            holder));
  }

  private void claimById(Context ctx, byte[] body) throws InterruptedException {
    BodyMembers members = BodyMembers.of(body, "holder", "capabilities", "lease_seconds", "role");
    String key = Provenance.idempotencyKey(ctx);
    ClaimTerms terms = terms(members, members.optionalName("role", MAX_NAME_BYTES), key);
    Set<String> capabilities = members.texts("capabilities");
    HandoffView handoff = handoff(ctx);
    List<String> missing =
        handoff.requiredCapabilities().stream()
            .filter(required -> !capabilities.contains(required))
            .toList();
    if (!missing.isEmpty()) {
      throw LeaseProblems.lacksCapabilities(handoff, missing);
    }
    bindKey(ctx, key, body);
    answer(ctx, new Granted(handoff, done(commands.claim(handoff, terms))));
  }

  private void forceRelease(Context ctx, byte[] body) throws InterruptedException {
    BodyMembers members = BodyMembers.of(body, "by", "reason");
    String by = members.name("by", MAX_NAME_BYTES);
    String reason = members.name("reason", MAX_TEXT_CHARACTERS);
    HandoffView handoff = handoff(ctx);
    answerEnded(
        ctx, new Command.ForceRelease(handoff.session(), ClaimTerms.row(handoff), by, reason));
  }

  private void renew(Context ctx, byte[] body) throws InterruptedException {
    Duration lease = lease(BodyMembers.of(body, "lease_seconds"));
    Reply reply = done(commands.send(new Command.Renew(token(ctx), lease)));
    awaitProjections(reply);
    positions.tell(ctx);
    JsonAnswer.write(ctx, 200, ReplyCodec.node(reply.lease()));
  }

  private void release(Context ctx, byte[] body) throws InterruptedException {
    String reason = BodyMembers.of(body, "reason").text("reason", MAX_TEXT_CHARACTERS);
    answerEnded(ctx, new Command.Release(token(ctx), reason));
  }

  private void complete(Context ctx, byte[] body) throws InterruptedException {
    String note = BodyMembers.of(body, "note").text("note", MAX_TEXT_CHARACTERS);
    answerEnded(ctx, new Command.Complete(token(ctx), note));
  }

  private HandoffView handoff(Context ctx) {
    return queries.handoff(HandoffIds.of(ctx)).orElseThrow(HandoffIds::unknown);
  }

  private static ClaimToken token(Context ctx) {
    return ClaimToken.parse(ctx.pathParam("token")).orElseThrow(LeaseProblems::unknownToken);
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

  private void bindKey(Context ctx, String key, byte[] body) throws InterruptedException {
    if (key != null) {
      idempotency.claim(key, ctx.req().getMethod() + " " + ctx.path(), body);
    }
  }

  private static Reply done(Reply reply) {
    if (reply.outcome() == Reply.Outcome.REFUSED) {
      throw LeaseProblems.refused(reply);
    }
    return reply;
  }

  private void answer(Context ctx, Granted granted) throws InterruptedException {
    Reply reply = granted.reply();
    awaitProjections(reply);
    positions.tell(ctx);
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
    JsonAnswer.write(ctx, 201, answer);
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

  private void answerEnded(Context ctx, Command command) throws InterruptedException {
    Reply reply = done(commands.send(command));
    awaitProjections(reply);
    positions.tell(ctx);
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer.put("id", reply.id());
    answer.set(
        "ended", reply.ended() != null ? ReplyCodec.node(reply.ended()) : endedAsRecorded(reply));
    JsonAnswer.write(ctx, 200, answer);
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
