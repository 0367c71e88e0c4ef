package dev.handoffledger.processor.decide;

import dev.handoffledger.processor.decide.Message.ToAsker;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.wire.Publication;
import dev.handoffledger.schemas.wire.Reply;
import java.util.List;
import java.util.stream.Stream;

/** Word to whoever asked what became of an artifact that was not refused. */
final class Replying {
  private Replying() {}

  static void duplicate(Draft draft, Publication publication, Handoff handoff, HandoffRow row) {
    if (publication.replyTo() == null || publication.correlationId() == null) {
      return;
    }
    draft.send(
        new ToAsker(
            publication.replyTo(),
            new Reply(
                publication.correlationId(),
                Reply.Outcome.DUPLICATE,
                null,
                row.id(),
                handoff.session(),
                handoff.kind(),
                row.seq(),
                handoff.roles(),
                row.link(),
                List.of(),
                List.of()),
            draft.at()));
  }

  static void recorded(Draft draft, Publication publication, Fact fact, String kind, Link link) {
    if (publication.replyTo() == null || publication.correlationId() == null) {
      return;
    }
    boolean recorded = fact.body() instanceof Fact.Recorded;
    draft.send(
        new ToAsker(
            publication.replyTo(),
            new Reply(
                publication.correlationId(),
                Reply.Outcome.RECORDED,
                fact.type(),
                fact.handoffId(),
                fact.session(),
                kind,
                fact.seq(),
                recorded ? ((Fact.Recorded) fact.body()).roles() : List.of(),
                link.withWarnings(List.of()),
                recorded ? warnings((Fact.Recorded) fact.body()) : List.of(),
                List.of()),
            draft.at()));
  }

  private static List<Warning> warnings(Fact.Recorded recorded) {
    return Stream.concat(recorded.warnings().stream(), recorded.link().warnings().stream())
        .toList();
  }
}
