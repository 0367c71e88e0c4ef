package dev.handoffledger.processor.internal;

import dev.handoffledger.processor.decide.Deadline;
import dev.handoffledger.processor.decide.Decider;
import dev.handoffledger.processor.decide.Decision;
import dev.handoffledger.processor.decide.HoldPolicy;
import dev.handoffledger.processor.decide.Input;
import dev.handoffledger.processor.decide.LeasePolicy;
import dev.handoffledger.processor.decide.Message;
import dev.handoffledger.processor.decide.RowKey;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.wire.Command;
import dev.handoffledger.schemas.wire.CommandCodec;
import dev.handoffledger.schemas.wire.Publication;
import dev.handoffledger.schemas.wire.RecordOrigin;
import dev.handoffledger.schemas.wire.RelayEnvelope;
import dev.handoffledger.schemas.wire.RelayEnvelope.Due;
import dev.handoffledger.schemas.wire.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * The write side without Kafka: partitions that decide, apply, and tell each other what they have
 * to through a relay that keeps the order between any two of them.
 */
final class TestLedger {
  private static final Formats FORMATS = new Formats();

  private final Decider decider;
  private final ToIntFunction<String> partitionOf;
  private final List<PartitionState> partitions = new ArrayList<>();
  private final Map<Integer, Deque<RelayEnvelope>> relay = new TreeMap<>();
  private final List<Fact> facts = new ArrayList<>();
  private final List<Message> messages = new ArrayList<>();
  private boolean relayStopped;
  private Instant now = Instant.parse("2026-05-01T00:00:00Z");

  /** With one partition. */
  TestLedger() {
    this(HoldPolicy.DEFAULT, 1);
  }

  TestLedger(HoldPolicy policy, int count) {
    decider = new Decider(policy, LeasePolicy.DEFAULT, FORMATS);
    partitionOf = session -> Math.floorMod(session.hashCode(), count);
    for (int number = 0; number < count; number++) {
      int partition = number;
      partitions.add(
          new PartitionState(
              session -> partitionOf.applyAsInt(session) == partition,
              new SortedStore(),
              new SortedStore()));
    }
  }

  int partition(String session) {
    return partitionOf.applyAsInt(session);
  }

  /** Keeps what the partitions tell each other until {@link #deliver()}. */
  TestLedger holdingTheRelay() {
    relayStopped = true;
    return this;
  }

  /** Publishes one second after what was before, and gives what its publisher is told. */
  Reply publish(Handoff handoff) {
    now = now.plusSeconds(1);
    return publishAt(handoff, now);
  }

  Reply publishAt(Handoff handoff, Instant at) {
    return publishAs(handoff, "test", null, at);
  }

  /** Publishes under a name and, perhaps, the token of a lease. */
  Reply publishAs(Handoff handoff, String publisher, String claimToken) {
    now = now.plusSeconds(1);
    return publishAs(handoff, publisher, claimToken, now);
  }

  private Reply publishAs(Handoff handoff, String publisher, String claimToken, Instant at) {
    return reply(
        apply(
            partitionOf.applyAsInt(handoff.session()),
            new Input.Published(
                handoff,
                new Publication(
                    handoff.artifact(),
                    publisher,
                    null,
                    null,
                    null,
                    "gateway",
                    "request",
                    null,
                    null,
                    claimToken),
                new RecordOrigin("handoff.in.test", 0, 0, null, at.toEpochMilli()),
                at)));
  }

  /** Commands one second after what was before, and gives the answer. */
  Reply command(Command command) {
    now = now.plusSeconds(1);
    return reply(
        apply(
            partitionOf.applyAsInt(command.session()),
            new Input.Commanded(
                command,
                new Publication(
                    CommandCodec.encode(command),
                    null,
                    null,
                    null,
                    null,
                    "gateway",
                    "request",
                    null,
                    null,
                    null),
                new RecordOrigin("handoff.commands", 0, 0, null, now.toEpochMilli()),
                now)));
  }

  private static Reply reply(Decision decision) {
    return decision.messages().stream()
        .filter(Message.ToAsker.class::isInstance)
        .map(message -> ((Message.ToAsker) message).reply())
        .findFirst()
        .orElseThrow();
  }

  /** Lets time pass without any tick. */
  void skip(Duration time) {
    now = now.plus(time);
  }

  /** Lets time pass and judges all that is due by then, as the ticks do. */
  void pass(long seconds) {
    now = now.plusSeconds(seconds);
    tick();
  }

  void tick() {
    for (int partition = 0; partition < partitions.size(); partition++) {
      for (Deadline deadline : partitions.get(partition).due(now, 1000)) {
        apply(partition, relayed(deadline.tick(), now));
      }
    }
  }

  /** A tick that says that a parent is waited for no longer, at a broker's time of its own. */
  Decision tick(Handoff handoff, Instant at) {
    RowKey key = RowKey.of(handoff);
    String session = handoff.parent().session();
    Due due = new Due(session, Due.What.PARENT, key.session(), key.row());
    return apply(partitionOf.applyAsInt(session), relayed(due, at));
  }

  /** A message that the processor told itself, perhaps once more. */
  Decision relay(RelayEnvelope envelope) {
    return apply(partitionOf.applyAsInt(envelope.session()), relayed(envelope, now));
  }

  /** Delivers all that the partitions have to tell each other, and what comes of it. */
  void deliver() {
    while (deliverNext(0)) {}
  }

  /**
   * Delivers one message.
   *
   * @param choice from which of the partitions that have any
   * @return whether there was one
   */
  boolean deliverNext(int choice) {
    List<Integer> sources =
        relay.keySet().stream().filter(source -> !relay.get(source).isEmpty()).toList();
    if (sources.isEmpty()) {
      return false;
    }
    Deque<RelayEnvelope> queue = relay.get(sources.get(Math.floorMod(choice, sources.size())));
    relay(queue.poll());
    return true;
  }

  private static Input.Relayed relayed(RelayEnvelope envelope, Instant at) {
    return new Input.Relayed(
        envelope,
        new RecordOrigin("handoff.relay", 0, 0, envelope.session(), at.toEpochMilli()),
        at);
  }

  private Decision apply(int partition, Input input) {
    PartitionState state = partitions.get(partition);
    Decision decision = decider.decide(state, input);
    decision.changes().forEach(state::apply);
    facts.addAll(decision.facts());
    messages.addAll(decision.messages());
    for (Message message : decision.messages()) {
      if (message instanceof Message.ToRelay toRelay) {
        RelayEnvelope envelope = toRelay.envelope();
        int route = partition * partitions.size() + partitionOf.applyAsInt(envelope.session());
        relay.computeIfAbsent(route, unused -> new ArrayDeque<>()).add(envelope);
      }
    }
    if (!relayStopped && !input.origin().topic().equals("handoff.relay")) {
      deliver();
    }
    return decision;
  }

  /** What the partitions told each other that they still have to hear. */
  List<RelayEnvelope> undelivered() {
    return relay.values().stream().flatMap(Deque::stream).toList();
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

  List<Message.ToPerson> notices() {
    return messages.stream()
        .filter(Message.ToPerson.class::isInstance)
        .map(Message.ToPerson.class::cast)
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
