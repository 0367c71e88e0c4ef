package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reading;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.Rejection;
import dev.handoffledger.schemas.wire.Command;
import dev.handoffledger.schemas.wire.CommandCodec;
import dev.handoffledger.schemas.wire.InboundCodec;
import dev.handoffledger.schemas.wire.Publication;
import dev.handoffledger.schemas.wire.RecordOrigin;
import dev.handoffledger.schemas.wire.RelayEnvelope;
import dev.handoffledger.schemas.wire.Topics;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Where an artifact's way through the processor begins: bytes become an input for a session of this
 * partition, a hop to another partition, or a refusal.
 */
public final class Intake {

  /** What becomes of a consumed record. */
  public sealed interface Result {

    record ForSession(String session, Input input) implements Result {}

    /** The session belongs to another partition. */
    record Hop(RelayEnvelope.Misrouted envelope) implements Result {}

    record Refused(List<Message> messages) implements Result {}

    record RoleTopicReady(String role) implements Result {}
  }

  private final HandoffReader reader;
  private final ToIntFunction<String> partitionOf;

  /**
   * @param partitionOf the partition of a session
   */
  public Intake(HandoffReader reader, ToIntFunction<String> partitionOf) {
    this.reader = reader;
    this.partitionOf = partitionOf;
  }

  /** Takes in a record of an inbound topic, or of the commands. */
  public Result published(RecordOrigin origin, Map<String, String> headers, byte[] value) {
    return taken(
        origin,
        headers,
        value,
        new Arrival(Instant.ofEpochMilli(origin.timestamp()), origin.partition(), true));
  }

  /**
   * How a record came here.
   *
   * @param mayHop whether it may go on to another partition
   */
  private record Arrival(Instant at, int partition, boolean mayHop) {}

  private Result taken(
      RecordOrigin origin, Map<String, String> headers, byte[] value, Arrival arrival) {
    return origin.topic().equals(Topics.COMMANDS)
        ? command(origin, headers, value, arrival)
        : artifact(origin, headers, value, arrival);
  }

  /**
   * Takes in a record of the relay topic, which was sent to the partition of its session.
   *
   * @param relay where the record stands on the relay topic; its key is the session
   */
  public Result relayed(RecordOrigin relay, Map<String, String> headers, byte[] value) {
    Instant at = Instant.ofEpochMilli(relay.timestamp());
    RelayEnvelope envelope;
    try {
      envelope = RelayEnvelope.read(relay.key(), headers, value);
    } catch (RuntimeException e) {
      return refused(relay, InboundCodec.decode(headers, value), e, at);
    }
    if (envelope instanceof RelayEnvelope.Misrouted misrouted) {
      return taken(
          misrouted.origin(),
          misrouted.headers(),
          misrouted.artifact(),
          new Arrival(at, relay.partition(), false));
    } else if (envelope instanceof RelayEnvelope.RoleTopicReady ready) {
      return new Result.RoleTopicReady(ready.role());
    }
    return new Result.ForSession(envelope.session(), new Input.Relayed(envelope, relay, at));
  }

  private Result command(
      RecordOrigin origin, Map<String, String> headers, byte[] value, Arrival arrival) {
    Publication publication = InboundCodec.decode(headers, value);
    CommandCodec.Result read = CommandCodec.decode(publication.artifact());
    if (read instanceof CommandCodec.Result.NotUnderstood not) {
      return new Result.Refused(
          Refusal.of(origin, publication, not.problems(), null, null, arrival.at(), null));
    }
    Command command = ((CommandCodec.Result.Understood) read).command();
    Input input = new Input.Commanded(command, publication, origin, arrival.at());
    return forSession(command.session(), input, publication, headers, value, arrival);
  }

  private Result forSession(
      String session,
      Input input,
      Publication publication,
      Map<String, String> headers,
      byte[] value,
      Arrival arrival) {
    if (partitionOf.applyAsInt(session) == arrival.partition()) {
      return new Result.ForSession(session, input);
    }
    if (arrival.mayHop()) {
      return new Result.Hop(
          new RelayEnvelope.Misrouted(
              session, input.origin(), headers, value == null ? new byte[0] : value));
    }
    return refused(
        input.origin(),
        publication,
        new IllegalStateException("a relayed record came to a partition that is not its session's"),
        arrival.at());
  }

  private Result artifact(
      RecordOrigin origin, Map<String, String> headers, byte[] value, Arrival arrival) {
    Publication publication = InboundCodec.decode(headers, value);
    Instant at = arrival.at();
    Reading reading;
    try {
      reading = reader.read(publication.artifact(), origin.topic());
    } catch (RuntimeException e) {
      return refused(origin, publication, e, at);
    }
    if (reading instanceof Reading.Rejected rejected) {
      Rejection rejection = rejected.rejection();
      return new Result.Refused(
          Refusal.of(
              origin,
              publication,
              rejection.problems(),
              rejection.session(),
              rejection.kind(),
              at,
              null));
    }
    Handoff handoff = ((Reading.Accepted) reading).handoff();
    Input input = new Input.Published(handoff, publication, origin, at);
    return forSession(handoff.session(), input, publication, headers, value, arrival);
  }

  private static Result refused(
      RecordOrigin origin, Publication publication, RuntimeException cause, Instant at) {
    return new Result.Refused(
        Refusal.of(
            origin, publication, List.of(internalError()), null, null, at, stackTrace(cause)));
  }

  /** What an agent is told when the ledger itself is at fault. */
  public static Problem internalError() {
    return new Problem(
        Reason.INTERNAL_ERROR,
        "",
        "The ledger failed on this artifact; nothing in it needs to change. Its operator finds the"
            + " trace in handoff.rejected.");
  }

  /** The trace that goes with {@link #internalError()}. */
  public static String stackTrace(RuntimeException cause) {
    StringWriter trace = new StringWriter();
    cause.printStackTrace(new PrintWriter(trace));
    return trace.toString();
  }
}
