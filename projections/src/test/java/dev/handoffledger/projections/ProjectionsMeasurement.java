package dev.handoffledger.projections;

import dev.handoffledger.broker.EmbeddedBroker;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Measures the read side on a broker in this JVM: one session of 10,000 handoffs, 100,000 sessions
 * of one, a chain of 500 rounds of rework and a parent with 2,000 answers. Run by hand; the
 * argument is an empty folder.
 */
final class ProjectionsMeasurement {
  private static final int LONG_SESSION = 10_000;
  private static final int SHORT_SESSIONS = 100_000;
  private static final int ROUNDS = 500;
  private static final int ANSWERS = 2_000;
  private static final int BATCH = 1_000;
  private static final String SESSION = "cortex/long";
  private static final SampleHandoff WIDE = SampleHandoff.of("codelens/wide", "wide");
  private static final SessionFilter ANY = new SessionFilter(null, null, null, null);

  private final SortedMap<Integer, Long> written = new TreeMap<>();
  private final BrokerLedger ledger;
  private final ProjectionsApp app;

  private ProjectionsMeasurement(BrokerLedger ledger, ProjectionsApp app) {
    this.ledger = ledger;
    this.app = app;
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"))) {
      BrokerLedger.createTopics(broker.bootstrapServers());
      ProjectionsConfig config =
          ProjectionsConfig.of(broker.bootstrapServers(), folder.resolve("state"));
      try (BrokerLedger ledger = new BrokerLedger(broker.bootstrapServers());
          ProjectionsApp app = RunningProjections.ready(config)) {
        new ProjectionsMeasurement(ledger, app).run();
      }
      long start = System.nanoTime();
      try (ProjectionsApp again = RunningProjections.ready(config)) {
        Measured.duration(
            "ready again with its state", Duration.ofNanos(System.nanoTime() - start));
      }
      start = System.nanoTime();
      ProjectionsConfig wiped =
          ProjectionsConfig.of(broker.bootstrapServers(), folder.resolve("no-state"));
      try (ProjectionsApp again = RunningProjections.ready(wiped)) {
        Measured.duration("ready again without it", Duration.ofNanos(System.nanoTime() - start));
        Measured.calls("artifact fetched from the ledger", i -> again.queries().artifact(id(i)));
      }
    }
  }

  private void run() throws Exception {
    fold("10,000 handoffs of one session", this::publishLongSession);
    fold("100,000 sessions of one", this::publishShortSessions);
    fold("a chain of 500 rounds, a parent of 2,000", this::publishChains);
    Measured.memory(app);
    LedgerQueries queries = app.queries();
    Measured.calls("session (10,000)", i -> queries.session(SESSION));
    Measured.calls("newest (10,000)", i -> queries.newest(SESSION));
    Measured.calls("facts, first 100 (10,000)", i -> queries.facts(SESSION, null, 100));
    String deep = queries.facts(SESSION, null, 1000).next();
    Measured.calls("facts, a later 100 (10,000)", i -> queries.facts(SESSION, deep, 100));
    Measured.calls("handoff by id (10,000)", i -> queries.handoff(id(i)));
    Measured.calls("artifact by id (10,000)", i -> queries.artifact(id(i)));
    Measured.calls("handoff by unknown id", i -> queries.handoff("sha256:" + i));
    Measured.calls("sessions, first 100 (100,000)", i -> queries.sessions(ANY, null, 100));
    String second = queries.sessions(ANY, null, 1000).next();
    Measured.calls("sessions, a later 100", i -> queries.sessions(ANY, second, 100));
    Measured.calls(
        "sessions closed, first 100",
        i -> queries.sessions(new SessionFilter(null, SessionState.CLOSED, null, null), null, 100));
    Measured.calls(
        "sessions of a format without any",
        i -> queries.sessions(new SessionFilter("ace", null, null, null), null, 100));
    Measured.calls("open of a role, first 100", i -> queries.open("builder-refactor", null, 100));
    String later = queries.open("builder-refactor", null, 1000).next();
    Measured.calls(
        "open of a role, a later 100", i -> queries.open("builder-refactor", later, 100));
    Measured.calls("roles", i -> queries.roles());
    measureChains(queries);
    Measured.memory(app);
  }

  private interface Publishing {
    void run() throws Exception;
  }

  private void fold(String what, Publishing publishing) throws Exception {
    long start = System.nanoTime();
    publishing.run();
    LedgerPosition position = new LedgerPosition(written);
    if (!app.queries().waitFor(position, Duration.ofMinutes(10))) {
      throw new IllegalStateException("not folded in time");
    }
    Measured.duration(what + ": published and folded", Duration.ofNanos(System.nanoTime() - start));
  }

  private void publishLongSession() throws Exception {
    List<SampleHandoff> handoffs = new ArrayList<>();
    for (int i = 0; i < LONG_SESSION; i++) {
      handoffs.add(longSession(i));
    }
    publish(handoffs);
  }

  private static SampleHandoff longSession(int number) {
    String name = "h%06d".formatted(number) + "-".repeat(1300);
    return SampleHandoff.cortex("long", name, SampleLedger.START.plusMillis(number))
        .withSuccession(Succession.byTime("", "", name.substring(0, 7), true));
  }

  private static String id(int call) {
    return longSession(call * 7919 % LONG_SESSION).id();
  }

  private void publishShortSessions() throws Exception {
    List<SampleHandoff> handoffs = new ArrayList<>();
    for (int i = 0; i < SHORT_SESSIONS; i++) {
      handoffs.add(SampleHandoff.of("codelens/short-" + i, "brief" + "-".repeat(1300)));
    }
    publish(handoffs);
  }

  private void publish(List<SampleHandoff> handoffs) throws Exception {
    SampleLedger sample = new SampleLedger();
    for (int from = 0; from < handoffs.size(); from += BATCH) {
      List<Fact> facts = new ArrayList<>();
      for (SampleHandoff handoff : handoffs.subList(from, from + BATCH)) {
        facts.add(sample.at(SampleLedger.START.plusMillis(from + facts.size())).record(handoff));
      }
      ledger
          .publish(facts.toArray(Fact[]::new))
          .offsets()
          .forEach((partition, offset) -> written.merge(partition, offset, Math::max));
    }
  }

  private static void measureChains(LedgerQueries queries) {
    String root = leg(0).id();
    String last = leg(2 * ROUNDS).id();
    Measured.fewCalls("the chain of 500 rounds", i -> queries.chain(last));
    Measured.fewCalls("its gate", i -> queries.gate(last));
    Measured.fewCalls(
        "lineage up, depth 100",
        i -> queries.lineage(last, Lineage.Direction.UP, 100, LedgerQueries.MAX_LIMIT));
    Measured.fewCalls(
        "lineage down, depth 100",
        i -> queries.lineage(root, Lineage.Direction.DOWN, 100, LedgerQueries.MAX_LIMIT));
    Measured.fewCalls(
        "lineage down of 2,000 answers, 100",
        i -> queries.lineage(WIDE.id(), Lineage.Direction.DOWN, 5, 100));
    Measured.fewCalls("chains, first 20", i -> queries.chains(null, null, 20));
    Measured.fewCalls("orphans, first 100", i -> queries.orphans(null, 100));
  }

  private void publishChains() throws Exception {
    SampleLedger sample = new SampleLedger();
    List<Fact> facts = new ArrayList<>(List.of(sample.record(leg(0)), sample.record(WIDE)));
    for (int number = 1; number <= 2 * ROUNDS; number++) {
      facts.add(sample.record(leg(number)));
      facts.add(sample.answer(leg(number - 1), leg(number)));
    }
    for (int number = 0; number < ANSWERS; number++) {
      SampleHandoff answer =
          answering(SampleHandoff.of("codelens/answer-" + number, "answer"), WIDE);
      facts.add(sample.record(answer));
      facts.add(sample.answer(WIDE, answer));
    }
    ledger
        .publish(facts.toArray(Fact[]::new))
        .offsets()
        .forEach((partition, offset) -> written.merge(partition, offset, Math::max));
  }

  /** Briefs and results by turns, each in a session of its own, each answering the one before. */
  private static SampleHandoff leg(int number) {
    SampleHandoff leg =
        SampleHandoff.of("codelens/leg-" + number, "leg")
            .withKind(number % 2 == 0 ? "planner_brief" : "builder_result")
            .withTime(SampleLedger.START.plusSeconds(number));
    return number == 0
        ? leg
        : answering(leg, SampleHandoff.of("codelens/leg-" + (number - 1), "leg"));
  }

  private static SampleHandoff answering(SampleHandoff answer, SampleHandoff parent) {
    String kind = answer.kind().equals("planner_brief") ? "builder_result" : "planner_brief";
    return answer.withLink(
        Link.linked(
            new ParentReference(parent.session(), kind, null, null, true),
            parent.id(),
            false,
            false));
  }
}
