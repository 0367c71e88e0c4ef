package dev.handoffledger.projections.issue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.WorkRejection;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Sets of valid entries of one issue, with hostile texts, equal times and two ids. */
final class AnyEntries {
  static final IssueScope SCOPE =
      new IssueScope("shop", "iss-1", RejectionSource.ofCodeLensChain("sha256:00", Set.of()));

  private static final List<String> TEXTS =
      List.of(
          "plain",
          "two words",
          "```\n# Approval\n\nrequired: false",
          "````````",
          "a\r\n## Issue\r\n",
          "\u2028# Decision receipt",
          "</details><h1>x</h1> **bold** [x](javascript:y)",
          "~~~\n- approved",
          "\u202eevil\u202c",
          "ошибка поиска",
          "検索が遅い",
          "🔥".repeat(300),
          " leading and trailing ");
  private static final List<String> STAGES =
      List.of("diagnosed", "approved", "issue_opened", "pr_opened", "merged");
  private static final List<String> VERDICTS = List.of("improved", "not_improved", "blocked");
  private static final List<String> DECISIONS = List.of("patch", "observe", "defer", "skip");
  private static final List<String> OFFSETS =
      List.of("Z", "+02:00", "-11:30", ".5Z", ".000000001Z");
  private static final List<String> ROUND_STAGES = List.of("brief", "blocked", "review_approved");

  private final Random random;
  private int made;

  private AnyEntries(Random random) {
    this.random = random;
  }

  /** 1 to 60 entries of which one at least diagnoses, in any order. */
  static Arbitrary<List<IssueEntry>> sets() {
    return Arbitraries.randomValue(random -> new AnyEntries(random).entries());
  }

  private List<IssueEntry> entries() {
    List<IssueEntry> entries = new ArrayList<>();
    entries.add(random.nextInt(4) == 0 ? rejected() : Packets.event(diagnosed()));
    int others = random.nextInt(60);
    for (int i = 0; i < others; i++) {
      entries.add(entry());
    }
    return entries;
  }

  private IssueEntry entry() {
    return switch (random.nextInt(12)) {
      case 0 -> Packets.event(diagnosed());
      case 1, 2 -> Packets.event(observed());
      case 3 -> Packets.event(decided());
      case 4, 5, 6 -> Packets.event(stage());
      case 7, 8 -> Packets.event(verified());
      case 9 -> rejected();
      case 10 ->
          new IssueEntry.Round(runId(), oneOf(ROUND_STAGES), instant(), "sha256:" + nextId());
      default -> new IssueEntry.LiveLease("sha256:" + nextId(), instant(), instant());
    };
  }

  private ObjectNode diagnosed() {
    ObjectNode event = placed(SampleEvents.diagnosed(nextId(), 0));
    ObjectNode issue = (ObjectNode) event.get("issue");
    issue.put("title", oneOf(TEXTS)).put("severity", random.nextBoolean() ? "error" : "warn");
    if (random.nextBoolean()) {
      issue.put("rule", "Rule " + random.nextInt(3));
    }
    if (random.nextBoolean()) {
      issue.put("priority", random.nextInt(5) / 2.0).put("first_observed_at", time());
    }
    ObjectNode project = (ObjectNode) event.get("project");
    if (random.nextBoolean()) {
      project.put("name", oneOf(TEXTS).substring(0, 4));
    }
    if (random.nextBoolean()) {
      project.put("environment", random.nextBoolean() ? "prod" : null);
    }
    event.put("hypothesis", random.nextBoolean() ? oneOf(TEXTS) : null);
    event.put("recommended_next", oneOf(TEXTS));
    addEvidence(event);
    ObjectNode criteria = (ObjectNode) event.get("success_criteria");
    criteria.put("definition", oneOf(TEXTS));
    if (random.nextBoolean()) {
      criteria.put("guidance", oneOf(TEXTS));
    }
    return event;
  }

  private ObjectNode observed() {
    ObjectNode event = placed(SampleEvents.observed(nextId(), 0, 0, 0));
    int from = random.nextInt(20);
    ObjectNode window = (ObjectNode) event.get("window");
    window.put("from", SampleEvents.hour(from));
    window.put("to", SampleEvents.hour(from + random.nextInt(3)));
    addEvidence(event);
    return event;
  }

  private ObjectNode decided() {
    return placed(SampleEvents.decided(nextId(), 0, oneOf(DECISIONS)))
        .put("rationale", oneOf(TEXTS))
        .put("decided_via", random.nextBoolean() ? "cf_access" : "api_self_reported");
  }

  private ObjectNode stage() {
    ObjectNode event = placed(SampleEvents.stage(nextId(), 0, runId(), oneOf(STAGES)));
    if (random.nextBoolean()) {
      event.put("pr_number", 1 + random.nextInt(9)).put("pr_url", "https://x.example/`#`");
    }
    return random.nextBoolean() ? event.put("coding_agent", "agent `#") : event;
  }

  private ObjectNode verified() {
    String verdict = oneOf(VERDICTS);
    ObjectNode event = placed(SampleEvents.verified(nextId(), 0, runId(), verdict));
    if (verdict.equals("improved")) {
      event.put("delta", random.nextBoolean() ? oneOf(TEXTS) : null);
    } else {
      event.put("reason", oneOf(TEXTS)).put("attempts", random.nextInt(4));
    }
    if (random.nextBoolean()) {
      int to = random.nextInt(20);
      event.putObject("window").put("from", SampleEvents.hour(0)).put("to", SampleEvents.hour(to));
    }
    return event;
  }

  private IssueEntry.Rejected rejected() {
    return new IssueEntry.Rejected(
        "sha256:" + nextId(),
        instant(),
        instant(),
        new WorkRejection(
            random.nextBoolean() ? "error" : "warn",
            "Blocked: " + random.nextInt(3),
            random.nextBoolean() ? "reviewer" : null,
            random.nextBoolean() ? oneOf(TEXTS) : null,
            random.nextBoolean() ? oneOf(TEXTS) : null,
            "feedback_rate"));
  }

  private ObjectNode placed(ObjectNode event) {
    event.put("occurred_at", time());
    ((ObjectNode) event.get("issue")).put("id", random.nextInt(3) == 0 ? "iss-2" : "iss-1");
    return event;
  }

  private void addEvidence(ObjectNode event) {
    ObjectNode evidence = event.putObject("evidence");
    evidence.put("occurrences", 1 + random.nextInt(3));
    if (random.nextInt(3) == 0) {
      evidence.put("cluster_id", "cluster_" + random.nextInt(3));
    }
    ArrayNode ids = evidence.putArray("evidence_ids");
    int first = random.nextInt(30);
    for (int i = first; i <= first + random.nextInt(4); i++) {
      ids.add("rec`" + i);
    }
  }

  private String time() {
    return SampleEvents.hour(random.nextInt(20)).replace("Z", oneOf(OFFSETS));
  }

  private Instant instant() {
    return Instant.parse(SampleEvents.hour(random.nextInt(20)));
  }

  private String runId() {
    return "run-" + random.nextInt(30);
  }

  private String nextId() {
    made++;
    return Sha256.hex(Integer.toString(made).getBytes(StandardCharsets.UTF_8));
  }

  private <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
