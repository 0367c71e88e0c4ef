package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reading;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.Rejection;
import dev.handoffledger.schemas.wire.InboundCodec;
import dev.handoffledger.schemas.wire.Publication;
import dev.handoffledger.schemas.wire.RecordOrigin;
import dev.handoffledger.schemas.wire.RelayEnvelope;
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

  /** Takes in a record of an inbound topic. */
  public Result published(RecordOrigin origin, Map<String, String> headers, byte[] value) {
    Instant at = Instant.ofEpochMilli(origin.timestamp());
    return artifact(origin, headers, value, at, origin.partition(), true);
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
      return artifact(
          misrouted.origin(),
          misrouted.headers(),
          misrouted.artifact(),
          at,
          relay.partition(),
          false);
    } else if (envelope instanceof RelayEnvelope.HoldOver holdOver) {
      RowKey key = new RowKey(holdOver.session(), holdOver.row());
      return new Result.ForSession(holdOver.session(), new Input.HoldOver(key, at));
    } else if (envelope instanceof RelayEnvelope.RoleTopicReady ready) {
      return new Result.RoleTopicReady(ready.role());
    }
    return refused(
        relay,
        InboundCodec.decode(headers, value),
        new IllegalStateException("nothing here sends this envelope yet"),
        at);
  }

  private Result artifact(
      RecordOrigin origin,
      Map<String, String> headers,
      byte[] value,
      Instant at,
      int partition,
      boolean mayHop) {
    Publication publication = InboundCodec.decode(headers, value);
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
    if (partitionOf.applyAsInt(handoff.session()) == partition) {
      return new Result.ForSession(
          handoff.session(), new Input.Published(handoff, publication, origin, at));
    }
    if (mayHop) {
      return new Result.Hop(
          new RelayEnvelope.Misrouted(
              handoff.session(), origin, headers, value == null ? new byte[0] : value));
    }
    return refused(
        origin,
        publication,
        new IllegalStateException("a relayed record came to a partition that is not its session's"),
        at);
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
