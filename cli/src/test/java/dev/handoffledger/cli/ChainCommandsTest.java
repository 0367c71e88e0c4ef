package dev.handoffledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.cli.RecordedLedger.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChainCommandsTest {
  private static final String ROOT = "sha256:" + "01".repeat(32);
  private static final String RESULT = "sha256:" + "02".repeat(32);
  private static final String VERDICT = "sha256:" + "03".repeat(32);
  private static final String LINEAGE =
      "{\"start\":\""
          + RESULT
          + "\",\"nodes\":["
          + node(RESULT, "builder_result", "codelens/b", "11:10", "linked")
          + ","
          + node(ROOT, "planner_brief", "codelens/a", "11:00", "pending")
          + ","
          + node(VERDICT, "reviewer_\\u202everdict", "codelens/c", "11:20", "linked")
          + "],\"edges\":[{\"child\":\""
          + RESULT
          + "\",\"parent\":\""
          + ROOT
          + "\",\"by\":\"declared\"},{\"child\":\""
          + VERDICT
          + "\",\"parent\":\""
          + RESULT
          + "\",\"by\":\"rule\"}],\"cut\":null}";

  private RecordedLedger ledger;

  @BeforeEach
  void start() throws IOException {
    ledger = new RecordedLedger();
  }

  @AfterEach
  void stop() {
    ledger.close();
  }

  private static String node(String id, String kind, String session, String time, String link) {
    return """
    {"id":"%s","kind":"%s","session":"%s","seq":1,"recorded_at":"2026-11-30T%s:00Z",\
    "roles":["reviewer"],"open":false,\
    "link":{"status":"%s","parent_kind":"planner_brief","parent_session":"codelens/p"},\
    "lease":null}"""
        .formatted(id, kind, session, time, link);
  }

  private static String page(String... items) {
    return "{\"items\":[" + String.join(",", items) + "],\"next\":null}";
  }

  private CommandRun run(String... arguments) {
    return CommandRun.against(ledger).run(arguments);
  }

  @Nested
  class Lineage {
    private final String path = "/v1/handoffs/sha256%3A" + RESULT.substring(7) + "/lineage";

    @Test
    void text_isDrawnFromTheRootDown() {
      ledger.answering(path + "?direction=both", Answer.json(200, LINEAGE));

      CommandRun run = run("lineage", RESULT);

      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.out().lines())
          .containsExactly(
              "○ planner_brief  codelens/a #1  closed  1 h ago  (pending: its parent has not"
                  + " come)",
              "● builder_result  codelens/b #1  closed  50 min ago",
              "○ reviewer_\\u{202E}verdict  codelens/c #1  closed  40 min ago  (by rule)");
    }

    @Test
    void ids_standBelow() {
      ledger.answering(path + "?direction=both", Answer.json(200, LINEAGE));

      assertThat(run("lineage", RESULT, "--ids").out())
          .containsSubsequence("│ " + ROOT, "│ " + RESULT, "  " + VERDICT);
    }

    @Test
    void options_reachTheServer() {
      ledger.answering(path + "?direction=up&depth=3&limit=7", Answer.json(200, LINEAGE));

      CommandRun run =
          run("lineage", RESULT, "--direction=up", "--depth=3", "--limit=7", "-o", "json");

      assertThat(run.out()).isEqualTo(LINEAGE + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"depth", "limit"})
    void cut_saysHowToSeeMore(String cut) {
      ledger.answering(
          path + "?direction=both",
          Answer.json(200, LINEAGE.replace("\"cut\":null", "\"cut\":\"" + cut + "\"")));

      assertThat(run("lineage", RESULT).out()).contains("Cut here.").contains("add --" + cut);
    }

    @Test
    void narrowTerminal_cutsTheLines() {
      ledger.answering(path + "?direction=both", Answer.json(200, LINEAGE));

      CommandRun run =
          CommandRun.against(ledger)
              .display(new Terminal.Display(30, true, false, false))
              .run("lineage", RESULT);

      assertThat(run.out().lines()).allMatch(line -> line.length() <= 30);
    }

    @Test
    void unknown_exits1() {
      assertThat(run("lineage", RESULT).exitCode()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"xyz", "ID --depth 0", "ID --limit 1001", "ID --direction sideways"})
    void wrongUsage_exits2(String line) {
      String[] words = ("lineage " + line.replace("ID", RESULT)).split(" ", -1);

      assertThat(run(words).exitCode()).isEqualTo(2);
      assertThat(ledger.requests()).isEmpty();
    }
  }

  @Nested
  class Chains {
    private final String head =
        "\"root\":\""
            + ROOT
            + "\",\"state\":\"changes_requested\",\"rounds\":2,\"handoffs\":3,\"cut\":null,"
            + "\"waiting\":1,\"orphaned\":true,\"circular\":false,"
            + "\"last_recorded_at\":\"2026-11-30T11:20:00Z\",\"waits_for\":["
            + node(VERDICT, "reviewer_verdict", "codelens/c", "11:20", "linked")
            + "]";

    @Test
    void chain_givesItsStateWhatItWaitsForAndItsLineage() {
      ledger.answering(
          "/v1/chains/sha256%3A" + RESULT.substring(7),
          Answer.json(200, "{" + head + ",\"lineage\":" + LINEAGE + "}"));

      assertThat(run("chain", RESULT).out())
          .containsSubsequence(
              "changes_requested  3 handoffs, 2 rounds of rework, newest 40 min ago",
              "  root " + ROOT,
              "names a parent that has not come",
              "WAITS FOR",
              "  reviewer: reviewer_verdict  codelens/c #1",
              "○ planner_brief  codelens/a #1");
    }

    @Test
    void chains_areATable() {
      ledger.answering(
          "/v1/chains?state=changes_requested", Answer.json(200, page("{" + head + "}")));

      assertThat(run("chains", "--state", "changes_requested").out().lines())
          .containsExactly(
              "STATE              ROUNDS  HANDOFFS  WAITING  WAITS FOR  NEWEST",
              "changes_requested       2         3        1  reviewer   40 min ago",
              "  " + ROOT);
    }

    @Test
    void unknownState_isWrongUsage() {
      assertThat(run("chains", "--state", "half").exitCode()).isEqualTo(2);
    }

    @Test
    void unknownChain_exits1() {
      assertThat(run("chain", ROOT).exitCode()).isEqualTo(1);
    }
  }

  @Nested
  class Orphans {

    @Test
    void text_saysForWhatEachWaits() {
      ledger.answering(
          "/v1/orphans",
          Answer.json(200, page(node(RESULT, "builder_result", "codelens/b", "11:10", "pending"))));

      assertThat(run("orphans").out().lines())
          .containsExactly(
              "KIND            SESSION     SEQ  WAITS SINCE  FOR A          IN",
              "builder_result  codelens/b    1  50 min ago   planner_brief  codelens/p",
              "  " + RESULT);
    }
  }

  @Nested
  class Gate {
    private final String refused =
        "{\"passes\":false,\"chains\":[\""
            + ROOT
            + "\"],\"objections\":[{\"code\":\"no_verdict\",\"handoff\":\""
            + RESULT
            + "\",\"message\":\"Let a reviewer judge it.\"}]}";

    @Test
    void chainThatPasses_exits0() {
      ledger.answering(
          "/v1/gate/sha256%3A" + ROOT.substring(7),
          Answer.json(200, "{\"passes\":true,\"chains\":[\"" + ROOT + "\"],\"objections\":[]}"));

      CommandRun run = run("gate", ROOT);

      assertThat(run.exitCode()).isZero();
      assertThat(run.out()).isEqualTo("✓ passes  1 chain\n");
    }

    @Test
    void chainThatDoesNotPass_exits1WithTheReasons() {
      ledger.answering("/v1/gate/sha256%3A" + ROOT.substring(7), Answer.json(200, refused));

      CommandRun run = run("gate", ROOT);

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.out())
          .containsSubsequence(
              "✗ does not pass  1 chain", "no_verdict: Let a reviewer judge it.", RESULT);
    }

    @Test
    void json_isTheServersDocumentWithTheSameExitCode() {
      ledger.answering("/v1/gate?session=codelens%2Fa%20b", Answer.json(200, refused));

      CommandRun run = run("gate", "codelens/a b", "-o", "json");

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.out()).isEqualTo(refused + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"codelens/none", "ID"})
    void unknownTarget_exits1(String target) {
      CommandRun run = run("gate", target.replace("ID", ROOT));

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains("The ledger has no");
    }

    @Test
    void targetThatIsNeither_isWrongUsage() {
      assertThat(run("gate", "nonsense").exitCode()).isEqualTo(2);
    }

    @Test
    void serverThatCannotAnswerNow_exits3() {
      ledger.answering("/v1/gate?session=codelens%2Fa", Answer.problem(503, "Not now", "Again."));

      assertThat(run("gate", "codelens/a").exitCode()).isEqualTo(3);
    }
  }

  @Nested
  class Watch {
    private final String target = "/v1/roles/reviewer?limit=1000";
    private final String first = node(ROOT, "planner_brief", "codelens/a", "11:00", "root");
    private final String second = node(RESULT, "builder_result", "codelens/b", "11:10", "linked");

    @Test
    void whatComes_isPrintedOnce() throws InterruptedException {
      ledger.answering(target, Answer.json(200, page(first)));
      AtomicReference<CommandRun> result = new AtomicReference<>();
      Thread watching =
          new Thread(
              () -> result.set(run("inbox", "reviewer", "--watch", "--every", "1", "-o", "json")));
      watching.start();
      awaitRequests(2);
      ledger.answering(target, Answer.json(503, "{}"));
      awaitRequests(1);
      ledger.answering(target, Answer.json(200, page(first, second)));
      awaitRequests(2);
      watching.interrupt();
      watching.join();

      assertThat(result.get().out().lines()).containsExactly(first, second);
      assertThat(result.get().err()).containsOnlyOnce("still watching");
    }

    @Test
    void whatComesBeforeTheEventsBegin_isPrinted() throws Exception {
      ledger
          .answering(
              target, request -> Answer.json(200, looks() > 1 ? page(first, second) : page(first)))
          .answering(
              "/v1/events?role=reviewer",
              new Answer(200, "text/event-stream", "id: 0:3\n\n".getBytes(StandardCharsets.UTF_8)));
      AtomicReference<CommandRun> result = new AtomicReference<>();
      Thread watching =
          new Thread(
              () ->
                  result.set(run("inbox", "reviewer", "--watch", "--every", "3600", "-o", "json")));
      watching.start();
      await(() -> looks() > 1);
      watching.interrupt();
      watching.join();

      assertThat(result.get().out().lines()).containsExactly(first, second);
    }

    private long looks() {
      return ledger.requests().stream().filter(asked -> asked.target().equals(target)).count();
    }

    private void awaitRequests(int more) {
      int from = ledger.requests().size();
      await(() -> ledger.requests().size() >= from + more);
    }

    private void await(BooleanSupplier condition) {
      long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (!condition.getAsBoolean()) {
        assertThat(System.nanoTime()).isLessThan(deadline);
        LockSupport.parkNanos(20_000_000);
      }
    }

    @ParameterizedTest
    @ValueSource(strings = {"inbox --watch", "inbox a --watch --all", "inbox a --watch --every 0"})
    void wrongUsage_exits2(String line) {
      assertThat(run(line.split(" ", -1)).exitCode()).isEqualTo(2);
    }
  }
}
