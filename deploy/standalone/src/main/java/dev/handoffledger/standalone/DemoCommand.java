package dev.handoffledger.standalone;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.fact.ContentVerifier;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.standalone.internal.Console;
import dev.handoffledger.standalone.internal.DemoAccount;
import dev.handoffledger.standalone.internal.DemoStory;
import dev.handoffledger.standalone.internal.DemoStory.Step;
import dev.handoffledger.standalone.internal.LedgerAudit;
import dev.handoffledger.standalone.internal.LogFile;
import dev.handoffledger.standalone.internal.TemporaryFolder;
import dev.handoffledger.standalone.internal.TopicReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code handoff demo}: a fleet's day on a ledger of its own. */
@Command(
    name = "demo",
    description =
        "Starts a fresh ledger in a temporary folder, publishes a fleet's day on it in all five"
            + " formats, good and bad, and tells what happened. Exits 0 if all became what it must.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  handoff demo", "  handoff demo -o json"})
final class DemoCommand implements Callable<Integer> {
  private static final int OTHER_THAN_TOLD = 1;
  private static final int CANNOT_RUN = 2;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LINK_WAIT = Duration.ofSeconds(1);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

  @Option(
      names = {"-o", "--output"},
      paramLabel = "json|text",
      description = "How to print: the account, or a summary as JSON (default: text).")
  private OutputFormat output = OutputFormat.text;

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

  @Override
  public Integer call() throws InterruptedException {
    long started = System.nanoTime();
    try (TemporaryFolder folder = TemporaryFolder.make("handoff-demo")) {
      LogFile.use(folder.path());
      Console.err("Starting a ledger of its own for the demo …");
      try (StandaloneLedger ledger = StandaloneLedger.start(folder.path(), 0)) {
        ObjectNode summary = play(ledger);
        summary.put("seconds", Math.round((System.nanoTime() - started) / 1e8) / 10.0);
        if (output == OutputFormat.json) {
          Console.out(summary.toString());
        }
        return summary.path("ok").asBoolean() ? 0 : OTHER_THAN_TOLD;
      }
    } catch (IOException | RuntimeException e) {
      Console.err("handoff: " + Console.reason(e));
      return CANNOT_RUN;
    }
  }

  private ObjectNode play(StandaloneLedger ledger) throws IOException, InterruptedException {
    DemoAccount account = new DemoAccount(output == OutputFormat.text ? Console::out : line -> {});
    Map<String, Integer> outcomes = new TreeMap<>();
    Map<String, Integer> reasons = new TreeMap<>();
    int otherThanTold = 0;
    int published = 0;
    account.opening(ledger.url());
    for (Step step : DemoStory.endingAt(Instant.now())) {
      JsonNode outcome = publish(ledger, step);
      String became = outcome.path("outcome").asText();
      published++;
      outcomes.merge(became, 1, Integer::sum);
      outcome
          .path("problems")
          .forEach(problem -> reasons.merge(problem.path("code").asText(), 1, Integer::sum));
      otherThanTold += became.equals(step.outcome()) ? 0 : 1;
      account.step(step, withLink(ledger, outcome));
    }
    JsonNode roles = get(ledger, "/v1/roles").path("items");
    JsonNode sessions = get(ledger, "/v1/sessions?limit=1000").path("items");
    JsonNode baton = get(ledger, "/v1/sessions/codelens/import-long-run");
    JsonNode rejections = get(ledger, "/v1/rejections").path("items");
    LedgerAudit audit;
    try (TopicReader reader = new TopicReader(ledger.bootstrapServers())) {
      audit = LedgerAudit.of(reader, new ContentVerifier(new Formats()), progress -> {});
    }
    JsonNode issues = get(ledger, "/v1/issues").path("items");
    account.closing(roles, sessions, baton, rejections, issues, audit);

    ObjectNode summary = JsonNodeFactory.instance.objectNode();
    summary.put("ok", otherThanTold == 0 && audit.problems().isEmpty());
    summary.put("published", published);
    summary.set("outcomes", JSON.valueToTree(outcomes));
    summary.set("reasons", JSON.valueToTree(reasons));
    summary.put("other_than_told", otherThanTold);
    summary.set("roles", roles);
    summary.put("sessions", sessions.size());
    summary.put("rejections", rejections.size());
    summary.put("issues", issues.size());
    summary.set("audit", AuditVerifyCommand.json(audit));
    return summary;
  }

  private JsonNode publish(StandaloneLedger ledger, Step step)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(ledger.url() + "/v1/handoffs"))
            .header("Content-Type", "application/json")
            .header("Handoff-Publisher", "handoff-demo")
            .timeout(Duration.ofSeconds(30))
            .POST(HttpRequest.BodyPublishers.ofByteArray(step.artifact()))
            .build();
    HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
    return JSON.readTree(response.body());
  }

  /** The outcome with its link as it is a moment later: a parent may be on another partition. */
  private JsonNode withLink(StandaloneLedger ledger, JsonNode outcome)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + LINK_WAIT.toNanos();
    JsonNode link = outcome.path("link");
    while (link.path("status").asText().equals("pending") && System.nanoTime() < deadline) {
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
      link = get(ledger, "/v1/handoffs/" + outcome.path("id").asText()).path("link");
    }
    return link.isObject() ? ((ObjectNode) outcome.deepCopy()).set("link", link) : outcome;
  }

  private JsonNode get(StandaloneLedger ledger, String path)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(ledger.url() + path))
            .timeout(Duration.ofSeconds(30))
            .build();
    HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
    if (response.statusCode() != 200) {
      throw new IOException("GET " + path + " answered " + response.statusCode());
    }
    return JSON.readTree(response.body());
  }
}
