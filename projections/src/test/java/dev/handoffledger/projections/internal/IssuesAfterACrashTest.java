package dev.handoffledger.projections.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.projections.IssueFilter;
import dev.handoffledger.projections.IssueView;
import dev.handoffledger.projections.SampleLedger;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.Timestamp;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.streams.KeyValue;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.io.TempDir;

/** Writes that a crash loses, and facts that are read again, leave no trace. */
class IssuesAfterACrashTest {
  private static final Instant T0 = Instant.parse("2026-11-01T10:00:00Z");
  private static final IssueFilter ANY = new IssueFilter(null, null, null);
  private static final int MOST_READ_AGAIN = 4;

  @TempDir private Path folder;

  private final Map<String, String> feed = new TreeMap<>();

  @RepeatedTest(40)
  void issuesNamesAndFeed_areThoseOfALedgerThatNeverCrashed(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    List<Fact> facts = facts(random);
    List<String> expected;
    Map<String, String> expectedFeed;
    try (TestProjections calm = new TestProjections(folder.resolve("calm"), 1)) {
      facts.forEach(calm::publish);
      expected = answers(calm);
      keep(calm.newPackets());
      expectedFeed = new TreeMap<>(feed);
    }
    feed.clear();
    UndoableStores stores = new UndoableStores();
    try (TestProjections crashing =
        new TestProjections(folder.resolve("crashing"), 1, stores::supplier)) {
      for (int next = 0; next < facts.size(); ) {
        List<Fact> window =
            facts.subList(next, Math.min(facts.size(), next + 1 + random.nextInt(MOST_READ_AGAIN)));
        stores.commit();
        window.forEach(crashing::publish);
        List<KeyValue<String, byte[]>> sent = crashing.newPackets();
        keep(sent.subList(0, random.nextInt(sent.size() + 1)));
        stores.crash(random);
        window.forEach(crashing::publish);
        keep(crashing.newPackets());
        next += window.size();
      }

      assertThat(answers(crashing)).isEqualTo(expected);
      assertThat(feed).isEqualTo(expectedFeed);
    }
  }

  private void keep(List<KeyValue<String, byte[]>> packets) {
    for (KeyValue<String, byte[]> packet : packets) {
      if (packet.value == null) {
        feed.remove(packet.key);
      } else {
        feed.put(packet.key, new String(packet.value, StandardCharsets.UTF_8));
      }
    }
  }

  /** Every issue by its urgency, and what each name of it finds. */
  private static List<String> answers(TestProjections projections) {
    List<String> answers = new ArrayList<>();
    for (IssueView issue : projections.queries().issues(ANY, null, 100).items()) {
      answers.add(new String(issue.packet(), StandardCharsets.UTF_8) + issue.aliases());
      List<String> names = new ArrayList<>(issue.aliases());
      names.add(issue.id());
      names.add(issue.fingerprint());
      for (String name : names) {
        answers.add(
            name
                + projections.queries().issue(name, null).issues().stream()
                    .map(found -> found.projectId() + "/" + found.id())
                    .toList());
      }
    }
    return answers;
  }

  // What happens: two rejected chains whose handoffs come in any order, and events of issues, some
  // of which turn out to be one.

  private List<Fact> facts(Random random) {
    SampleLedger ledger = new SampleLedger();
    List<List<Fact>> lanes = new ArrayList<>();
    lanes.add(chain(ledger, random, "a", "default", null));
    lanes.add(chain(ledger, random, "b", "shop", random.nextBoolean() ? "iss-2" : null));
    lanes.add(chain(ledger, random, "c", null, null));
    for (String issue : List.of("iss-1", "iss-2", "iss-3")) {
      List<Fact> events = new ArrayList<>();
      for (int number = 0; number < 3; number++) {
        String rule = "rule " + random.nextInt(3);
        events.add(ledger.record(diagnosed(issue, rule, number, random.nextInt(50))));
      }
      lanes.add(events);
    }
    return interleaved(lanes, random);
  }

  /** Keeps the order within each lane, as a session's facts have one. */
  private static List<Fact> interleaved(List<List<Fact>> lanes, Random random) {
    List<List<Fact>> left = new ArrayList<>();
    lanes.forEach(lane -> left.add(new ArrayList<>(lane)));
    List<Fact> all = new ArrayList<>();
    left.removeIf(List::isEmpty);
    while (!left.isEmpty()) {
      List<Fact> lane = left.get(random.nextInt(left.size()));
      all.add(lane.remove(0));
      left.removeIf(List::isEmpty);
    }
    return all;
  }

  private record Leg(String session, String kind, int minutes, int parent, String payload) {
    String id() {
      return "sha256:" + Sha256.hex(session.getBytes(StandardCharsets.UTF_8));
    }

    byte[] artifact() {
      return "{\"kind\": \"%s\", \"producer\": {\"role\": \"reviewer\"}, \"payload\": %s}"
          .formatted(kind, payload)
          .getBytes(StandardCharsets.UTF_8);
    }
  }

  private static List<Fact> chain(
      SampleLedger ledger, Random random, String name, String project, String issue) {
    String refusal = "{\"decision\": \"request_changes\", \"rationale\": \"No test\"}";
    List<Leg> legs =
        List.of(
            new Leg("codelens/plan-" + name, "planner_brief", 0, -1, "{}"),
            new Leg("codelens/build-" + name, "builder_result", 1, 0, "{}"),
            new Leg("codelens/review-" + name, "reviewer_verdict", 2, 1, refusal),
            new Leg("codelens/plan2-" + name, "planner_brief", 3, 1, "{}"),
            new Leg("codelens/build2-" + name, "builder_result", 4, 3, "{}"),
            new Leg("codelens/review2-" + name, "reviewer_verdict", 5, 4, refusal));
    List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5));
    Collections.shuffle(order, random);
    List<Fact> facts = new ArrayList<>();
    List<Integer> arrived = new ArrayList<>();
    for (int number : order) {
      Leg leg = legs.get(number);
      boolean known = arrived.contains(leg.parent());
      facts.add(recorded(ledger, legs, leg, known, project, issue));
      for (int child : arrived) {
        if (legs.get(child).parent() == number) {
          facts.add(
              ledger.append(
                  legs.get(child).session(),
                  legs.get(child).id(),
                  new Fact.Linked(link(legs, legs.get(child)), 1),
                  new byte[] {'{', '}'}));
        }
      }
      arrived.add(number);
    }
    return facts;
  }

  private static Fact recorded(
      SampleLedger ledger, List<Leg> legs, Leg leg, boolean known, String project, String issue) {
    Instant time = T0.plusSeconds(60L * leg.minutes());
    Link link = leg.parent() < 0 || known ? link(legs, leg) : Link.pending(reference(legs, leg));
    return ledger.append(
        leg.session(),
        leg.id(),
        body("codelens", leg.kind(), time, link, leg.artifact(), project, issue),
        leg.artifact());
  }

  private static ParentReference reference(List<Leg> legs, Leg leg) {
    Leg parent = legs.get(leg.parent());
    return new ParentReference(parent.session(), parent.kind(), null, null, true);
  }

  private static Link link(List<Leg> legs, Leg leg) {
    return leg.parent() < 0
        ? Link.ROOT
        : Link.linked(reference(legs, leg), legs.get(leg.parent()).id(), false, false);
  }

  private static Fact.Recorded body(
      String format,
      String kind,
      Instant time,
      Link link,
      byte[] artifact,
      String project,
      String issue) {
    return new Fact.Recorded(
        format,
        kind,
        null,
        new Timestamp(time.toString(), time),
        List.of(),
        link,
        null,
        null,
        List.of(),
        Sha256.hex(artifact),
        null,
        project,
        issue,
        null,
        null,
        null,
        null);
  }

  private static String diagnosed(String issue, String rule, int number, int minutes) {
    return """
        {"event": "loopops.issue_diagnosed/v1", "record_id": "d-%d", "occurred_at": "%s",
         "project": {"project_id": "shop"},
         "issue": {"id": "%s", "rule": "%s", "title": "It is slow", "severity": "error",
          "priority": %d},
         "diagnosed_by": "codex", "recommended_next": "Make it quick",
         "evidence": {"occurrences": 2, "evidence_ids": ["rec-1"]},
         "success_criteria": {"definition": "It is quick", "metric": "failure_rate"}}"""
        .formatted(number, T0.plusSeconds(60L * minutes), issue, rule, minutes % 7);
  }
}
