package dev.handoffledger.projections.fold;

import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import java.util.Objects;

/**
 * An answer to a handoff that stands.
 *
 * @param id the answering handoff's id
 * @param session its session
 * @param kind its kind
 * @param by whether it declares the handoff as its parent, or completes it by a rule
 * @param completes whether it completes the handoff
 */
public record Answer(String id, String session, String kind, Link.By by, boolean completes) {
  public Answer {
    Objects.requireNonNull(id);
    Objects.requireNonNull(session);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(by);
  }

  static Answer of(Fact.Answered answered) {
    return new Answer(
        answered.answer(),
        answered.answerSession(),
        answered.answerKind(),
        answered.by(),
        answered.completes());
  }
}
