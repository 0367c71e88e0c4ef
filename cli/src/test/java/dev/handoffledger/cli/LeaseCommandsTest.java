package dev.handoffledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.RecordedLedger.Answer;
import dev.handoffledger.cli.RecordedLedger.Request;
import dev.handoffledger.schemas.wire.ClaimToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseCommandsTest {
  private static final String HASH = "ab".repeat(32);
  private static final String ID = "sha256:" + HASH;
  private static final String TOKEN = new ClaimToken("codelens/planner-7f3a", ID, 7).text();
  private static final String LEASE =
      """
      {"token":"%s","holder":"ada@loom","since":"2026-11-30T12:00:00Z",\
      "until":"2026-11-30T12:15:00Z","delivery":1}"""
          .formatted(TOKEN);
  private static final String CLAIM =
      LEASE.replaceFirst(
          "}$",
          """
          ,"handoff":{"id":"%s","kind":"planner_brief","session":"codelens/planner-7f3a","seq":1,\
          "recorded_at":"2026-11-30T11:57:00Z","roles":["builder"],"open":true,"deliveries":1,\
          "lease":{"holder":"ada@loom","since":"2026-11-30T12:00:00Z",\
          "until":"2026-11-30T12:15:00Z","delivery":1},"required_capabilities":["rust"]},\
          "artifact":{"goal":"Ship \u202Eit"}}"""
              .formatted(ID));

  private RecordedLedger ledger;

  @BeforeEach
  void start() throws IOException {
    ledger = new RecordedLedger();
  }

  @AfterEach
  void stop() {
    ledger.close();
  }

  private CommandRun run(String... arguments) {
    return CommandRun.against(ledger).with("USER", "ada").with("HOSTNAME", "loom").run(arguments);
  }

  private static Answer problem(int status, String members) {
    return new Answer(
        status,
        "application/problem+json",
        ("{\"type\":\"x\",\"title\":\"The title\",\"status\":"
                + status
                + ",\"detail\":\"The detail.\","
                + members
                + "}")
            .getBytes(StandardCharsets.UTF_8));
  }

  private JsonNode body(int number) {
    return CommandRun.parse(ledger.requests().get(number).text());
  }

  @Nested
  class Claim {

    @Test
    void byRole_asksForWhatTheClaimerCanDo() {
      ledger.publishing(request -> Answer.json(201, CLAIM));

      CommandRun run =
          run(
              "claim",
              "ops/on call",
              "--capability=rust",
              "--capability",
              "sql",
              "--kind=k",
              "--session=codelens/a",
              "--lease=2h",
              "--wait=30s");

      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(ledger.requests())
          .extracting(Request::target)
          .containsExactly("/v1/roles/ops%2Fon%20call/claims");
      assertThat(body(0))
          .isEqualTo(
              CommandRun.parse(
                  """
                  {"holder": "ada@loom", "capabilities": ["rust", "sql"], "lease_seconds": 7200,
                   "kinds": ["k"], "sessions": ["codelens/a"], "wait_seconds": 30}"""));
      assertThat(ledger.requests().get(0).headers().getFirst("Idempotency-Key")).isNotBlank();
    }

    @Test
    void text_givesTheTokenTheHandoffAndItsArtifact() {
      ledger.publishing(request -> Answer.json(201, CLAIM));

      CommandRun run = run("claim", "builder");

      assertThat(run.out())
          .containsSubsequence(
              "✓ claimed by ada@loom, ends in 15 min",
              "  token        " + TOKEN,
              "planner_brief  codelens/planner-7f3a #1  open",
              "asks for     rust",
              "goal: Ship \\u{202E}it");
    }

    @Test
    void json_isTheServersDocument() {
      ledger.publishing(request -> Answer.json(201, CLAIM));

      assertThat(run("claim", "builder", "-o", "json").out()).isEqualTo(CLAIM + "\n");
    }

    @Test
    void byId_claimsThatOne() {
      ledger.publishing(request -> Answer.json(201, CLAIM));

      CommandRun run = run("claim", "human", "--id", HASH);

      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(ledger.requests().get(0).target())
          .isEqualTo("/v1/handoffs/sha256%3A" + HASH + "/claims");
      assertThat(body(0))
          .isEqualTo(
              CommandRun.parse(
                  """
                  {"holder": "ada@loom", "capabilities": [], "lease_seconds": 900,
                   "role": "human"}"""));
    }

    @Test
    void holder_isThatOfTheOptionElseOfTheEnvironment() {
      ledger.publishing(request -> Answer.json(201, CLAIM));

      CommandRun.against(ledger).with("HANDOFF_HOLDER", "bot").run("claim", "builder");
      CommandRun.against(ledger)
          .with("HANDOFF_HOLDER", "bot")
          .run("claim", "builder", "--as", "grace");

      assertThat(body(0).path("holder").asText()).isEqualTo("bot");
      assertThat(body(1).path("holder").asText()).isEqualTo("grace");
    }

    @Test
    void held_exits1AndSaysWhoHoldsIt() {
      ledger.publishing(
          request ->
              problem(
                  409,
                  "\"code\":\"held\",\"lease\":{\"holder\":\"gr\\u001bace\","
                      + "\"since\":\"2026-11-30T11:50:00Z\",\"until\":\"2026-11-30T12:05:00Z\"}"));

      CommandRun run = run("claim", "--id", ID);

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.out()).isEmpty();
      assertThat(run.err()).contains("gr\\u{001B}ace, since 10 min ago, ends in 5 min");
    }

    @Test
    void lackingCapabilities_areNamed() {
      ledger.publishing(
          request ->
              problem(
                  409,
                  "\"code\":\"lacks_capabilities\",\"required_capabilities\":[\"rust\",\"sql\"],"
                      + "\"missing\":[\"sql\"]"));

      CommandRun run = run("claim", "--id", ID, "--capability", "rust");

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains("asks for rust, sql").contains("did not state sql");
    }

    @Test
    void nothingToClaim_exits1WithTheServersSentence() {
      ledger.publishing(request -> problem(404, "\"code\":\"nothing_to_claim\""));

      CommandRun run = run("claim", "builder");

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains("The detail.");
    }

    @Test
    void refusalAsJson_isTheServersDocument() {
      ledger.publishing(request -> problem(404, "\"code\":\"nothing_to_claim\""));

      CommandRun run = run("claim", "builder", "-o", "json");

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.json().get(0).path("code").asText()).isEqualTo("nothing_to_claim");
    }

    @Test
    void longWait_takesSeveralRequests() {
      Deque<Answer> answers =
          new ArrayDeque<>(
              List.of(
                  problem(404, "\"code\":\"nothing_to_claim\""),
                  problem(404, "\"code\":\"nothing_to_claim\""),
                  Answer.json(201, CLAIM)));
      ledger.publishing(request -> answers.pop());

      CommandRun run = run("claim", "builder", "--wait", "1h");

      assertThat(run.exitCode()).isZero();
      assertThat(ledger.requests()).hasSize(3);
      assertThat(body(2).path("wait_seconds").asInt()).isEqualTo(50);
      assertThat(ledger.requests())
          .extracting(request -> request.headers().getFirst("Idempotency-Key"))
          .doesNotHaveDuplicates();
    }

    @Test
    void claimWithoutWordOfIt_isAskedForAgainWithTheSameKey() {
      Deque<Answer> answers =
          new ArrayDeque<>(List.of(problem(504, "\"code\":\"no_reply\""), Answer.json(201, CLAIM)));
      ledger.publishing(request -> answers.pop());

      CommandRun run = run("claim", "builder");

      assertThat(run.exitCode()).isZero();
      assertThat(ledger.requests())
          .extracting(request -> request.headers().getFirst("Idempotency-Key"))
          .hasSize(2)
          .containsOnly(ledger.requests().get(0).headers().getFirst("Idempotency-Key"));
    }

    @Test
    void claimWithoutAnyWord_exits3() {
      ledger.publishing(request -> problem(504, "\"code\":\"no_reply\""));

      assertThat(run("claim", "builder").exitCode()).isEqualTo(3);
      assertThat(ledger.requests()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "claim",
          "claim --id xyz",
          "claim builder --lease 0s",
          "claim builder --lease 25h",
          "claim builder --lease soon",
          "claim builder --wait 2d",
          "claim --id ID --wait 5s",
          "claim --id ID --kind k"
        })
    void wrongUsage_isToldBeforeAnythingIsSent(String line) {
      CommandRun run = run(line.replace("ID", HASH).split(" ", -1));

      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(ledger.requests()).isEmpty();
    }

    @Test
    void serverThatIsNotThere_exits3() {
      ledger.close();

      assertThat(run("claim", "builder").exitCode()).isEqualTo(3);
    }
  }

  @Nested
  class Holding {

    @Test
    void renew_saysWhenTheLeaseEnds() {
      ledger.publishing(request -> Answer.json(200, LEASE));

      CommandRun run = run("renew", TOKEN, "--lease", "1h");

      assertThat(run.out()).isEqualTo("✓ renewed, ends in 15 min\n");
      assertThat(ledger.requests().get(0).target()).isEqualTo("/v1/claims/" + TOKEN + "/renew");
      assertThat(body(0).path("lease_seconds").asInt()).isEqualTo(3600);
    }

    @Test
    void release_givesTheReason() {
      ledger.publishing(
          request -> Answer.json(200, "{\"id\":\"" + ID + "\",\"ended\":{\"how\":\"released\"}}"));

      CommandRun run = run("release", TOKEN, "--reason", "not mine");

      assertThat(run.out()).isEqualTo("✓ released  " + ID + "\n");
      assertThat(body(0).path("reason").asText()).isEqualTo("not mine");
    }

    @Test
    void complete_takesTheTokenOfTheEnvironment() {
      ledger.publishing(
          request -> Answer.json(200, "{\"id\":\"" + ID + "\",\"ended\":{\"how\":\"completed\"}}"));

      CommandRun run =
          CommandRun.against(ledger).with("HANDOFF_CLAIM_TOKEN", TOKEN).run("complete");

      assertThat(run.out()).isEqualTo("✓ completed  " + ID + "\n");
      assertThat(ledger.requests().get(0).target()).isEqualTo("/v1/claims/" + TOKEN + "/complete");
    }

    @ParameterizedTest
    @ValueSource(strings = {"renew", "release", "complete"})
    void withoutAToken_isWrongUsage(String command) {
      CommandRun run = run(command);

      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err()).contains("HANDOFF_CLAIM_TOKEN");
    }

    @ParameterizedTest
    @ValueSource(strings = {"renew", "release", "complete"})
    void endedLease_exits1AndSaysHowItEndedAndWhoHoldsItNow(String command) {
      ledger.publishing(
          request ->
              problem(
                  409,
                  "\"code\":\"lease_ended\",\"ended\":{\"holder\":\"ada@loom\","
                      + "\"at\":\"2026-11-30T11:57:00Z\",\"how\":\"expired\"},"
                      + "\"lease\":{\"holder\":\"grace\",\"since\":\"2026-11-30T11:58:00Z\","
                      + "\"until\":\"2026-11-30T12:13:00Z\"}"));

      CommandRun run = run(command, TOKEN);

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err())
          .contains("The lease has ended: expired 3 min ago.")
          .contains("now held by grace, since 2 min ago, ends in 13 min");
    }

    @Test
    void endedLeaseThatNobodyTookOver_saysSo() {
      ledger.publishing(
          request ->
              problem(
                  409,
                  "\"code\":\"lease_ended\",\"ended\":{\"holder\":\"a\","
                      + "\"at\":\"2026-11-30T11:57:00Z\",\"how\":\"released\"},\"lease\":null"));

      assertThat(run("renew", TOKEN).err()).contains("Nobody holds the handoff now.");
    }

    @Test
    void completedLease_isNotSaidToBeFree() {
      ledger.publishing(
          request ->
              problem(
                  409,
                  "\"code\":\"lease_ended\",\"ended\":{\"holder\":\"a\","
                      + "\"at\":\"2026-11-30T11:57:00Z\",\"how\":\"completed\"},\"lease\":null"));

      assertThat(run("complete", TOKEN).err())
          .isEqualTo("handoff: The lease has ended: completed 3 min ago.\n");
    }

    @Test
    void forcedRelease_saysWhoForcesItAndWhy() {
      ledger.publishing(
          request -> Answer.json(200, "{\"id\":\"" + ID + "\",\"ended\":{\"how\":\"released\"}}"));

      CommandRun run = run("release", "--id", HASH, "--reason", "the agent is gone");

      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(ledger.requests().get(0).target())
          .isEqualTo("/v1/handoffs/sha256%3A" + HASH + "/release");
      assertThat(body(0))
          .isEqualTo(CommandRun.parse("{\"by\": \"ada@loom\", \"reason\": \"the agent is gone\"}"));
    }

    @Test
    void forcedReleaseWithoutAReason_isWrongUsage() {
      assertThat(run("release", "--id", HASH).exitCode()).isEqualTo(2);
    }
  }

  @Nested
  class Publishing {

    @Test
    void claimToken_isSentWithTheArtifact() {
      CommandRun run =
          CommandRun.against(ledger)
              .input("{\"task_id\":\"t\"}")
              .run("publish", "-", "--claim-token", TOKEN);

      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(ledger.requests().get(0).headers().getFirst("Handoff-Claim-Token"))
          .isEqualTo(TOKEN);
    }

    @Test
    void claimTokenOfTheEnvironment_isSentToo() {
      CommandRun.against(ledger)
          .with("HANDOFF_CLAIM_TOKEN", TOKEN)
          .input("{\"task_id\":\"t\"}")
          .run("publish", "-");

      assertThat(ledger.requests().get(0).headers().getFirst("Handoff-Claim-Token"))
          .isEqualTo(TOKEN);
    }

    @Test
    void withoutAClaim_noTokenIsSent() {
      CommandRun.against(ledger).input("{\"task_id\":\"t\"}").run("publish", "-");

      assertThat(ledger.requests().get(0).headers()).doesNotContainKey("Handoff-claim-token");
    }

    @Test
    void claimTokenThatIsNone_isWrongUsage() {
      CommandRun run =
          CommandRun.against(ledger)
              .input("{\"task_id\":\"t\"}")
              .run("publish", "-", "--claim-token", "7\n");

      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(ledger.requests()).isEmpty();
    }
  }
}
