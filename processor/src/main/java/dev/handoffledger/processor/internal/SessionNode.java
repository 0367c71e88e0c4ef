package dev.handoffledger.processor.internal;

import dev.handoffledger.processor.decide.Deadline;
import dev.handoffledger.processor.decide.Decide;
import dev.handoffledger.processor.decide.Decision;
import dev.handoffledger.processor.decide.Input;
import dev.handoffledger.processor.decide.Intake;
import dev.handoffledger.processor.decide.Message;
import dev.handoffledger.processor.decide.Refusal;
import dev.handoffledger.processor.decide.StateChange;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.wire.Publication;
import dev.handoffledger.schemas.wire.RelayEnvelope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides on each input, then applies the decision. Only the deciding is guarded: what fails while
 * a decision is being applied must abort the transaction, since half a decision forks a chain.
 */
final class SessionNode implements Processor<String, Input, String, Outgoing> {
  private static final Logger LOG = LoggerFactory.getLogger(SessionNode.class);
  private static final Duration TICK_INTERVAL = Duration.ofMillis(500);
  private static final int TICKS_AT_ONCE = 1000;

  private final Decide decide;
  private final ToIntFunction<String> partitionOf;
  private ProcessorContext<String, Outgoing> context;
  private PartitionState state;

  SessionNode(Decide decide, ToIntFunction<String> partitionOf) {
    this.decide = decide;
    this.partitionOf = partitionOf;
  }

  @Override
  public void init(ProcessorContext<String, Outgoing> processorContext) {
    this.context = processorContext;
    int partition = context.taskId().partition();
    this.state =
        new PartitionState(
            session -> partitionOf.applyAsInt(session) == partition,
            context.getStateStore(Nodes.SESSION_STATE),
            context.getStateStore(Nodes.BODIES));
    context.schedule(TICK_INTERVAL, PunctuationType.WALL_CLOCK_TIME, this::tick);
  }

  @Override
  public void process(Record<String, Input> record) {
    apply(record.timestamp(), decide(record.value()));
  }

  private Decision decide(Input input) {
    try {
      return decide.decide(state, input);
    } catch (KafkaException e) {
      // The store failed, not the rule: the transaction must not go on.
      throw e;
    } catch (RuntimeException e) {
      LOG.error("event=decide_failed input={}", input.getClass().getSimpleName(), e);
      return failed(input, e);
    }
  }

  private Decision failed(Input input, RuntimeException cause) {
    String trace = Intake.stackTrace(cause);
    if (input instanceof Input.Published published) {
      List<Message> refusal =
          Refusal.of(
              published.origin(),
              published.publication(),
              List.of(Intake.internalError()),
              published.handoff().session(),
              published.handoff().kind(),
              input.at(),
              trace);
      return new Decision(List.of(), refusal, List.of());
    }
    Publication publication =
        input instanceof Input.Commanded commanded
            ? commanded.publication()
            : relayed(((Input.Relayed) input).envelope());
    String session =
        input instanceof Input.Commanded commanded
            ? commanded.command().session()
            : ((Input.Relayed) input).envelope().session();
    List<Message> refusal =
        Refusal.of(
            input.origin(),
            publication,
            List.of(Intake.internalError()),
            session,
            null,
            input.at(),
            trace);
    return new Decision(List.of(), refusal, forgotten(input));
  }

  private static Publication relayed(RelayEnvelope envelope) {
    return new Publication(
        envelope.recordValue(), null, null, null, null, null, null, null, null, null);
  }

  /** Without their deadline, what failed when it was due would fail again at every tick. */
  private List<StateChange> forgotten(Input input) {
    if (!(input instanceof Input.Relayed relayed)) {
      return List.of();
    }
    return state.due(input.at(), TICKS_AT_ONCE).stream()
        .filter(deadline -> deadline.tick().equals(relayed.envelope()))
        .<StateChange>map(StateChange.DeleteDeadline::new)
        .toList();
  }

  private void apply(long timestamp, Decision decision) {
    for (StateChange change : decision.changes()) {
      state.apply(change);
    }
    for (Fact fact : decision.facts()) {
      context.forward(new Record<>(fact.session(), new Outgoing.Append(fact), timestamp));
    }
    for (Message message : decision.messages()) {
      context.forward(new Record<>(null, new Outgoing.Send(message), timestamp));
    }
  }

  /** Sends ticks to the relay only: whether something is due, a consumed record decides. */
  private void tick(long now) {
    Instant at = Instant.ofEpochMilli(now);
    for (Deadline deadline : state.due(at, TICKS_AT_ONCE)) {
      context.forward(
          new Record<>(deadline.session(), new Outgoing.Relay(deadline.tick(), at), now));
    }
  }
}
