package dev.handoffledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.RecordedLedger.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReplayCommandTest {
  private static final String START = "{\"position\":\"start\"}\n";
  private static final String END = "{\"position\":\"0:12,1:7\",\"complete\":true}\n";

  private RecordedLedger ledger;

  @BeforeEach
  void start() throws IOException {
    ledger = new RecordedLedger();
  }

  @AfterEach
  void stop() {
    ledger.close();
  }

  @Test
  void facts_areLinesWithTheirDay() {
    answering("/v1/ledger", START + fact(1, "0:3") + END);

    CommandRun run = CommandRun.against(ledger).run("replay");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .startsWith("2026-04-14 09:00:01  recorded")
        .contains("codelens/plan-1#1  for builder");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void json_isOneFactALineWithItsPosition() {
    answering("/v1/ledger", START + fact(1, "0:3") + fact(2, "0:4") + END);

    List<JsonNode> facts = CommandRun.against(ledger).run("replay", "-o", "json").json();

    assertThat(facts).hasSize(2);
    assertThat(facts.get(1).path("position").textValue()).isEqualTo("0:4");
  }

  @Test
  void everyOption_isAskedOfTheServer() {
    CommandRun run =
        CommandRun.against(ledger)
            .run(
                ("replay --session codelens/a --chain sha256:0a --role reviewer --kind brief --issue"
                        + " iss-1 --project shop --since 1h --until 2026-11-30 --after 0:1 --to 0:9")
                    .split(" "));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(ledger.requests().get(0).target())
        .isEqualTo(
            "/v1/ledger?role=reviewer&session=codelens%2Fa&kind=brief&chain=sha256%3A0a&issue=iss-1"
                + "&project=shop&after=0%3A1&to=0%3A9&since=2026-11-30T11%3A00%3A00Z"
                + "&until=2026-11-30T00%3A00%3A00Z");
  }

  @Test
  void brokenReplay_goesOnAfterTheLastLineToTheSameEnd() {
    answering("/v1/ledger", START + fact(1, "0:3"));
    answering("/v1/ledger?to=0%3A12%2C1%3A7&after=0%3A3", fact(2, "0:4") + END);

    CommandRun run = CommandRun.against(ledger).run("replay", "-o", "json");

    assertThat(run.exitCode()).isZero();
    assertThat(run.json()).extracting(fact -> fact.path("seq").intValue()).containsExactly(1, 2);
  }

  @Test
  void whatTheLedgerNoLongerHas_isSaid() {
    answering(
        "/v1/ledger",
        "{\"gap\":{\"partition\":0,\"from\":0,\"to\":2},\"position\":\"0:2\"}\n" + END);

    CommandRun run = CommandRun.against(ledger).run("replay");

    assertThat(run.err()).contains("no longer has offsets 0 to 2 of its partition 0");
  }

  @Test
  void terminal_isToldHowFarItIs() {
    answering("/v1/ledger", START + fact(1, "0:3") + END);

    CommandRun run =
        CommandRun.against(ledger)
            .display(new Terminal.Display(0, false, false, true))
            .run("replay");

    assertThat(run.err()).contains("0 %").contains("1 facts, up to 0:12,1:7");
  }

  @Test
  void chainThatIsNotThere_isRefused() {
    CommandRun run = CommandRun.against(ledger).run("replay", "--chain", "sha256:00");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("There is no such resource");
  }

  @Test
  void serverThatIsNotThere_isUnreachableAtOnce() {
    CommandRun run = CommandRun.of("replay", "--url", "http://127.0.0.1:1");

    assertThat(run.exitCode()).isEqualTo(3);
  }

  private void answering(String target, String lines) {
    ledger.answering(
        target, new Answer(200, "application/x-ndjson", lines.getBytes(StandardCharsets.UTF_8)));
  }

  private static String fact(int seq, String position) {
    return """
        {"seq":%d,"fact":"recorded","id":"sha256:%064d","recorded_at":"2026-04-14T09:00:01.204Z",\
        "kind":"planner_brief","roles":["builder"],"session":"codelens/plan-1","position":"%s"}
        """
        .formatted(seq, seq, position);
  }
}
