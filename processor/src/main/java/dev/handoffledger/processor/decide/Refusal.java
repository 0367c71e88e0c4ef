package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.wire.Publication;
import dev.handoffledger.schemas.wire.RecordOrigin;
import dev.handoffledger.schemas.wire.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The refusal of an artifact: a record of it, and word to whoever asked. */
public final class Refusal {
  private Refusal() {}

  /**
   * The messages of a refusal.
   *
   * @param session the session the artifact names, or null
   * @param kind the kind it was read as, or null
   * @param trace the stack trace of an internal error, or null
   */
  public static List<Message> of(
      RecordOrigin origin,
      Publication publication,
      List<Problem> problems,
      String session,
      String kind,
      Instant at,
      String trace) {
    List<Message> messages = new ArrayList<>();
    messages.add(
        new Message.ToRejected(
            origin,
            publication.artifact(),
            problems,
            session,
            kind,
            publication.publisher(),
            publication.traceparent(),
            at,
            trace));
    if (publication.replyTo() != null && publication.correlationId() != null) {
      messages.add(
          new Message.ToAsker(
              publication.replyTo(),
              new Reply(
                  publication.correlationId(),
                  Reply.Outcome.REJECTED,
                  null,
                  null,
                  session,
                  kind,
                  0,
                  List.of(),
                  null,
                  List.of(),
                  problems),
              at));
    }
    return messages;
  }
}
