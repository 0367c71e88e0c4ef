package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.wire.RecordOrigin;
import dev.handoffledger.schemas.wire.RelayEnvelope;
import dev.handoffledger.schemas.wire.Reply;
import java.time.Instant;
import java.util.List;

/** Something to tell others; unlike a fact it is not in the ledger. */
public sealed interface Message {

  /** A handoff goes to the topic of a role. */
  record ToRole(String role, Fact recorded) implements Message {}

  /**
   * A handoff is not, or no longer, to be trusted.
   *
   * @param routed whether its roles have had it already
   */
  record ToQuarantine(Fact recorded, Link link, boolean routed) implements Message {}

  /**
   * An artifact is refused.
   *
   * @param bytes as published
   * @param session the session it names, or null
   * @param kind the kind it was read as, or null
   * @param trace the stack trace of an internal error, or null
   */
  record ToRejected(
      RecordOrigin origin,
      byte[] bytes,
      List<Problem> problems,
      String session,
      String kind,
      String publisher,
      String traceparent,
      Instant at,
      String trace)
      implements Message {
    public ToRejected {
      problems = List.copyOf(problems);
    }
  }

  /** The processor tells itself something, on the partition of another session perhaps. */
  record ToRelay(RelayEnvelope envelope, Instant at) implements Message {}

  /**
   * A person is told that a handoff was given out too often.
   *
   * @param seq of the fact that says so
   */
  record ToPerson(
      String session,
      long seq,
      String handoffId,
      String kind,
      int deliveries,
      String lastHolder,
      Instant at)
      implements Message {}

  /** The gateway instance that asked is told what became of it. */
  record ToAsker(String replyTo, Reply reply, Instant at) implements Message {}
}
