package dev.handoffledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.cli.RecordedLedger.Answer;
import dev.handoffledger.cli.RecordedLedger.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class QueryCommandsTest {
  private static final String HASH = "ab".repeat(32);
  private static final String ID = "sha256:" + HASH;
  private static final String SESSION =
      """
      {"session":"codelens/planner-7f3a","format":"codelens","state":"open","facts":3,\
      "handoffs":2,"open":1,"first_recorded_at":"2026-11-28T12:00:00Z",\
      "last_recorded_at":"2026-11-30T11:57:00Z","newest":"%s","chain":"%s"}"""
          .formatted(ID, "c".repeat(64));
  private static final String HANDOFF =
      """
      {"id":"%s","format":"codelens","kind":"session_baton","session":"codelens/planner-7f3a",\
      "seq":2,"natural_key":null,"time":"2026-11-30T11:56:00+00:00",\
      "recorded_at":"2026-11-30T11:57:00Z","roles":["coding-agent"],\
      "link":{"status":"root","by":"declared","verified":false,"ambiguous":false},\
      "status":null,"open":true,"completed_by":null,"warnings":[],"publisher":"ada@loom",\
      "project":null,"issue":null,"raw_sha256":"%s","position":"1:42"}"""
          .formatted(ID, HASH);
  private static final String ARTIFACT =
      "{\"payload\": {\"goal\":\"Ship \u202Eit\",  \"resume_plan\":[\"run\",\"check\"]}}\n";
  private static final String FACT =
      """
      {"seq":3,"fact":"linked","id":"%s","recorded_at":"2026-11-30T11:57:00Z",\
      "link":{"status":"linked"},"partition":0,"offset":4,"chain":"%s"}"""
          .formatted(ID, "c".repeat(64));

  private RecordedLedger ledger;

  @BeforeEach
  void start() throws IOException {
    ledger = new RecordedLedger();
  }

  @AfterEach
  void stop() {
    ledger.close();
  }

  private static String page(String next, String... items) {
    return "{\"items\":[" + String.join(",", items) + "],\"next\":" + next + "}";
  }

  private CommandRun run(String... arguments) {
    return CommandRun.against(ledger).run(arguments);
  }

  private CommandRun on(int columns, String... arguments) {
    return CommandRun.against(ledger)
        .display(new Terminal.Display(columns, true, false, false))
        .run(arguments);
  }

  @Nested
  class Sessions {

    @Test
    void text_isATable() {
      ledger.answering("/v1/sessions", Answer.json(200, page("null", SESSION)));

      CommandRun run = run("sessions");

      assertThat(run.exitCode()).isZero();
      assertThat(run.out().lines())
          .containsExactly(
              "SESSION                STATE  OPEN  HANDOFFS  NEWEST",
              "codelens/planner-7f3a  open      1         2  3 min ago");
    }

    @Test
    void json_isTheServersDocument() {
      String document = page("null", SESSION.replace("\"facts\":3", "\"facts\": 3.0"));
      ledger.answering("/v1/sessions", Answer.json(200, document));

      assertThat(run("sessions", "-o", "json").out()).isEqualTo(document + "\n");
    }

    @Test
    void optionBeforeTheCommand_countsAsWell() {
      ledger.answering("/v1/sessions", Answer.json(200, page("null", SESSION)));

      assertThat(run("-o", "json", "sessions").out()).isEqualTo(page("null", SESSION) + "\n");
    }

    @Test
    void filters_reachTheServer() {
      ledger.answering(
          "/v1/sessions?format=kxm&state=closed&since=2026-11-30T10%3A00%3A00Z"
              + "&until=2026-11-30T00%3A00%3A00Z&limit=5",
          Answer.json(200, page("null", SESSION)));

      CommandRun run =
          run(
              "sessions",
              "--format=kxm",
              "--state=closed",
              "--since=2h",
              "--until=2026-11-30",
              "--limit=5");

      assertThat(run.exitCode()).as(run.err()).isZero();
    }

    @Test
    void all_readsEveryPageAndPrintsAnItemALine() {
      ledger
          .answering("/v1/sessions?limit=1000", Answer.json(200, page("\"a/b\"", SESSION)))
          .answering(
              "/v1/sessions?limit=1000&cursor=a%2Fb", Answer.json(200, page("null", SESSION)));

      assertThat(run("sessions", "--all", "-o", "json").out())
          .isEqualTo(SESSION + "\n" + SESSION + "\n");
    }

    @Test
    void more_saysHowToGoOn() {
      ledger.answering("/v1/sessions", Answer.json(200, page("\"c1\"", SESSION)));

      assertThat(run("sessions").out()).endsWith("There is more: add --all, or --cursor c1\n");
    }

    @Test
    void none_saysWhatToDoNext() {
      ledger.answering("/v1/sessions", Answer.json(200, page("null")));

      CommandRun run = run("sessions");

      assertThat(run.exitCode()).isZero();
      assertThat(run.out()).contains("handoff publish FILE");
    }

    @Test
    void narrowTerminal_cutsTheSessionAndKeepsTheColumns() {
      ledger.answering("/v1/sessions", Answer.json(200, page("null", SESSION)));

      CommandRun run = on(48, "sessions");

      assertThat(run.out().lines()).allMatch(line -> line.length() <= 48);
      assertThat(run.out()).contains("codelens/plan…  open");
    }

    @Test
    void absoluteTimes_areGivenAsTheyCame() {
      ledger.answering("/v1/sessions", Answer.json(200, page("null", SESSION)));

      assertThat(run("sessions", "--absolute-times").out()).contains("2026-11-30T11:57:00Z");
    }

    @Test
    void limitOutOfRange_isWrongUsage() {
      assertThat(run("sessions", "--limit=1001").exitCode()).isEqualTo(2);
      assertThat(ledger.requests()).isEmpty();
    }

    @Test
    void timeNobodyCanRead_isWrongUsage() {
      CommandRun run = run("sessions", "--since=yesterday");

      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err()).contains("--since takes an RFC 3339 time");
    }
  }

  @Nested
  class Session {
    private final String document =
        "{\"summary\":"
            + SESSION
            + ",\"newest\":"
            + HANDOFF.replaceFirst("}$", ",\"artifact\":" + ARTIFACT.strip() + "}")
            + ",\"facts\":["
            + FACT
            + "],\"next\":null}";

    @Test
    void text_givesSummaryThenNewestHandoffThenFacts() {
      ledger.answering("/v1/sessions/codelens/planner-7f3a", Answer.json(200, document));

      CommandRun run = run("session", "codelens/planner-7f3a");

      assertThat(run.exitCode()).isZero();
      assertThat(run.out())
          .containsSubsequence(
              "codelens/planner-7f3a  open  2 handoffs, 1 open, 3 facts",
              "NEWEST HANDOFF",
              "session_baton  codelens/planner-7f3a #2  open",
              "recorded     3 min ago by ada@loom",
              "goal: Ship \\u{202E}it",
              "resume_plan:",
              "- run",
              "- check",
              "FACTS, NEWEST FIRST",
              "linked");
    }

    @Test
    void factAboutALease_saysWhoHolds() {
      ledger.answering(
          "/v1/sessions/codelens/planner-7f3a",
          Answer.json(
              200,
              document
                  .replace(
                      "\"fact\":\"linked\"",
                      "\"fact\":\"claimed\",\"lease\":{\"holder\":\"grace\"}")
                  .replace("\"link\":{\"status\":\"linked\"},", "")));

      assertThat(run("session", "codelens/planner-7f3a").out()).containsPattern("claimed .* grace");
    }

    @Test
    void formatAndIdAsTwoWords_areTheSame() {
      ledger.answering("/v1/sessions/codelens/planner-7f3a", Answer.json(200, document));

      assertThat(run("session", "codelens", "planner-7f3a", "-o", "json").out())
          .isEqualTo(document + "\n");
    }

    @Test
    void idWithSlashesAndPercents_isEncoded() {
      ledger.answering("/v1/sessions/loopops/my%2520project%2Fiss_1", Answer.json(200, document));

      assertThat(run("session", "loopops/my%20project/iss_1").exitCode()).isZero();
    }

    @Test
    void unknown_exits1AndSaysWhatToDoNext() {
      CommandRun run = run("session", "codelens/absent");

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains("no such session").contains("handoff sessions");
    }

    @Test
    void withoutASlash_isWrongUsage() {
      assertThat(run("session", "planner-7f3a").exitCode()).isEqualTo(2);
    }

    @Test
    void all_readsEveryPageOfFacts() {
      String path = "/v1/sessions/codelens/planner-7f3a?limit=1000";
      ledger
          .answering(path, Answer.json(200, document.replace("\"next\":null", "\"next\":\"c\"")))
          .answering(path + "&cursor=c", Answer.json(200, document));

      assertThat(run("session", "codelens/planner-7f3a", "--all", "-o", "json").out())
          .isEqualTo(FACT + "\n" + FACT + "\n");
    }
  }

  @Nested
  class Show {

    @Test
    void idWithoutItsAlgorithm_isFound() {
      ledger.answering("/v1/handoffs/sha256%3A" + HASH, Answer.json(200, HANDOFF));

      assertThat(run("show", HASH, "-o", "json").out()).isEqualTo(HANDOFF + "\n");
    }

    @Test
    void text_givesTheHandoffAndItsArtifact() {
      ledger
          .answering("/v1/handoffs/sha256%3A" + HASH, Answer.json(200, HANDOFF))
          .answering("/v1/handoffs/sha256%3A" + HASH + "/artifact", Answer.json(200, ARTIFACT));

      assertThat(run("show", ID).out())
          .containsSubsequence("session_baton", ID, "coding-agent", "goal: Ship \\u{202E}it");
    }

    @Test
    void lease_saysWhoHoldsTheHandoff() {
      String held =
          HANDOFF.replaceFirst(
              "}$",
              ",\"lease\":{\"holder\":\"gr\u202Eace\",\"since\":\"2026-11-30T11:50:00Z\","
                  + "\"until\":\"2026-11-30T12:05:00Z\",\"delivery\":2},\"deliveries\":2,"
                  + "\"escalated\":true,\"answered_by_other\":true,"
                  + "\"required_capabilities\":[\"rust\"]}");
      ledger
          .answering("/v1/handoffs/sha256%3A" + HASH, Answer.json(200, held))
          .answering("/v1/handoffs/sha256%3A" + HASH + "/artifact", Answer.json(200, ARTIFACT));

      assertThat(run("show", ID).out())
          .containsSubsequence(
              "held by      gr\\u{202E}ace, since 10 min ago, ends in 5 min",
              "given out    2 times, too often: it is for a person now, answered by somebody",
              "asks for     rust");
    }

    @Test
    void artifact_isGivenByteForByte() {
      ledger.answering("/v1/handoffs/sha256%3A" + HASH + "/artifact", Answer.json(200, ARTIFACT));

      assertThat(run("show", ID, "--artifact").bytes())
          .isEqualTo(ARTIFACT.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void artifactOnATerminal_showsDeceivingCharactersAsJsonEscapes() {
      ledger.answering("/v1/handoffs/sha256%3A" + HASH + "/artifact", Answer.json(200, ARTIFACT));

      CommandRun run = on(80, "show", ID, "--artifact");

      assertThat(run.out()).contains("Ship \\u202eit").doesNotContain("\u202E");
      assertThat(CommandRun.parse(run.out())).isEqualTo(CommandRun.parse(ARTIFACT));
    }

    @Test
    void unknown_exits1() {
      CommandRun run = run("show", ID);

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains("no handoff with this id");
    }

    @Test
    void whatIsNoId_isWrongUsage() {
      assertThat(run("show", "sha256:12").exitCode()).isEqualTo(2);
      assertThat(ledger.requests()).isEmpty();
    }
  }

  @Nested
  class Inbox {

    @Test
    void role_listsItsHandoffsWithIdsToCopy() {
      ledger.answering("/v1/roles/coding-agent", Answer.json(200, page("null", HANDOFF)));

      assertThat(run("inbox", "coding-agent").out().lines())
          .containsExactly(
              "KIND           SESSION                SEQ  WAITS SINCE  FROM",
              "session_baton  codelens/planner-7f3a    2  3 min ago    ada@loom",
              "  " + ID);
    }

    @Test
    void heldHandoff_saysByWhom() {
      ledger.answering(
          "/v1/roles/coding-agent",
          Answer.json(
              200,
              page(
                  "null",
                  HANDOFF.replaceFirst(
                      "}$",
                      ",\"lease\":{\"holder\":\"grace\",\"since\":\"2026-11-30T11:50:00Z\","
                          + "\"until\":\"2026-11-30T12:05:00Z\"}}"))));

      assertThat(run("inbox", "coding-agent").out())
          .endsWith("  " + ID + "  held by grace, since 10 min ago, ends in 5 min\n");
    }

    @Test
    void withoutARole_listsRoles() {
      ledger.answering(
          "/v1/roles",
          Answer.json(
              200,
              "{\"items\":[{\"role\":\"human\",\"open\":12,"
                  + "\"oldest_recorded_at\":\"2026-11-25T12:00:00Z\"}]}"));

      assertThat(run("inbox").out().lines())
          .containsExactly("ROLE   OPEN  OLDEST WAITS SINCE", "human    12  5 days ago");
    }

    @Test
    void roleNameOfAnyCharacters_isEncoded() {
      ledger.answering("/v1/roles/ops%2Fon%20call", Answer.json(200, page("null")));

      CommandRun run = run("inbox", "ops/on call");

      assertThat(run.exitCode()).isZero();
      assertThat(run.out()).contains("Nothing waits for this role");
    }

    @Test
    void pageOptionsWithoutARole_areWrongUsage() {
      assertThat(run("inbox", "--limit=3").exitCode()).isEqualTo(2);
    }
  }

  @Nested
  class Rejections {

    @Test
    void text_givesEveryProblem() {
      ledger.answering(
          "/v1/rejections?reason=schema_violation&kind=planner_brief",
          Answer.json(
              200,
              page(
                  "null",
                  "{\"at\":\"2026-11-30T11:00:00Z\",\"reason\":\"schema_violation\","
                      + "\"problems\":[{\"code\":\"schema_violation\",\"pointer\":\"/a\","
                      + "\"message\":\"Add a.\"},{\"code\":\"bad_timestamp\",\"pointer\":\"/b\","
                      + "\"message\":\"Add a zone.\"}],\"topic\":\"t\",\"partition\":0,"
                      + "\"offset\":1,\"session\":null,\"kind\":\"planner_brief\","
                      + "\"publisher\":\"ada@loom\",\"size\":120,\"raw_sha256\":\"x\","
                      + "\"position\":\"0:1\"}")));

      CommandRun run = run("rejections", "--reason=schema_violation", "--kind=planner_brief");

      assertThat(run.out())
          .containsSubsequence(
              "1 h ago",
              "schema_violation",
              "planner_brief",
              "ada@loom",
              "120",
              "    schema_violation at /a: Add a.",
              "    bad_timestamp at /b: Add a zone.");
    }

    @Test
    void none_saysSo() {
      ledger.answering("/v1/rejections", Answer.json(200, page("null")));

      assertThat(run("rejections").out()).contains("Nothing was rejected");
    }
  }

  @Nested
  class Failures {

    @Test
    void serverThatIsNotThere_exits3AndSaysHowToStartOne() {
      ledger.close();

      CommandRun run = run("sessions");

      assertThat(run.exitCode()).isEqualTo(3);
      assertThat(run.out()).isEmpty();
      assertThat(run.err())
          .contains("Cannot reach the ledger at " + ledger.url())
          .contains("./handoff up");
    }

    @Test
    void serverThatCannotAnswerNow_exits3() {
      ledger.answering("/v1/sessions", Answer.problem(503, "Not available", "Ask again."));

      CommandRun run = run("sessions");

      assertThat(run.exitCode()).isEqualTo(3);
      assertThat(run.err()).contains("Not available: Ask again");
    }

    @Test
    void serverThatRefusesTheQuestion_exits2() {
      ledger.answering(
          "/v1/rejections?reason=no_such",
          Answer.problem(400, "A parameter cannot be used", "give a reason code"));

      CommandRun run = run("rejections", "--reason=no_such");

      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err()).contains("give a reason code");
    }

    @Test
    void answerThatIsNoJson_exits3() {
      ledger.answering(
          "/v1/sessions", new Answer(200, "text/html", "<p>".getBytes(StandardCharsets.UTF_8)));

      CommandRun run = run("sessions");

      assertThat(run.exitCode()).isEqualTo(3);
      assertThat(run.err()).contains("not a Handoff Ledger server");
    }

    @Test
    void anotherServersNotFound_exits3InsteadOfSayingThereIsNoSession() {
      ledger.answering("/v1/sessions/codelens/x", new Answer(404, "text/html", new byte[0]));

      CommandRun run = run("session", "codelens/x");

      assertThat(run.exitCode()).isEqualTo(3);
      assertThat(run.err()).contains("not a Handoff Ledger server");
    }

    @Test
    void hostileProblemText_isShownEscaped() {
      ledger.answering("/v1/sessions", Answer.problem(503, "a\\u001b[31mb", "c"));

      assertThat(run("sessions").err()).contains("a\\u{001B}[31mb").doesNotContain("\u001B");
    }

    @Test
    void urlOption_winsOverTheEnvironment() {
      ledger.answering("/v1/sessions", Answer.json(200, page("null")));

      CommandRun run =
          new CommandRun.Setting()
              .with("HANDOFF_URL", "http://127.0.0.1:1")
              .run("sessions", "--url", ledger.url() + "/");

      assertThat(run.exitCode()).isZero();
      assertThat(ledger.requests()).extracting(Request::target).containsExactly("/v1/sessions");
    }

    @Test
    void urlThatIsNone_isWrongUsage() {
      assertThat(run("sessions", "--url", "localhost:7440").exitCode()).isEqualTo(2);
      assertThat(run("sessions", "--url", "http://u:p@h").err()).doesNotContain("u:p");
    }
  }
}
