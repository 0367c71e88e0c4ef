package dev.handoffledger.projections.fold;

import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.succession.Lanes;
import java.util.List;
import java.util.Optional;

/** The rows of now, as a fold reads them. */
public interface Rows {
  Optional<SessionRow> session(String session);

  Optional<HandoffRow> handoff(String id);

  /** The facts of a session that are kept, in the order of their seq, both ends included. */
  List<Fact> facts(String session, long fromSeq, long toSeq);

  /** The smallest id of the answers that complete a handoff and stand. */
  Optional<String> completingAnswer(String handoffId);

  Lanes lanes();
}
