package dev.handoffledger.projections.fold;

import dev.handoffledger.projections.fold.RowChange.Close;
import dev.handoffledger.projections.fold.RowChange.DeleteAnswer;
import dev.handoffledger.projections.fold.RowChange.Enlist;
import dev.handoffledger.projections.fold.RowChange.Open;
import dev.handoffledger.projections.fold.RowChange.PutAnswer;
import dev.handoffledger.projections.fold.RowChange.PutHandoff;
import dev.handoffledger.projections.fold.RowChange.PutInLane;
import dev.handoffledger.projections.fold.RowChange.PutSession;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.succession.Place;
import dev.handoffledger.schemas.succession.Successions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a fact changes on the read side. */
public final class LedgerFold {
  private LedgerFold() {}

  /** How many facts of a session must have been lost, if this one comes next. */
  public static long missingBefore(Rows rows, Fact fact) {
    long first = rows.session(fact.session()).map(SessionRow::facts).orElse(0L) + 1;
    return fact.seq() <= first
        ? 0
        : fact.seq() - first - rows.facts(fact.session(), first, fact.seq() - 1).size();
  }

  /** The first step: the rows that state what the fact says. */
  public static List<RowChange> enter(Rows rows, Fact fact) {
    List<RowChange> changes = new ArrayList<>();
    if (fact.body() instanceof Fact.Answered answered) {
      changes.addAll(answered(fact.handoffId(), answered));
    } else {
      HandoffRow row = HandoffFold.apply(rows.handoff(fact.handoffId()).orElse(null), fact);
      if (row != null) {
        changes.add(new PutHandoff(row));
      }
      if (row != null && fact.body() instanceof Fact.Recorded) {
        changes.addAll(lanes(row));
      }
    }
    changes.add(new PutSession(session(rows, fact)));
    return changes;
  }

  /**
   * The second step: which handoffs are open now.
   *
   * @param rows with the changes of {@link #enter} made
   */
  public static List<RowChange> settle(Rows rows, Fact fact) {
    Set<String> touched = new LinkedHashSet<>();
    touched.add(fact.handoffId());
    Optional<HandoffRow> subject = rows.handoff(fact.handoffId());
    if (fact.body() instanceof Fact.Recorded) {
      subject
          .map(HandoffRow::place)
          .ifPresent(place -> touched.addAll(Successions.neighbours(place, rows.lanes())));
    }
    Stream<RowChange> settled =
        touched.stream()
            .map(rows::handoff)
            .flatMap(Optional::stream)
            .flatMap(row -> settled(row, rows));
    // The link that closes a circle makes one of its other handoffs the root.
    Stream<RowChange> around =
        subject.stream()
            .flatMap(row -> Circle.of(row, rows).stream())
            .map(row -> new Enlist(HandoffList.ROOTS, row, true));
    return Stream.concat(settled, around).toList();
  }

  private static Stream<RowChange> settled(HandoffRow row, Rows rows) {
    RowChange openness = Completion.of(row, rows).open() ? new Open(row) : new Close(row);
    Link.Status link = row.link().status();
    return Stream.of(
        openness,
        new Enlist(HandoffList.ORPHANS, row, link == Link.Status.PENDING),
        new Enlist(
            HandoffList.ROOTS, row, link != Link.Status.LINKED || !Circle.of(row, rows).isEmpty()),
        new Enlist(HandoffList.HELD, row, row.leasing().held() != null),
        new Enlist(HandoffList.QUARANTINED, row, link == Link.Status.MISMATCH));
  }

  private static List<RowChange> answered(String handoffId, Fact.Answered answered) {
    Answer answer = Answer.of(answered);
    return List.of(
        answered.withdrawn()
            ? new DeleteAnswer(handoffId, answer)
            : new PutAnswer(handoffId, answer));
  }

  private static List<RowChange> lanes(HandoffRow row) {
    List<RowChange> changes = new ArrayList<>();
    Place place = row.place();
    if (place != null && place.mayBeFollowed()) {
      changes.add(new PutInLane(place.offered(), place.position(), row.id()));
    }
    if (place != null && place.follows()) {
      changes.add(new PutInLane(place.followers(), place.position(), row.id()));
    }
    return changes;
  }

  private static SessionRow session(Rows rows, Fact fact) {
    SessionRow row = rows.session(fact.session()).orElse(null);
    long next = row == null ? 1 : row.facts() + 1;
    if (fact.seq() > next) {
      for (Fact earlier : rows.facts(fact.session(), next, fact.seq() - 1)) {
        row = SessionFold.apply(row, earlier);
      }
    }
    return Objects.requireNonNull(SessionFold.apply(row, fact));
  }
}
