package dev.handoffledger.processor.internal;

import dev.handoffledger.processor.decide.Decider;
import dev.handoffledger.processor.decide.Decision;
import dev.handoffledger.processor.decide.HoldPolicy;
import dev.handoffledger.processor.decide.Input;
import dev.handoffledger.processor.decide.Message;
import dev.handoffledger.processor.decide.RowKey;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.wire.Publication;
import dev.handoffledger.schemas.wire.RecordOrigin;
import dev.handoffledger.schemas.wire.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** One partition of the write side without Kafka: decides, applies, and keeps what came of it. */
final class OnePartition {
  private static final Formats FORMATS = new Formats();

  private final Decider decider;
  private final PartitionState state;
  private final List<Fact> facts = new ArrayList<>();
  private final List<Message> messages = new ArrayList<>();
  private Instant now = Instant.parse("2026-05-01T00:00:00Z");

  OnePartition() {
    this(HoldPolicy.DEFAULT, session -> true);
  }

  OnePartition(HoldPolicy policy, Predicate<String> isLocal) {
    this.decider = new Decider(policy, FORMATS);
    this.state = new PartitionState(isLocal, new SortedStore(), new SortedStore());
  }

  /** Publishes one second after what was before, and gives what its publisher is told. */
  Reply publish(Handoff handoff) {
    now = now.plusSeconds(1);
    return publishAt(handoff, now);
  }

  Reply publishAt(Handoff handoff, Instant at) {
    Decision decision =
        apply(
            new Input.Published(
                handoff,
                new Publication(
                    handoff.artifact(), "test", null, null, null, "gateway", "request", null, null),
                new RecordOrigin("handoff.in.test", 0, 0, null, at.toEpochMilli()),
                at));
    return decision.messages().stream()
        .filter(Message.ToAsker.class::isInstance)
        .map(message -> ((Message.ToAsker) message).reply())
        .findFirst()
        .orElseThrow();
  }

  /** Lets time pass and judges every hold that is over by then, as the ticks do. */
  void pass(long seconds) {
    now = now.plusSeconds(seconds);
    for (RowKey key : state.due(now, 1000)) {
      apply(new Input.HoldOver(key, now));
    }
  }

  /** A tick that says that the hold of a handoff is over, at a broker's time of its own. */
  Decision tick(Handoff handoff, Instant at) {
    return apply(new Input.HoldOver(RowKey.of(handoff), at));
  }

  private Decision apply(Input input) {
    Decision decision = decider.decide(state, input);
    decision.changes().forEach(state::apply);
    facts.addAll(decision.facts());
    messages.addAll(decision.messages());
    return decision;
  }

  Instant now() {
    return now;
  }

  List<Fact> facts() {
    return facts;
  }

  List<Fact> facts(String session) {
    return facts.stream().filter(fact -> fact.session().equals(session)).toList();
  }

  /** The roles that a handoff was routed to, in order. */
  List<String> routes(Handoff handoff) {
    return messages.stream()
        .filter(Message.ToRole.class::isInstance)
        .map(Message.ToRole.class::cast)
        .filter(route -> route.recorded().handoffId().equals(handoff.id()))
        .map(Message.ToRole::role)
        .toList();
  }

  List<Message.ToQuarantine> quarantined(Handoff handoff) {
    return messages.stream()
        .filter(Message.ToQuarantine.class::isInstance)
        .map(Message.ToQuarantine.class::cast)
        .filter(message -> message.recorded().handoffId().equals(handoff.id()))
        .toList();
  }

  /** A handoff's link by the newest fact that states it. */
  Link link(Handoff handoff) {
    Optional<Link> link = Optional.empty();
    for (Fact fact : facts(handoff.session())) {
      if (fact.handoffId().equals(handoff.id())) {
        if (fact.body() instanceof Fact.Recorded recorded) {
          link = Optional.of(recorded.link());
        } else if (fact.body() instanceof Fact.Linked linked) {
          link = Optional.of(linked.link());
        }
      }
    }
    return link.orElseThrow();
  }

  /** The handoffs that answer a handoff, by the newest fact about each. */
  List<String> answers(Handoff handoff) {
    List<String> answers = new ArrayList<>();
    for (Fact fact : facts(handoff.session())) {
      if (fact.handoffId().equals(handoff.id()) && fact.body() instanceof Fact.Answered answered) {
        answers.remove(answered.answer());
        if (!answered.withdrawn()) {
          answers.add(answered.answer());
        }
      }
    }
    return answers;
  }
}
