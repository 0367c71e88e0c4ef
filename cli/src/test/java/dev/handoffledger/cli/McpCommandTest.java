package dev.handoffledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class McpCommandTest {
  private static final String INITIALIZE =
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}
      """;
  private static final String INITIALIZED =
      """
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      """;

  private RecordedLedger ledger;

  @BeforeEach
  void startLedger() throws IOException {
    ledger = new RecordedLedger();
  }

  @AfterEach
  void closeLedger() {
    ledger.close();
  }

  @Test
  void request_isCarriedToTheServerByteForByteAndItsAnswerBack() {
    ledger.publishing(request -> RecordedLedger.Answer.json(200, "{\"jsonrpc\":\"2.0\",\"id\":1}"));

    CommandRun run = CommandRun.against(ledger).input(INITIALIZE).run("mcp");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1}\n");
    assertThat(ledger.requests()).hasSize(1);
    assertThat(ledger.requests().get(0).target()).isEqualTo("/mcp");
    assertThat(ledger.requests().get(0).text()).isEqualTo(INITIALIZE.strip());
  }

  @Test
  void notification_isAnsweredWithNothing() {
    ledger.publishing(request -> new RecordedLedger.Answer(202, "application/json", new byte[0]));

    CommandRun run = CommandRun.against(ledger).input(INITIALIZED).run("mcp");

    assertThat(run.out()).isEmpty();
    assertThat(run.err()).isEmpty();
  }

  @Test
  void waitingCall_doesNotHoldUpTheNext() {
    CountDownLatch secondCame = new CountDownLatch(1);
    ledger.publishing(
        request -> {
          JsonNode message = CommandRun.parse(request.text());
          if (message.path("id").intValue() == 2) {
            secondCame.countDown();
          } else {
            await(secondCame);
          }
          return RecordedLedger.Answer.json(200, "{\"id\":" + message.path("id") + "}");
        });

    CommandRun run =
        CommandRun.against(ledger)
            .input("{\"id\":1,\"method\":\"ping\"}\n{\"id\":2,\"method\":\"ping\"}\n")
            .run("mcp");

    assertThat(run.out().lines()).containsExactlyInAnyOrder("{\"id\":1}", "{\"id\":2}");
  }

  @Test
  void serverThatIsNotThere_isAnErrorOfTheRequestThatSaysWhatToDo() {
    ledger.close();

    CommandRun run = CommandRun.against(ledger).input(INITIALIZE).run("mcp");

    JsonNode answer = run.json().get(0);
    assertThat(answer.path("id").intValue()).isEqualTo(1);
    assertThat(answer.at("/error/code").intValue()).isEqualTo(-32000);
    assertThat(answer.at("/error/message").textValue()).contains("./handoff up");
  }

  @Test
  void refusalOfTheServer_isAnErrorWithItsSentence() {
    ledger.publishing(request -> RecordedLedger.Answer.problem(400, "Bad", "Send another."));

    CommandRun run = CommandRun.against(ledger).input(INITIALIZE).run("mcp");

    assertThat(run.json().get(0).at("/error/message").textValue()).isEqualTo("Bad: Send another.");
  }

  @Test
  void lineThatIsNotJson_isAParseErrorAndTheNextIsServed() {
    ledger.publishing(request -> RecordedLedger.Answer.json(200, "{\"id\":1}"));

    CommandRun run = CommandRun.against(ledger).input("nonsense\n\n" + INITIALIZE).run("mcp");

    assertThat(run.json()).hasSize(2);
    assertThat(run.json().get(0).at("/error/code").intValue()).isEqualTo(-32700);
    assertThat(run.json().get(0).path("id").isNull()).isTrue();
    assertThat(run.json().get(1).path("id").intValue()).isEqualTo(1);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
