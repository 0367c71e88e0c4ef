package dev.handoffledger.bench.micro;

import dev.handoffledger.projections.fold.HandoffRow;
import dev.handoffledger.projections.fold.Rows;
import dev.handoffledger.projections.fold.SessionRow;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.succession.Lanes;
import java.util.List;
import java.util.Optional;

/** A read side that holds nothing yet. */
enum EmptyRows implements Rows {
  INSTANCE;

  @Override
  public Optional<SessionRow> session(String session) {
    return Optional.empty();
  }

  @Override
  public Optional<HandoffRow> handoff(String id) {
    return Optional.empty();
  }

  @Override
  public List<Fact> facts(String session, long fromSeq, long toSeq) {
    return List.of();
  }

  @Override
  public Optional<String> completingAnswer(String handoffId) {
    return Optional.empty();
  }

  @Override
  public Lanes lanes() {
    return EmptyLedger.INSTANCE.lanes();
  }
}
