package dev.handoffledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.cli.RecordedLedger.Answer;
import dev.handoffledger.cli.RecordedLedger.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishCommandTest {
  @TempDir private Path folder;
  private RecordedLedger ledger;

  @BeforeEach
  void start() throws IOException {
    ledger = new RecordedLedger();
  }

  @AfterEach
  void stop() {
    ledger.close();
  }

  private String file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text).toString();
  }

  private CommandRun publish(String... arguments) {
    return publishReading("", arguments);
  }

  private CommandRun publishReading(String input, String... arguments) {
    List<String> line = new ArrayList<>(List.of("publish", "-o", "json"));
    line.addAll(List.of(arguments));
    return CommandRun.against(ledger).input(input).run(line.toArray(String[]::new));
  }

  @Test
  void aFile_isSentByteForByteInOneRequest() throws IOException {
    String artifact = "  " + CortexArtifact.of("T-1", "H-1") + "\r\n\n";

    publish(file("a.json", artifact));

    assertThat(ledger.requests()).hasSize(1);
    Request request = ledger.requests().get(0);
    assertThat(request.target()).isEqualTo("/v1/handoffs");
    assertThat(request.headers().getFirst("Content-Type")).isEqualTo("application/json");
    assertThat(request.text()).isEqualTo(artifact);
  }

  @Test
  void recorded_printsEveryMemberInTheContractsOrder() throws IOException {
    String file = file("a.json", CortexArtifact.of("T-1", "H-1"));

    CommandRun run = publish(file);

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualTo(
            "{\"file\":"
                + CommandRun.parse("\"" + file + "\"")
                + ",\"outcome\":\"recorded\",\"fact\":\"recorded\",\"id\":\"sha256:"
                + "0".repeat(64)
                + "\",\"session\":\"cortex/T-1\",\"kind\":\"agent_handoff\",\"seq\":1,"
                + "\"roles\":[\"coordinator\"],\"link\":\"root\",\"problems\":[],"
                + "\"warnings\":[]}\n");
  }

  @Test
  void rejected_exits1AndGivesEveryProblem() throws IOException {
    ledger.publishing(
        request ->
            new Answer(
                422,
                "application/problem+json",
                RecordedLedger.rejected("schema_violation", "/next_action", "Add next_action.")
                    .put("title", "The artifact was rejected")
                    .toString()
                    .getBytes(StandardCharsets.UTF_8)));

    CommandRun run = publish(file("a.json", "{}"));

    assertThat(run.exitCode()).isEqualTo(1);
    JsonNode outcome = run.json().get(0);
    assertThat(outcome.get("outcome").asText()).isEqualTo("rejected");
    assertThat(outcome.get("id").isNull()).isTrue();
    assertThat(outcome.get("link").isNull()).isTrue();
    assertThat(outcome.get("roles")).isEmpty();
    assertThat(outcome.get("problems"))
        .containsExactly(
            CommandRun.parse(
                "{\"code\":\"schema_violation\",\"pointer\":\"/next_action\","
                    + "\"message\":\"Add next_action.\"}"));
  }

  @Test
  void duplicate_exits0() throws IOException {
    ledger.publishing(
        request ->
            Answer.json(
                200,
                RecordedLedger.outcome(request.text()).put("outcome", "duplicate").toString()));

    CommandRun run = publish(file("a.json", CortexArtifact.of("T-1", "H-1")));

    assertThat(run.exitCode()).isZero();
    assertThat(run.json().get(0).get("outcome").asText()).isEqualTo("duplicate");
  }

  @Test
  void pending_exits0AndSaysSoOnStandardError() throws IOException {
    ledger.publishing(
        request ->
            Answer.json(
                202, RecordedLedger.outcome(request.text()).put("outcome", "pending").toString()));

    CommandRun run = publish(file("a.json", CortexArtifact.of("T-1", "H-1")));

    assertThat(run.exitCode()).isZero();
    assertThat(run.json().get(0).get("outcome").asText()).isEqualTo("pending");
    assertThat(run.err()).contains("1 pending").contains("Publish again");
  }

  @Test
  void severalFiles_areReportedInTheOrderOfTheArguments() throws IOException {
    List<String> files = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      files.add(file("f" + (40 - i) + ".json", CortexArtifact.of("T-" + i, "H-1")));
    }

    CommandRun run = publish(files.toArray(String[]::new));

    assertThat(run.json()).extracting(line -> line.get("file").asText()).isEqualTo(files);
    assertThat(run.json())
        .extracting(line -> line.get("session").asText())
        .startsWith("cortex/T-0", "cortex/T-1")
        .endsWith("cortex/T-39");
  }

  @Test
  void artifactsOfOneSession_areSentOneAfterTheOther() throws IOException {
    AtomicInteger sending = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    ledger.publishing(
        request -> {
          most.accumulateAndGet(sending.incrementAndGet(), Math::max);
          Answer answer = RecordedLedger.recorded(request);
          sending.decrementAndGet();
          return answer;
        });
    List<String> files = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      files.add(file(i + ".json", CortexArtifact.of("T-1", "H-" + i)));
    }

    publish(files.toArray(String[]::new));

    assertThat(most).hasValue(1);
    assertThat(ledger.requests())
        .extracting(request -> CommandRun.parse(request.text()).get("handoff_id").asText())
        .startsWith("H-0", "H-1", "H-2")
        .endsWith("H-19");
  }

  @Test
  void artifactsOfDifferentSessions_areSentAtTheSameTime() throws IOException {
    CountDownLatch allThere = new CountDownLatch(4);
    ledger.publishing(
        request -> {
          allThere.countDown();
          return await(allThere)
              ? RecordedLedger.recorded(request)
              : Answer.problem(500, "Alone", "The others did not come.");
        });
    List<String> files = new ArrayList<>(List.of("--parallel", "4"));
    for (int i = 0; i < 4; i++) {
      files.add(file(i + ".json", CortexArtifact.of("T-" + i, "H-1")));
    }

    CommandRun run = publish(files.toArray(String[]::new));

    assertThat(run.exitCode()).isZero();
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Test
  void aFolder_standsForItsFilesInTheOrderOfTheirNames() throws IOException {
    String b = file("b.json", CortexArtifact.of("T-2", "H-1"));
    String a = file("a.json", CortexArtifact.of("T-1", "H-1"));
    String inner = file("aa/z.json", CortexArtifact.of("T-3", "H-1"));
    file("notes.txt", "not an artifact");

    CommandRun run = publish(folder.toString());

    assertThat(run.json())
        .extracting(line -> line.get("file").asText())
        .containsExactly(a, inner, b);
  }

  @Test
  void ndjson_isSentAsLinesAndReportedByLineNumber() throws IOException {
    String file =
        file(
            "day.ndjson",
            CortexArtifact.of("T-1", "H-1") + "\n\n" + CortexArtifact.of("T-2", "H-1") + "\r\n");

    CommandRun run = publish(file);

    assertThat(ledger.requests())
        .extracting(request -> request.headers().getFirst("Content-Type"))
        .containsExactly("application/x-ndjson");
    assertThat(run.json())
        .extracting(line -> line.get("file").asText())
        .containsExactly(file + ":1", file + ":3");
  }

  @Test
  void ndjsonAnswerWithoutAnOutcomeForEachLine_isReportedAndExits3() throws IOException {
    ledger.publishing(request -> new Answer(200, "application/x-ndjson", new byte[0]));
    String line = CortexArtifact.of("T-1", "H-1");

    CommandRun run = publish(file("day.ndjson", line + "\n" + line + "\n"));

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("did not say what became of every artifact");
  }

  @Test
  void standardInputWithOneDocument_isSentByteForByte() {
    String artifact = "{\n  \"task_id\": \"T-1\"\n}\n";

    CommandRun run = publishReading(artifact, "-");

    assertThat(ledger.requests()).extracting(Request::text).containsExactly(artifact);
    assertThat(run.json().get(0).get("file").asText()).isEqualTo("-");
  }

  @Test
  void standardInputWithJsonOnEveryLine_isNdjson() {
    CommandRun run =
        publishReading(
            CortexArtifact.of("T-1", "H-1") + "\n" + CortexArtifact.of("T-2", "H-1"), "-");

    assertThat(run.json())
        .extracting(line -> line.get("file").asText())
        .containsExactly("-:1", "-:2");
  }

  @Test
  void tooLargeFile_isRejectedWithoutBeingSent() throws IOException {
    CommandRun run = publish(file("a.json", " ".repeat(4 * 1024 * 1024 + 1)));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.json().get(0).get("problems").get(0).get("code").asText())
        .isEqualTo("too_large");
    assertThat(ledger.requests()).isEmpty();
  }

  @Test
  void tooLargeForTheServer_isRejected() throws IOException {
    ledger.publishing(request -> Answer.problem(413, "Too large", "Send less."));

    CommandRun run = publish(file("a.json", "{}"));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.json().get(0).get("problems").get(0).get("code").asText())
        .isEqualTo("too_large");
  }

  @Test
  void linesTogetherTooLargeForTheServer_areSentOneByOne() throws IOException {
    ledger.publishing(
        request ->
            request.headers().getFirst("Content-Type").equals("application/json")
                ? RecordedLedger.recorded(request)
                : Answer.problem(413, "Too large", "Send less."));
    String lines = CortexArtifact.of("T-1", "H-1") + "\n" + CortexArtifact.of("T-2", "H-1") + "\n";

    CommandRun run = publish(file("day.jsonl", lines));

    assertThat(run.json())
        .extracting(line -> line.get("outcome").asText())
        .containsExactly("recorded", "recorded");
  }

  @Test
  void fileThatIsNotThere_exits2AndSendsNothing() throws IOException {
    CommandRun run = publish(file("a.json", "{}"), folder.resolve("absent.json").toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("There is no file or folder").contains("absent.json");
    assertThat(ledger.requests()).isEmpty();
  }

  @Test
  void folderWithoutArtifacts_exits2AndSaysWhatIsLookedFor() {
    CommandRun run = publish(folder.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(".json, .ndjson or .jsonl");
  }

  @Test
  void serverThatFailsInTheMiddle_reportsWhatIsKnownAndExits3() throws IOException {
    ledger.publishing(
        request ->
            request.text().contains("H-2")
                ? Answer.problem(503, "Not available", "Ask again.")
                : RecordedLedger.recorded(request));
    String first = file("1.json", CortexArtifact.of("T-1", "H-1"));
    String second = file("2.json", CortexArtifact.of("T-1", "H-2"));
    String third = file("3.json", CortexArtifact.of("T-1", "H-3"));

    CommandRun run = publish(first, second, third);

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.json()).extracting(line -> line.get("file").asText()).containsExactly(first);
    assertThat(run.err()).contains("Only the 1 above").contains("cannot answer now");
    assertThat(ledger.requests()).extracting(Request::text).noneMatch(text -> text.contains("H-3"));
  }

  @Test
  void publisher_isSentWithEveryArtifact() throws IOException {
    publish(file("a.json", "{}"), "--publisher", "night shift");

    assertThat(ledger.requests().get(0).headers().getFirst("Handoff-Publisher"))
        .isEqualTo("night shift");
  }

  @Test
  void publisherNotGiven_isUserAtHost() throws IOException {
    CommandRun.against(ledger)
        .with("USER", "ada")
        .with("HOSTNAME", "loom")
        .run("publish", file("a.json", "{}"));

    assertThat(ledger.requests().get(0).headers().getFirst("Handoff-Publisher"))
        .isEqualTo("ada@loom");
  }

  @Test
  void text_showsMarksProblemsAndASummary() throws IOException {
    ledger.publishing(
        request -> {
          if (request.text().contains("H-2")) {
            ObjectNode refused =
                RecordedLedger.rejected("bad_timestamp", "/produced_at", "Add a zone.");
            return Answer.json(422, refused.toString());
          }
          return RecordedLedger.recorded(request);
        });
    String first = file("1.json", CortexArtifact.of("T-1", "H-1"));
    String second = file("2.json", CortexArtifact.of("T-1", "H-2"));

    CommandRun run = CommandRun.against(ledger).run("publish", first, second);

    assertThat(run.out().lines())
        .containsExactly(
            "✓ recorded   " + first + "  cortex/T-1 #1  agent_handoff  → coordinator",
            "✗ rejected   " + second,
            "    bad_timestamp at /produced_at: Add a zone.",
            "",
            "1 recorded, 1 rejected");
  }

  @Test
  void hostileTextOfTheServer_isShownEscaped() throws IOException {
    ledger.publishing(
        request ->
            Answer.json(
                422,
                RecordedLedger.rejected("x", "/a", "one\u001B[2Jtwo\u202Ethree\u009B").toString()));

    CommandRun run = CommandRun.against(ledger).run("publish", file("a.json", "{}"));

    assertThat(run.out()).contains("one\\u{001B}[2Jtwo\\u{202E}three\\u{009B}");
  }

  @Test
  void progress_isShownOnATerminalOnly() throws IOException {
    String file = file("a.json", "{}");
    Terminal.Display terminal = new Terminal.Display(80, true, false, true);

    CommandRun onTerminal = CommandRun.against(ledger).display(terminal).run("publish", file);
    CommandRun elsewhere = CommandRun.against(ledger).run("publish", file);

    assertThat(onTerminal.err()).contains("1 published").endsWith("\r\u001B[K");
    assertThat(elsewhere.err()).isEmpty();
  }
}
