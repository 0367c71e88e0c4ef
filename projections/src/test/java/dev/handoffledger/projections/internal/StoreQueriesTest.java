package dev.handoffledger.projections.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.handoffledger.projections.FactView;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.projections.Page;
import dev.handoffledger.projections.RejectionFilter;
import dev.handoffledger.projections.RejectionView;
import dev.handoffledger.projections.RoleSummary;
import dev.handoffledger.projections.SampleHandoff;
import dev.handoffledger.projections.SampleLedger;
import dev.handoffledger.projections.SessionFilter;
import dev.handoffledger.projections.SessionState;
import dev.handoffledger.projections.SessionSummary;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.Timestamp;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.Link;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreQueriesTest {
  private static final int PARTITIONS = 2;
  private static final Instant T0 = SampleLedger.START;
  private static final SessionFilter ANY = new SessionFilter(null, null, null, null);
  private static final RejectionFilter ANY_REJECTION = new RejectionFilter(null, null, null);

  private final SampleLedger ledger = new SampleLedger();
  private final SampleHandoff brief = SampleHandoff.of("codelens/planner", "brief");
  private final SampleHandoff result =
      SampleHandoff.of("codelens/builder", "result")
          .withKind("builder_result")
          .withRoles("reviewer");

  @TempDir private Path folder;
  private TestProjections projections;
  private LedgerQueries queries;

  @BeforeEach
  void start() {
    projections = new TestProjections(folder, PARTITIONS);
    queries = projections.queries();
  }

  @AfterEach
  void stop() {
    projections.close();
  }

  // Handoffs.

  @Test
  void recordedHandoff_isFoundByIdWithAllThatIsKnownOfIt() {
    projections.publish(ledger.record(brief));
    assertThat(queries.handoff(brief.id()))
        .contains(
            new HandoffView(
                brief.id(),
                "codelens",
                "planner_brief",
                "codelens/planner",
                1,
                null,
                new Timestamp(brief.time().toString(), brief.time()),
                T0,
                List.of("builder-refactor"),
                Link.ROOT,
                null,
                true,
                null,
                null,
                false,
                false,
                0,
                List.of(),
                List.of(),
                null,
                null,
                null,
                Sha256.hex(brief.artifact()),
                SampleHandoff.TRACEPARENT,
                0,
                0));
  }

  @Test
  void unknownHandoff_isEmpty() {
    assertThat(queries.handoff(brief.id())).isEmpty();
  }

  @Test
  void answeredHandoff_namesWhatCompletedIt() {
    projections.publish(ledger.record(brief), ledger.answer(brief, result));
    assertThat(queries.handoff(brief.id()).map(HandoffView::completedBy)).contains(result.id());
  }

  @Test
  void artifact_isWhatWasPublished() {
    projections.publish(ledger.record(brief));
    assertThat(queries.artifact(brief.id())).contains(brief.artifact());
  }

  @Test
  void artifactAfterStatus_isStillWhatWasPublishedFirst() {
    SampleHandoff manifest = SampleHandoff.kxm("r", "m", T0, "planner", "coder");
    Fact accepted =
        FactCodec.next(
            "0".repeat(64),
            manifest.session(),
            2,
            manifest.id(),
            T0,
            new Fact.StatusChanged("accepted", null, "0".repeat(64), null),
            "{\"status\":\"accepted\"}".getBytes(StandardCharsets.UTF_8));
    projections.publish(ledger.record(manifest), accepted);
    assertThat(queries.artifact(manifest.id())).contains(manifest.artifact());
  }

  @Test
  void artifactLostWithItsStore_isReadFromTheLedger() {
    byte[] onLedger = "{\"from\":\"ledger\"}".getBytes(StandardCharsets.UTF_8);
    projections.publish(ledger.record(brief));
    projections.lose(StoreNames.BODIES);
    projections.ledgerHas(0, 0, onLedger);
    assertThat(queries.artifact(brief.id())).contains(onLedger);
  }

  @Test
  void artifactThatTheLedgerDoesNotGive_isNotAvailable() {
    projections.publish(ledger.record(brief));
    projections.lose(StoreNames.BODIES);
    assertThatThrownBy(() -> queries.artifact(brief.id()))
        .isInstanceOf(NotAvailableException.class);
  }

  @Test
  void sessionWithNulAndSeparators_isKeptApart() {
    SampleHandoff nul = SampleHandoff.of("codelens/a\0b", "one");
    SampleHandoff shorter = SampleHandoff.of("codelens/a", "two");
    projections.publish(ledger.record(nul), ledger.record(shorter));
    assertThat(queries.session("codelens/a").map(SessionSummary::facts)).contains(1L);
  }

  @Test
  void handoffByRule_showsItsPredecessor() {
    SampleHandoff first = SampleHandoff.cortex("t", "a", T0);
    SampleHandoff second = SampleHandoff.cortex("t", "b", T0.plusSeconds(1));
    projections.publish(ledger.record(second), ledger.record(first));
    assertThat(queries.handoff(second.id()).map(HandoffView::link).map(Link::parent))
        .contains(first.id());
  }

  // Sessions.

  @Test
  void session_isSummedUp() {
    Fact recorded = ledger.record(brief);
    Fact answered = ledger.at(T0.plusSeconds(5)).answer(brief, result);
    projections.publish(recorded, answered);
    assertThat(queries.session(brief.session()))
        .contains(
            new SessionSummary(
                "codelens/planner",
                "codelens",
                SessionState.CLOSED,
                2,
                1,
                0,
                T0,
                T0.plusSeconds(5),
                brief.id(),
                answered.chain()));
  }

  @Test
  void unknownSession_isEmpty() {
    assertThat(queries.session("codelens/none")).isEmpty();
  }

  @Test
  void newest_isTheBaton() {
    SampleHandoff baton =
        SampleHandoff.of("codelens/planner", "baton")
            .withKind("session_baton")
            .withTime(T0.minus(Duration.ofDays(1)));
    projections.publish(ledger.record(baton), ledger.record(brief));
    assertThat(queries.newest("codelens/planner").map(HandoffView::id)).contains(baton.id());
  }

  @Test
  void sessions_areListedNewestFirstOverAllPartitions() {
    List<String> published = publishSessions(20);
    assertThat(sessions(queries.sessions(ANY, null, 100))).isEqualTo(reversed(published));
  }

  @Test
  void sessionsByPages_areThoseOfOnePage() {
    List<String> published = publishSessions(20);
    assertThat(
            all(cursor -> queries.sessions(ANY, cursor, 7)).stream()
                .map(SessionSummary::session)
                .toList())
        .isEqualTo(reversed(published));
  }

  @Test
  void sessionWithNewFact_movesToTheFront() {
    List<String> published = publishSessions(5);
    projections.publish(
        ledger.at(T0.plusSeconds(99)).record(SampleHandoff.of(published.get(0), "more")));
    assertThat(sessions(queries.sessions(ANY, null, 1))).containsExactly(published.get(0));
    assertThat(sessions(queries.sessions(ANY, null, 100))).hasSize(5).doesNotHaveDuplicates();
  }

  @Test
  void sessionsByFormat_areThoseOfTheFormat() {
    projections.publish(ledger.record(brief), ledger.record(SampleHandoff.ace("s", 1)));
    assertThat(sessions(queries.sessions(new SessionFilter("ace", null, null, null), null, 9)))
        .containsExactly("ace/s");
  }

  @Test
  void closedSessions_areThoseWithoutOpenHandoff() {
    projections.publish(ledger.record(brief), ledger.answer(brief, result), ledger.record(result));
    assertThat(
            sessions(
                queries.sessions(
                    new SessionFilter(null, SessionState.CLOSED, null, null), null, 9)))
        .containsExactly(brief.session());
  }

  @Test
  void lastOpenHandoffOfASession_closesItWhenTheNextSessionByNameIsOpen() {
    SampleHandoff first = SampleHandoff.of("codelens/plan-18", "first");
    SampleHandoff next = SampleHandoff.of("codelens/plan-19", "next");
    try (TestProjections together = new TestProjections(folder.resolve("together"), 1)) {
      together.publish(ledger.record(first), ledger.record(next), ledger.answer(first, result));
      assertThat(together.queries().session(first.session()).orElseThrow().state())
          .isEqualTo(SessionState.CLOSED);
      assertThat(together.queries().session(next.session()).orElseThrow().state())
          .isEqualTo(SessionState.OPEN);
    }
  }

  @Test
  void openSessions_areThoseWithOpenHandoff() {
    projections.publish(ledger.record(brief), ledger.answer(brief, result), ledger.record(result));
    assertThat(
            sessions(
                queries.sessions(new SessionFilter(null, SessionState.OPEN, null, null), null, 9)))
        .containsExactly(result.session());
  }

  @Test
  void sinceAndUntil_boundTheTimeOfTheNewestFact() {
    List<String> published = publishSessions(6);
    assertThat(
            sessions(
                queries.sessions(
                    new SessionFilter(null, null, T0.plusSeconds(2), T0.plusSeconds(4)), null, 9)))
        .containsExactly(published.get(3), published.get(2));
  }

  @Test
  void untilBeforeSince_isEmpty() {
    publishSessions(3);
    assertThat(
            queries.sessions(new SessionFilter(null, null, T0.plusSeconds(2), T0), null, 9).items())
        .isEmpty();
  }

  @Test
  void facts_areListedNewestFirstWithTheirPlace() {
    Fact first = ledger.record(brief);
    Fact second = ledger.answer(brief, result);
    projections.publish(first, second);
    assertThat(queries.facts(brief.session(), null, 9).items())
        .extracting(view -> view.fact().chain(), FactView::offset)
        .containsExactly(tuple(second.chain(), 1L), tuple(first.chain(), 0L));
  }

  @Test
  void factsByPages_areAllOnce() {
    for (int i = 0; i < 10; i++) {
      projections.publish(ledger.record(SampleHandoff.of("codelens/s", "h" + i)));
    }
    assertThat(all(cursor -> queries.facts("codelens/s", cursor, 3)))
        .extracting(view -> view.fact().seq())
        .containsExactly(10L, 9L, 8L, 7L, 6L, 5L, 4L, 3L, 2L, 1L);
  }

  @Test
  void repeatedFact_changesNoAnswer() {
    Fact recorded = ledger.record(brief);
    Fact answered = ledger.answer(brief, result);
    projections.publish(recorded, answered);
    SessionSummary before = queries.session(brief.session()).orElseThrow();
    List<RoleSummary> rolesBefore = queries.roles();
    projections.publish(recorded, answered);
    assertThat(queries.session(brief.session())).contains(before);
    assertThat(queries.roles()).isEqualTo(rolesBefore);
  }

  // Roles.

  @Test
  void openHandoffsOfRole_areListedOldestFirstOverAllPartitions() {
    List<String> published = publishSessions(20);
    assertThat(queries.open("builder-refactor", null, 100).items())
        .extracting(HandoffView::session)
        .isEqualTo(published);
  }

  @Test
  void openHandoffsByPages_areThoseOfOnePage() {
    List<String> published = publishSessions(20);
    assertThat(all(cursor -> queries.open("builder-refactor", cursor, 6)))
        .extracting(HandoffView::session)
        .isEqualTo(published);
  }

  @Test
  void completedHandoff_isNoLongerOpenForItsRole() {
    projections.publish(ledger.record(brief), ledger.answer(brief, result));
    assertThat(queries.open("builder-refactor", null, 9).items()).isEmpty();
  }

  @Test
  void roles_countTheOpenAndKeepThoseWithoutAny() {
    SampleHandoff blocked =
        SampleHandoff.of("codelens/x", "blocked").withRoles("builder-refactor", "human");
    projections.publish(
        ledger.record(brief),
        ledger.at(T0.plusSeconds(1)).record(blocked),
        ledger.record(result),
        ledger.answer(result, brief));
    assertThat(queries.roles())
        .containsExactly(
            new RoleSummary("builder-refactor", 2, T0),
            new RoleSummary("human", 1, T0.plusSeconds(1)),
            new RoleSummary("reviewer", 0, null));
  }

  @Test
  void roleThatStartsAnother_isKeptApart() {
    projections.publish(
        ledger.record(brief.withRoles("human")), ledger.record(result.withRoles("human-two")));
    assertThat(queries.open("human", null, 9).items())
        .extracting(HandoffView::id)
        .containsExactly(brief.id());
  }

  // Rejections.

  @Test
  void rejection_isListedWithItsReasons() {
    byte[] artifact = "{".getBytes(StandardCharsets.UTF_8);
    List<Problem> problems = List.of(new Problem(Reason.NOT_JSON, "", "Publish JSON."));
    projections.reject(1, "planner_brief", problems, artifact, T0, 42);
    assertThat(queries.rejections(ANY_REJECTION, null, 9).items())
        .containsExactly(
            new RejectionView(
                0,
                0,
                T0,
                "handoff.in.planner-brief",
                2,
                42,
                null,
                "planner_brief",
                null,
                problems,
                1,
                Sha256.hex(artifact)));
  }

  @Test
  void rejectionsByPages_areAllOnceNewestFirst() {
    for (int i = 0; i < 10; i++) {
      reject(i % PARTITIONS, "planner_brief", Reason.NOT_JSON, T0.plusSeconds(i), i);
    }
    assertThat(all(cursor -> queries.rejections(ANY_REJECTION, cursor, 3)))
        .extracting(RejectionView::topicOffset)
        .containsExactly(9L, 8L, 7L, 6L, 5L, 4L, 3L, 2L, 1L, 0L);
  }

  @Test
  void rejectionsByReasonKindAndTime_areThoseThatMatch() {
    reject(0, "planner_brief", Reason.NOT_JSON, T0, 1);
    reject(1, "planner_brief", Reason.TOO_LARGE, T0.plusSeconds(1), 2);
    reject(0, "agent_state", Reason.NOT_JSON, T0.plusSeconds(2), 3);
    reject(0, "planner_brief", Reason.NOT_JSON, T0.plusSeconds(3), 4);
    assertThat(
            queries
                .rejections(
                    new RejectionFilter(Reason.NOT_JSON, "planner_brief", T0.plusSeconds(1)),
                    null,
                    9)
                .items())
        .extracting(RejectionView::topicOffset)
        .containsExactly(4L);
  }

  @Test
  void rejectionOlderThanItsTopicKeeps_isForgotten() {
    reject(0, "planner_brief", Reason.NOT_JSON, T0, 1);
    reject(0, "planner_brief", Reason.NOT_JSON, T0.plus(Duration.ofDays(31)), 2);
    assertThat(queries.rejections(ANY_REJECTION, null, 9).items())
        .extracting(RejectionView::topicOffset)
        .containsExactly(2L);
  }

  @Test
  void recordThatHoldsNoRejection_isPassedOver() {
    projections.reject(0, Map.of("handoff-problems", "[{"), new byte[0], T0);
    reject(0, "planner_brief", Reason.NOT_JSON, T0, 2);
    assertThat(queries.rejections(ANY_REJECTION, null, 9).items()).hasSize(1);
    assertThat(projections.counters.read()).containsEntry("unreadable_rejections_total", 1.0);
  }

  // What goes wrong.

  @Test
  void recordThatHoldsNoFact_isPassedOverAndCounted() {
    projections.publish(brief.session(), Map.of("handoff-fact", "unheard-of"), new byte[0], T0);
    projections.publish(ledger.record(brief));
    assertThat(queries.handoff(brief.id())).isPresent();
    assertThat(projections.counters.read()).containsEntry("unreadable_facts_total", 1.0);
  }

  @Test
  void factAfterLostOne_isFoldedAndTheLossCounted() {
    Fact first = ledger.record(brief);
    ledger.record(SampleHandoff.of(brief.session(), "lost"));
    Fact third = ledger.record(SampleHandoff.of(brief.session(), "third"));
    projections.publish(first, third);
    assertThat(queries.session(brief.session()).map(SessionSummary::facts)).contains(3L);
    assertThat(projections.counters.read()).containsEntry("missing_facts_total", 1.0);
  }

  @Test
  void storesThatMove_areNotAnEmptyAnswer() {
    projections.moveStores();
    assertThatThrownBy(() -> queries.handoff(brief.id())).isInstanceOf(NotAvailableException.class);
    assertThatThrownBy(() -> queries.sessions(ANY, null, 9))
        .isInstanceOf(NotAvailableException.class);
    assertThatThrownBy(queries::roles).isInstanceOf(NotAvailableException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "%%%", "czEyMw", "bm90IG91cnM"})
  void cursorThatNoPageGave_isRefused(String cursor) {
    assertThatIllegalArgumentException().isThrownBy(() -> queries.sessions(ANY, cursor, 9));
    assertThatIllegalArgumentException().isThrownBy(() -> queries.facts("a/b", cursor, 9));
    assertThatIllegalArgumentException().isThrownBy(() -> queries.open("human", cursor, 9));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> queries.rejections(ANY_REJECTION, cursor, 9));
  }

  @Test
  void cursorOfAnotherListing_isRefused() {
    publishSessions(3);
    String cursor = queries.sessions(ANY, null, 1).next();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> queries.open("builder-refactor", cursor, 1));
  }

  @Test
  void cursor_isUrlSafe() {
    publishSessions(3);
    assertThat(Base64.getUrlDecoder().decode(queries.sessions(ANY, null, 1).next())).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1001})
  void limitOutOfRange_isRefused(int limit) {
    assertThatIllegalArgumentException().isThrownBy(() -> queries.sessions(ANY, null, limit));
  }

  // Positions.

  @Test
  void position_isTheLastOffsetRead() {
    projections.publish(ledger.record(brief), ledger.answer(brief, result));
    assertThat(queries.position()).isEqualTo(LedgerPosition.parse("0:1"));
  }

  @Test
  void waitForWhatIsRead_returnsAtOnce() throws InterruptedException {
    projections.publish(ledger.record(brief));
    assertThat(queries.waitFor(LedgerPosition.parse("0:0"), Duration.ZERO)).isTrue();
    assertThat(queries.waitFor(brief.session(), 1, Duration.ZERO)).isTrue();
  }

  @Test
  void waitForWhatIsNotRead_endsUnreached() throws InterruptedException {
    assertThat(queries.waitFor(LedgerPosition.parse("0:7"), Duration.ofMillis(1))).isFalse();
    assertThat(queries.waitFor(brief.session(), 1, Duration.ofMillis(1))).isFalse();
  }

  private List<String> publishSessions(int count) {
    List<String> sessions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      SampleHandoff handoff =
          SampleHandoff.of((i % 2 == 0 ? "codelens" : "cortex") + "/session-" + i, "h");
      projections.publish(ledger.at(T0.plusSeconds(i)).record(handoff));
      sessions.add(handoff.session());
    }
    return sessions;
  }

  private void reject(int partition, String kind, Reason reason, Instant time, long offset) {
    projections.reject(
        partition, kind, List.of(new Problem(reason, "", "Change it.")), new byte[0], time, offset);
  }

  private static List<String> sessions(Page<SessionSummary> page) {
    return page.items().stream().map(SessionSummary::session).toList();
  }

  private static List<String> reversed(List<String> list) {
    List<String> reversed = new ArrayList<>(list);
    Collections.reverse(reversed);
    return reversed;
  }

  private static <T> List<T> all(Function<String, Page<T>> listing) {
    List<T> items = new ArrayList<>();
    String cursor = null;
    do {
      Page<T> page = listing.apply(cursor);
      items.addAll(page.items());
      cursor = page.next();
    } while (cursor != null);
    return items;
  }
}
