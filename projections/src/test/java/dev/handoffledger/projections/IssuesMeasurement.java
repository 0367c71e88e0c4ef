package dev.handoffledger.projections;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.broker.EmbeddedBroker;
import dev.handoffledger.projections.issue.IssueState;
import dev.handoffledger.projections.issue.PacketMarkdown;
import dev.handoffledger.schemas.fact.Fact;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures issues on a broker in this JVM: so many of 10 events each, in 50 projects, and one of
 * 2,000 events. Run by hand; the arguments are an empty folder and the number of issues.
 */
final class IssuesMeasurement {
  private static final int PROJECTS = 50;
  private static final int EVENTS = 10;
  private static final int MANY_EVENTS = 2_000;
  private static final int BATCH = 1_000;
  private static final IssueFilter ANY = new IssueFilter(null, null, null);

  private final SampleLedger sample = new SampleLedger();
  private final BrokerLedger ledger;
  private final ProjectionsApp app;
  private final int issues;
  private Fact last;
  private int further;

  private IssuesMeasurement(BrokerLedger ledger, ProjectionsApp app, int issues) {
    this.ledger = ledger;
    this.app = app;
    this.issues = issues;
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    int issues = Integer.parseInt(arguments[1]);
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"))) {
      BrokerLedger.createTopics(broker.bootstrapServers());
      ProjectionsConfig config =
          ProjectionsConfig.of(broker.bootstrapServers(), folder.resolve("state"));
      try (BrokerLedger ledger = new BrokerLedger(broker.bootstrapServers());
          ProjectionsApp app = RunningProjections.ready(config)) {
        new IssuesMeasurement(ledger, app, issues).run();
      }
      long start = System.nanoTime();
      try (ProjectionsApp again = RunningProjections.ready(config)) {
        Measured.duration("ready again with its state", since(start));
      }
      start = System.nanoTime();
      ProjectionsConfig wiped =
          ProjectionsConfig.of(broker.bootstrapServers(), folder.resolve("no-state"));
      try (ProjectionsApp again = RunningProjections.ready(wiped)) {
        Measured.duration("ready again without it", since(start));
      }
    }
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private void run() throws Exception {
    long start = System.nanoTime();
    for (int event = 0; event < EVENTS; event++) {
      for (int from = 0; from < issues; from += BATCH) {
        List<Fact> facts = new ArrayList<>();
        for (int issue = from; issue < Math.min(issues, from + BATCH); issue++) {
          facts.add(sample.record(event(issue, event)));
        }
        publish(facts);
      }
    }
    Measured.duration(issues + " issues of 10 events: published", since(start));
    for (int issue = Math.max(0, issues - PROJECTS); issue < issues; issue++) {
      awaitIssue(sample.record(event(issue, EVENTS)));
    }
    Measured.duration(issues + " issues of 10 events: published and folded", since(start));
    Measured.memory(app);
    ask(app.queries());
    start = System.nanoTime();
    awaitIssue(sample.record(event(issues, 0)));
    for (int from = 0; from < MANY_EVENTS; from += BATCH) {
      List<Fact> facts = new ArrayList<>();
      for (int event = from; event < from + BATCH; event++) {
        facts.add(sample.record(observed("many", issues, event)));
      }
      publish(facts);
    }
    app.queries().waitForIssue(last.session(), last.handoffId(), Duration.ofMinutes(5));
    Measured.duration("2,000 events of one issue: published and folded", since(start));
    Measured.fewCalls("one more event of it", i -> oneMore(issues));
    Measured.fewCalls("one more event of an issue of ten", i -> oneMore(pick(i)));
    Measured.memory(app);
  }

  private void ask(LedgerQueries queries) {
    Measured.calls("issues, first 100", i -> queries.issues(ANY, null, 100));
    String second = queries.issues(ANY, null, Math.min(1_000, issues / 2)).next();
    Measured.calls("issues, a later 100", i -> queries.issues(ANY, second, 100));
    Measured.calls(
        "issues that are verified, 100",
        i -> queries.issues(new IssueFilter(null, IssueState.VERIFIED, null), null, 100));
    Measured.fewCalls(
        "issues of a state that none has",
        i -> queries.issues(new IssueFilter(null, IssueState.SKIPPED, null), null, 100));
    Measured.fewCalls(
        "issues of a project, 100",
        i -> queries.issues(new IssueFilter("project-7", null, null), null, 100));
    Measured.fewCalls(
        "issues of a project without any",
        i -> queries.issues(new IssueFilter("nobody", null, null), null, 100));
    Measured.fewCalls(
        "issues that are warnings, 100",
        i -> queries.issues(new IssueFilter(null, null, "warn"), null, 100));
    Measured.calls(
        "issue by id and project", i -> queries.issue("iss-" + pick(i), project(pick(i))));
    Measured.calls("issue by id", i -> queries.issue("iss-" + pick(i), null));
    Measured.calls("issue by fingerprint", i -> queries.issue("if_rule_" + pick(i), null));
    Measured.calls("issue by a name without one", i -> queries.issue("nothing", null));
    byte[] packet = queries.issue("iss-1", null).issues().get(0).packet();
    Measured.calls("packet as Markdown", i -> PacketMarkdown.of(parsed(packet)));
  }

  private static ObjectNode parsed(byte[] packet) {
    try {
      return (ObjectNode) new ObjectMapper().readTree(packet);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int pick(int call) {
    return (int) ((long) call * 7919 % issues);
  }

  /** A new one each time, since one that is folded already is waited for no more. */
  private Boolean oneMore(int issue) {
    further++;
    try {
      return awaitIssue(sample.record(observed("further", issue, further)));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean awaitIssue(Fact fact) throws Exception {
    publish(List.of(fact));
    if (!app.queries().waitForIssue(fact.session(), fact.handoffId(), Duration.ofMinutes(20))) {
      throw new IllegalStateException("not folded in time");
    }
    return true;
  }

  private void publish(List<Fact> facts) throws Exception {
    ledger.publish(facts.toArray(Fact[]::new));
    last = facts.get(facts.size() - 1);
  }

  private static String project(int issue) {
    return "project-" + issue % PROJECTS;
  }

  private static String event(int issue, int event) {
    return switch (event) {
      case 0 ->
          common("issue_diagnosed", "d", issue, event)
              + """
              "issue": {"id": "iss-%d", "rule": "rule %d", "title": "Search times out %d",
               "severity": "%s", "priority": %d}, "diagnosed_by": "codex",
              "hypothesis": "There is no deadline", "recommended_next": "Give it a deadline",
              "evidence": {"occurrences": 2, "evidence_ids": ["rec-%d"]},
              "success_criteria": {"definition": "Below 1 %%", "metric": "failure_rate"}}"""
                  .formatted(
                      issue, issue, issue, issue % 4 == 0 ? "warn" : "error", issue % 9, issue);
      case 6 ->
          common("issue_decided", "r", issue, event)
              + """
              "issue": {"id": "iss-%d"}, "decision": "patch", "decided_by": "ada",
              "decided_via": "api_self_reported", "rationale": "It hurts"}"""
                  .formatted(issue);
      case 7, 8 ->
          common("loop_stage_recorded", "s", issue, event)
              + """
              "issue": {"id": "iss-%d"}, "run_id": "run-1", "stage": "%s"}"""
                  .formatted(issue, event == 7 ? "pr_opened" : "merged");
      case 9 ->
          common("loop_verified", "v", issue, event)
              + """
              "issue": {"id": "iss-%d"}, "run_id": "run-1", "verdict": "improved",
              "metric": "failure_rate", "delta": "-12 %%"}"""
                  .formatted(issue);
      default -> observed("o", issue, event);
    };
  }

  private static String observed(String record, int issue, int event) {
    return common("issue_observed", record, issue, event)
        + """
        "issue": {"id": "iss-%d"}, "evidence": {"occurrences": 3, "evidence_ids": ["rec-%d-%d"]},
        "window": {"from": "2026-10-01T10:00:00Z", "to": "2026-10-01T11:00:00Z"}}"""
            .formatted(issue, issue, event);
  }

  private static String common(String kind, String record, int issue, int event) {
    return """
        {"event": "loopops.%s/v1", "record_id": "%s-%d-%d", "occurred_at": "%s",
         "project": {"project_id": "%s"},
        """
        .formatted(
            kind, record, issue, event, SampleLedger.START.plusSeconds(event), project(issue));
  }
}
