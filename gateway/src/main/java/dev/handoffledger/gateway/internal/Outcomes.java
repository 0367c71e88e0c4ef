package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.format.LoopOpsEventFormat;
import dev.handoffledger.schemas.wire.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is told of a published artifact: the ledger's reply, with link and roles as the projections
 * show them.
 */
final class Outcomes {
  private static final Logger LOG = LoggerFactory.getLogger(Outcomes.class);
  private static final Duration PROJECTION_WAIT = Duration.ofSeconds(5);

  private final LedgerQueries queries;

  Outcomes(LedgerQueries queries) {
    this.queries = queries;
  }

  /**
   * Waits until the projections have read the facts of some answers, and issues tell of the events
   * among them, so that whoever reads next reads what it wrote; not longer than 5 seconds in all.
   */
  void awaitProjections(Collection<Submitted> all) throws InterruptedException {
    Map<String, Long> newest = new HashMap<>();
    List<Reply> events = new ArrayList<>();
    for (Submitted submitted : all) {
      if (submitted instanceof Submitted.Answered answered && answered.reply().seq() > 0) {
        newest.merge(answered.reply().session(), answered.reply().seq(), Math::max);
        if (LoopOpsEventFormat.isEvent(answered.reply().kind())) {
          events.add(answered.reply());
        }
      }
    }
    long deadline = System.nanoTime() + PROJECTION_WAIT.toNanos();
    for (Map.Entry<String, Long> fact : newest.entrySet()) {
      Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
      if (!queries.waitFor(fact.getKey(), fact.getValue(), left)) {
        LOG.info("answering before the projections have read fact {}", fact.getValue());
      }
    }
    for (Reply event : events) {
      Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
      if (!queries.waitForIssue(event.session(), event.id(), left)) {
        LOG.info("answering before an issue tells of the event {}", event.id());
      }
    }
  }

  /** The outcome as {@code docs/http.md} shows it. */
  ObjectNode json(Route route, Submitted submitted) {
    if (submitted instanceof Submitted.Answered answered) {
      return answered(answered.reply());
    }
    if (submitted instanceof Submitted.TooLarge) {
      return node(
          Reply.Outcome.REJECTED.code(),
          route,
          List.of(),
          List.of(
              new Problem(
                  Reason.TOO_LARGE, "", "The artifact is too large; publish a smaller one.")));
    }
    return node("pending", route, pendingWarnings(submitted), List.of());
  }

  private static List<Warning> pendingWarnings(Submitted submitted) {
    if (submitted instanceof Submitted.Unconfirmed unconfirmed) {
      return List.of(new Warning("not_confirmed", "", unconfirmed.advice()));
    }
    if (submitted instanceof Submitted.KeptBack) {
      return List.of(
          new Warning(
              "not_published",
              "",
              "It was kept back, because an earlier line that must come first got no answer;"
                  + " publish it again."));
    }
    return List.of();
  }

  private ObjectNode answered(Reply reply) {
    Optional<HandoffView> view = view(reply.id());
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("outcome", reply.outcome().code());
    node.put("fact", reply.fact());
    node.put("id", reply.id());
    node.put("session", reply.session());
    node.put("kind", reply.kind());
    node.put("seq", reply.seq() > 0 ? reply.seq() : null);
    node.set("roles", ViewJson.texts(view.map(HandoffView::roles).orElse(reply.roles())));
    node.set("link", ViewJson.link(view.map(HandoffView::link).orElse(reply.link())));
    node.set("warnings", ViewJson.list(warnings(reply), ViewJson::warning));
    node.set("problems", ViewJson.list(reply.problems(), ViewJson::problem));
    return node;
  }

  private static List<Warning> warnings(Reply reply) {
    Stream<Warning> ofLink = reply.link() == null ? Stream.of() : reply.link().warnings().stream();
    return Stream.concat(reply.warnings().stream(), ofLink).distinct().toList();
  }

  private static ObjectNode node(
      String outcome, Route route, List<Warning> warnings, List<Problem> problems) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("outcome", outcome);
    node.putNull("fact");
    node.put("id", route.id());
    node.put("session", route.session());
    node.put("kind", route.kind());
    node.putNull("seq");
    node.set("roles", ViewJson.texts(List.of()));
    node.putNull("link");
    node.set("warnings", ViewJson.list(warnings, ViewJson::warning));
    node.set("problems", ViewJson.list(problems, ViewJson::problem));
    return node;
  }

  private Optional<HandoffView> view(String id) {
    if (id == null) {
      return Optional.empty();
    }
    try {
      return queries.handoff(id);
    } catch (NotAvailableException e) {
      LOG.info("the link is told as the write side knows it", e);
      return Optional.empty();
    }
  }
}
