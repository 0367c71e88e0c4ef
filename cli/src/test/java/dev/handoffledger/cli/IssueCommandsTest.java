package dev.handoffledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.RecordedLedger.Answer;
import dev.handoffledger.cli.RecordedLedger.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IssueCommandsTest {
  private static final String ID = "iss_" + "7f3a".repeat(8);
  private static final String TITLE = "Search tool times out on long queries";
  private static final String PACKET =
      """
      {"packet":"loopops.handoff/v2","generated_at":"2026-11-30T11:20:00Z",
       "issue":{"fingerprint":"if_tool_search_times_out","id":"%s","title":"Search \u202Etool",
                "state":"needs_decision","decision":"unknown","severity":"error","priority":1.50}}
      """
          .formatted(ID);
  private static final String PROMPT =
      """
      # Handoff of one LoopOps issue

      **Title:**

      ```text
      Search \u202Etool\u001B[2J
      	Grüße
      ```
      """;

  private RecordedLedger ledger;

  @BeforeEach
  void start() throws IOException {
    ledger = new RecordedLedger();
  }

  @AfterEach
  void stop() {
    ledger.close();
  }

  private static String issue(String id, String project, String title, String state) {
    return """
    {"id":"%s","fingerprint":"if_tool_search_times_out","project_id":"%s",\
    "aliases":["if_search_timeout","iss-old"],"title":"%s","state":"%s","decision":"unknown",\
    "severity":"error","priority":1.50,"first_observed_at":"2026-11-30T11:00:00Z",\
    "generated_at":"2026-11-30T11:20:00Z"}"""
        .formatted(id, project, title, state);
  }

  private static String page(String next, String... items) {
    return "{\"items\":[" + String.join(",", items) + "],\"next\":" + next + "}";
  }

  private static Answer problem(int status, String type, String members) {
    return new Answer(
        status,
        "application/problem+json",
        ("{\"type\":\"https://handoffledger.dev/problems/"
                + type
                + "\",\"title\":\"The title\",\"status\":"
                + status
                + ",\"detail\":\"The detail.\""
                + members
                + "}")
            .getBytes(StandardCharsets.UTF_8));
  }

  private CommandRun run(String... arguments) {
    return CommandRun.against(ledger).with("USER", "ada").with("HOSTNAME", "loom").run(arguments);
  }

  private CommandRun on(int columns, String... arguments) {
    return CommandRun.against(ledger)
        .display(new Terminal.Display(columns, true, false, false))
        .run(arguments);
  }

  @Nested
  class Issues {

    @Test
    void text_isATableWithIdsAndProjectsToCopy() {
      String second =
          issue("a:b@c", "default", "Changes requested", "skipped")
              .replace(
                  "\"severity\":\"error\",\"priority\":1.50",
                  "\"severity\":\"warn\",\"priority\":null");
      ledger.answering(
          "/v1/issues",
          Answer.json(200, page("null", issue(ID, "shop", TITLE, "needs_decision"), second)));

      CommandRun run = run("issues");

      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.out().lines())
          .containsExactly(
              "PRIORITY  SEVERITY  STATE           FIRST SEEN  TITLE",
              "    1.50  error     needs_decision  1 h ago     " + TITLE,
              "  " + ID + "  in shop",
              "          warn      skipped         1 h ago     Changes requested",
              "  a:b@c  in default");
    }

    @Test
    void json_isTheServersDocument() {
      String document = page("null", issue(ID, "shop", TITLE, "verified"));
      ledger.answering("/v1/issues", Answer.json(200, document));

      assertThat(run("issues", "-o", "json").out()).isEqualTo(document + "\n");
    }

    @Test
    void filters_reachTheServer() {
      ledger.answering(
          "/v1/issues?state=verification_blocked&severity=warn&project=my%2Fshop%20%2B1"
              + "&limit=5&cursor=a%2Fb",
          Answer.json(200, page("null")));

      CommandRun run =
          run(
              "issues",
              "--state=verification_blocked",
              "--severity=warn",
              "--project=my/shop +1",
              "--limit=5",
              "--cursor=a/b");

      assertThat(run.exitCode()).as(run.err()).isZero();
    }

    @Test
    void all_readsEveryPageAndPrintsAnItemALine() {
      String first = issue(ID, "shop", TITLE, "regression");
      String second = issue("iss-2", "shop", TITLE, "observing");
      ledger
          .answering("/v1/issues?limit=1000", Answer.json(200, page("\"c/1\"", first)))
          .answering("/v1/issues?limit=1000&cursor=c%2F1", Answer.json(200, page("null", second)));

      assertThat(run("issues", "--all", "-o", "json").out())
          .isEqualTo(first + "\n" + second + "\n");
    }

    @Test
    void more_saysHowToGoOn() {
      ledger.answering(
          "/v1/issues", Answer.json(200, page("\"c1\"", issue(ID, "shop", TITLE, "deferred"))));

      assertThat(run("issues").out()).endsWith("There is more: add --all, or --cursor c1\n");
    }

    @Test
    void none_saysWhatMakesOne() {
      ledger.answering("/v1/issues", Answer.json(200, page("null")));

      CommandRun run = run("issues");

      assertThat(run.exitCode()).isZero();
      assertThat(run.out()).contains("no issues yet");
    }

    @Test
    void noneThatMatches_saysHowToListThemAll() {
      ledger.answering("/v1/issues?project=shop", Answer.json(200, page("null")));

      assertThat(run("issues", "--project=shop").out()).contains("No issue matches.");
    }

    @Test
    void hostileTexts_areShownEscaped() {
      ledger.answering(
          "/v1/issues",
          Answer.json(
              200,
              page(
                  "null",
                  issue("i\\u001b[2J", "sh\\u202eop", "Se\\u001b]0;x\\u0007arch", "new\\n"))));

      assertThat(run("issues").out())
          .contains(
              "i\\u{001B}[2J", "sh\\u{202E}op", "Se\\u{001B}]0;x\\u{0007}arch", "new\\u{000A}")
          .doesNotContain("\u001B", "\u202E", "\u0007");
    }

    @Test
    void narrowTerminal_cutsTheTitleAndNeverTheId() {
      ledger.answering(
          "/v1/issues", Answer.json(200, page("null", issue(ID, "shop", TITLE, "needs_decision"))));

      CommandRun run = on(72, "issues");

      assertThat(run.out().lines())
          .allMatch(line -> line.length() <= 72)
          .contains("  " + ID + "  in shop");
      assertThat(run.out()).contains("Search tool times out o…");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--state half", "--severity fatal", "--limit 0", "name"})
    void wrongUsage_exits2(String options) {
      CommandRun run = run(("issues " + options).split(" ", -1));

      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(ledger.requests()).isEmpty();
    }
  }

  @Nested
  class Packet {

    private void answering(String target, String mediaType, String packet) {
      ledger.answering(target, new Answer(200, mediaType, packet.getBytes(StandardCharsets.UTF_8)));
    }

    private String accept() {
      return String.join("|", ledger.requests().get(0).headers().get("Accept"));
    }

    @Test
    void packet_isGivenByteForByte() {
      answering("/v1/issues/" + ID + "/packet", "application/json", PACKET);

      CommandRun run = run("packet", ID);

      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.bytes()).isEqualTo(PACKET.getBytes(StandardCharsets.UTF_8));
      assertThat(accept()).isEqualTo("application/json");
    }

    @Test
    void markdown_isAskedForAndGivenByteForByte() {
      answering("/v1/issues/" + ID + "/packet", "text/markdown; charset=utf-8", PROMPT);

      CommandRun run = run("packet", ID, "--format", "markdown");

      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.bytes()).isEqualTo(PROMPT.getBytes(StandardCharsets.UTF_8));
      assertThat(accept()).isEqualTo("text/markdown");
    }

    @Test
    void packetWithoutALastNewline_getsNone() {
      answering("/v1/issues/" + ID + "/packet", "application/json", PACKET.strip());

      assertThat(run("packet", ID, "-o", "json").out()).isEqualTo(PACKET.strip());
    }

    @Test
    void packetOnATerminal_isTheSameDocumentWithDeceivingCharactersAsJsonEscapes() {
      answering("/v1/issues/" + ID + "/packet", "application/json", PACKET.strip());

      CommandRun run = on(40, "packet", ID);

      assertThat(run.out()).contains("Search \\u202etool").doesNotContain("\u202E").endsWith("}\n");
      assertThat(CommandRun.parse(run.out())).isEqualTo(CommandRun.parse(PACKET));
    }

    @Test
    void markdownOnATerminal_keepsItsLinesAndShowsDeceivingCharacters() {
      answering("/v1/issues/" + ID + "/packet", "text/markdown; charset=utf-8", PROMPT);

      assertThat(on(20, "packet", ID, "--format=markdown").out())
          .isEqualTo(PROMPT.replace("\u202E", "\\u{202E}").replace("\u001B", "\\u{001B}"));
    }

    @ParameterizedTest
    @CsvSource({
      "a:b@c, a%3Ab%40c",
      "iss-old, iss-old",
      "if_search_timeout, if_search_timeout",
      "../x y, ..%2Fx%20y"
    })
    void nameOfAnyKind_isEncoded(String name, String segment) {
      answering("/v1/issues/" + segment + "/packet", "application/json", PACKET);

      assertThat(run("packet", name).exitCode()).isZero();
    }

    @Test
    void project_reachesTheServer() {
      answering("/v1/issues/" + ID + "/packet?project=my%2Fshop", "application/json", PACKET);

      assertThat(run("packet", ID, "--project", "my/shop").out()).isEqualTo(PACKET);
    }

    @Test
    void markdownAndJsonOutput_contradictEachOther() {
      CommandRun run = run("packet", ID, "--format", "markdown", "-o", "json");

      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err()).contains("--format markdown and -o json");
      assertThat(ledger.requests()).isEmpty();
    }

    @Test
    void unknownIssue_exits1AndSaysWhatToDoNext() {
      ledger.answering("/v1/issues/" + ID + "/packet", problem(404, "not-found", ""));

      CommandRun run = run("packet", ID);

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.out()).isEmpty();
      assertThat(run.err()).contains("no such issue").contains("handoff issues");
    }

    @Test
    void undiagnosedIssue_exits1AndSaysWhatIsMissing() {
      ledger.answering("/v1/issues/" + ID + "/packet", problem(404, "undiagnosed", ""));

      CommandRun run = run("packet", ID, "--format=markdown");

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.out()).isEmpty();
      assertThat(run.err()).contains("nothing diagnoses it yet").contains("issue_diagnosed");
    }

    @Test
    void nameInSeveralProjects_exits1AndSaysWhich() {
      ledger.answering(
          "/v1/issues/" + ID + "/packet",
          problem(409, "several-projects", ",\"projects\":[\"shop\",\"b\\u001b[1m\"]"));

      CommandRun run = run("packet", ID);

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.out()).isEmpty();
      assertThat(run.err()).contains("shop, b\\u{001B}[1m").contains("--project P");
    }

    @Test
    void refusalAsJson_isTheServersProblem() {
      ledger.answering(
          "/v1/issues/" + ID + "/packet",
          problem(409, "several-projects", ",\"projects\":[\"a\",\"b\"]"));

      CommandRun run = run("packet", ID, "-o", "json");

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.json().get(0).at("/projects/1").asText()).isEqualTo("b");
      assertThat(run.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"400, 2", "503, 3"})
    void otherProblems_exitAsForEveryCommand(int status, int exitCode) {
      ledger.answering("/v1/issues/" + ID + "/packet", problem(status, "other", ""));

      CommandRun run = run("packet", ID);

      assertThat(run.exitCode()).isEqualTo(exitCode);
      assertThat(run.err()).contains("The title: The detail");
    }

    @Test
    void serverThatIsNotThere_exits3() {
      ledger.close();

      assertThat(run("packet", ID).exitCode()).isEqualTo(3);
    }
  }

  @Nested
  class Decide {
    private final String recorded = outcome("recorded", issue(ID, "shop", TITLE, "selected"));

    private String outcome(String outcome, String issue) {
      return """
      {"outcome":"%s","fact":"recorded","id":"sha256:%s","session":"loopops/shop/%s",\
      "kind":"issue_decided","seq":3,"roles":["coding-agent"],"link":null,"warnings":[],\
      "problems":[],"issue":%s}"""
          .formatted(outcome, "ab".repeat(32), ID, issue);
    }

    private CommandRun decide(String... more) {
      String[] line = new String[more.length + 5];
      System.arraycopy(
          new String[] {"decide", ID, "patch", "--rationale", "Everyone waits"}, 0, line, 0, 5);
      System.arraycopy(more, 0, line, 5, more.length);
      return run(line);
    }

    private Request request() {
      assertThat(ledger.requests()).hasSize(1);
      return ledger.requests().get(0);
    }

    private JsonNode body() {
      return CommandRun.parse(request().text());
    }

    @Test
    void decision_isPostedUnderThePublishersName() {
      ledger.publishing(request -> Answer.json(201, recorded));

      CommandRun run = decide();

      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(request().target()).isEqualTo("/v1/issues/" + ID + "/decisions");
      assertThat(request().headers().getFirst("Content-Type")).isEqualTo("application/json");
      assertThat(request().headers().getFirst("Handoff-Publisher")).isEqualTo("ada@loom");
      assertThat(body())
          .isEqualTo(
              CommandRun.parse(
                  """
                  {"decision": "patch", "decided_by": "ada@loom", "rationale": "Everyone waits"}"""));
    }

    @Test
    void text_saysWhatWasRecordedAndHowTheIssueStandsNow() {
      ledger.publishing(request -> Answer.json(201, recorded));

      assertThat(decide().out().lines())
          .containsExactly(
              "✓ recorded   patch "
                  + ID
                  + "  loopops/shop/"
                  + ID
                  + " #3  issue_decided  → coding-agent",
              "  now selected  " + TITLE);
    }

    @Test
    void json_isTheServersDocument() {
      ledger.publishing(request -> Answer.json(201, recorded));

      assertThat(decide("-o", "json").out()).isEqualTo(recorded + "\n");
    }

    @Test
    void hostileTitle_isShownEscaped() {
      ledger.publishing(
          request ->
              Answer.json(201, outcome("recorded", issue(ID, "shop", "\\u202ea\\u001b", "x"))));

      assertThat(decide().out()).contains("\\u{202E}a\\u{001B}").doesNotContain("\u202E", "\u001B");
    }

    @Test
    void stateThatIsNotKnownYet_isSaidToBeSo() {
      ledger.publishing(request -> Answer.json(201, outcome("recorded", "null")));

      CommandRun run = decide();

      assertThat(run.exitCode()).isZero();
      assertThat(run.out()).contains("✓ recorded", "not known yet");
    }

    @Test
    void warnings_areShown() {
      ledger.publishing(
          request ->
              Answer.json(
                  201,
                  recorded.replace(
                      "\"warnings\":[]",
                      "\"warnings\":[{\"code\":\"time_ahead\",\"pointer\":\"/occurred_at\","
                          + "\"message\":\"Set the clock.\"}]")));

      assertThat(decide().out()).contains("    time_ahead at /occurred_at: Set the clock.");
    }

    @Test
    void sameDecisionAgain_isADuplicateAndExits0() {
      ledger.publishing(
          request ->
              Answer.json(200, outcome("duplicate", issue(ID, "shop", TITLE, "in_progress"))));

      CommandRun run = decide();

      assertThat(run.exitCode()).isZero();
      assertThat(run.out()).contains("= duplicate", "now in_progress");
    }

    @Test
    void nameProjectAndDecider_areThoseGiven() {
      ledger.publishing(request -> Answer.json(201, recorded));

      CommandRun run =
          run(
              "decide",
              "a:b@c",
              "SKIP",
              "--rationale=Gone",
              "--by=Ada Łovelace",
              "--project=my shop",
              "--publisher=bot");

      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(request().target()).isEqualTo("/v1/issues/a%3Ab%40c/decisions?project=my%20shop");
      assertThat(request().headers().getFirst("Handoff-Publisher")).isEqualTo("bot");
      assertThat(body())
          .isEqualTo(
              CommandRun.parse(
                  """
                  {"decision": "skip", "decided_by": "Ada Łovelace", "rationale": "Gone"}"""));
    }

    @Test
    void key_isTheOneGiven() {
      ledger.publishing(request -> Answer.json(201, recorded));

      decide("--key", "ada-0001");

      assertThat(request().headers().getFirst("Idempotency-Key")).isEqualTo("ada-0001");
    }

    @Test
    void withoutAKey_everyDecisionHasAnother() {
      ledger.publishing(request -> Answer.json(201, recorded));

      decide();
      decide();

      assertThat(ledger.requests())
          .extracting(request -> request.headers().getFirst("Idempotency-Key"))
          .hasSize(2)
          .doesNotContainNull()
          .doesNotHaveDuplicates();
    }

    @Test
    void sameArgumentsAgain_sendTheSameBytes() {
      ledger.publishing(request -> Answer.json(201, recorded));

      decide("--key=k");
      decide("--key=k");

      assertThat(ledger.requests().get(1).body()).isEqualTo(ledger.requests().get(0).body());
    }

    @Test
    void pending_exits0AndSaysHowToAskAgainOnStandardError() {
      ledger.publishing(
          request ->
              Answer.json(202, outcome("pending", "null").replace("\"seq\":3", "\"seq\":null")));

      CommandRun run = decide();

      assertThat(run.exitCode()).isZero();
      assertThat(run.out()).startsWith("… pending").doesNotContain("not known yet");
      assertThat(run.err())
          .contains("no word of the ledger yet")
          .contains("--key " + request().headers().getFirst("Idempotency-Key"));
    }

    @Test
    void pendingAsJson_isTheServersDocument() {
      String pending = outcome("pending", "null");
      ledger.publishing(request -> Answer.json(202, pending));

      CommandRun run = decide("-o", "json", "--key=k-1");

      assertThat(run.exitCode()).isZero();
      assertThat(run.out()).isEqualTo(pending + "\n");
      assertThat(run.err()).contains("--key k-1");
    }

    @Test
    void rejected_exits1WithTheProblems() {
      ledger.publishing(
          request ->
              problem(
                  422,
                  "rejected",
                  ",\"problems\":[{\"code\":\"schema_violation\",\"pointer\":\"/rationale\","
                      + "\"message\":\"Shorten \\u001bit.\"}]"));

      CommandRun run = decide();

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.out().lines())
          .containsExactly(
              "✗ rejected   patch " + ID,
              "    schema_violation at /rationale: Shorten \\u{001B}it.");
      assertThat(run.err()).isEmpty();
    }

    @Test
    void rejectedAsJson_isTheServersProblem() {
      ledger.publishing(request -> problem(422, "rejected", ",\"problems\":[{\"code\":\"c\"}]"));

      CommandRun run = decide("-o", "json");

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.json().get(0).at("/problems/0/code").asText()).isEqualTo("c");
    }

    @ParameterizedTest
    @CsvSource({
      "404, not-found, no such issue",
      "404, undiagnosed, nothing diagnoses it yet",
      "409, several-projects, --project P",
      "409, idempotency-key-reused, The title. The detail."
    })
    void refusals_exit1WithTheReason(int status, String type, String reason) {
      ledger.publishing(request -> problem(status, type, ",\"projects\":[\"a\",\"b\"]"));

      CommandRun run = decide();

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.out()).isEmpty();
      assertThat(run.err()).contains(reason);
    }

    @Test
    void badParameter_exits2() {
      ledger.publishing(request -> problem(400, "bad-parameter", ""));

      CommandRun run = decide("--key=k-1");

      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err()).doesNotContain("k-1");
    }

    @Test
    void serverThatCannotAnswerNow_exits3AndSaysHowToAskAgain() {
      ledger.publishing(request -> problem(503, "not-available", ""));

      CommandRun run = decide("--key=k-1");

      assertThat(run.exitCode()).isEqualTo(3);
      assertThat(run.err()).contains("--key k-1");
    }

    @Test
    void connectionThatBreaks_exits3AndSaysHowToAskAgain() {
      ledger.publishing(
          request -> {
            throw new IllegalStateException("breaks the connection");
          });

      CommandRun run = decide("--key=k-1");

      assertThat(run.exitCode()).isEqualTo(3);
      assertThat(run.err()).contains("--key k-1", "broke");
    }

    @Test
    void answerThatSaysNothingOfTheDecision_exits3() {
      ledger.publishing(request -> Answer.json(200, "{}"));

      CommandRun run = decide("--key=k-1");

      assertThat(run.exitCode()).isEqualTo(3);
      assertThat(run.err()).contains("did not say what became of the decision", "--key k-1");
    }

    @Test
    void serverThatIsNotThere_exits3AndDoesNotSpeakOfTheDecision() {
      ledger.close();

      CommandRun run = decide("--key=k-1");

      assertThat(run.exitCode()).isEqualTo(3);
      assertThat(run.err()).contains("Cannot reach the ledger").doesNotContain("k-1");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "decide",
          "decide iss-1 --rationale x",
          "decide iss-1 patch",
          "decide iss-1 unknown --rationale x",
          "decide iss-1 patch --rationale _",
          "decide iss-1 patch --rationale x --by _",
          "decide iss-1 patch --rationale x --key k_k",
          "decide iss-1 patch --rationale x --key ü"
        })
    void wrongUsage_isToldBeforeAnythingIsSent(String line) {
      String[] words = line.split(" ", -1);
      for (int i = 0; i < words.length; i++) {
        words[i] = words[i].replace('_', ' ');
      }

      CommandRun run = run(words);

      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(ledger.requests()).isEmpty();
    }
  }
}
