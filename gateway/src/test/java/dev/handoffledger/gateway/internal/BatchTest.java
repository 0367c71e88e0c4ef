package dev.handoffledger.gateway.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.handoffledger.schemas.wire.Reply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Artifacts are written here as {@code topic session parentSession}, a dash standing for none. */
class BatchTest {

  @Test
  void independentLines_canAllBeSentBeforeAnyAnswer() {
    Batch batch = batch("a s1 -", "b s2 -", "a s3 -");

    assertThat(sendAllThatCanBe(batch)).containsExactly(1, 2, 3);
  }

  @Test
  void sameSessionOnOneTopic_isPipelinedInOrder() {
    Batch batch = batch("a s1 -", "a s1 -", "a s1 -");

    assertThat(sendAllThatCanBe(batch)).containsExactly(1, 2, 3);
  }

  @Test
  void sameSessionOnAnotherTopic_waitsForTheAnswer() {
    Batch batch = batch("a s1 -", "b s1 -");

    assertThat(sendAllThatCanBe(batch)).containsExactly(1);
    batch.settled(batch.lines().get(0), ANSWERED);
    assertThat(sendAllThatCanBe(batch)).containsExactly(2);
  }

  @Test
  void child_waitsForTheAnswerToItsParentsSession() {
    Batch batch = batch("a s1 -", "b s2 s1");

    assertThat(sendAllThatCanBe(batch)).containsExactly(1);
    batch.settled(batch.lines().get(0), ANSWERED);
    assertThat(sendAllThatCanBe(batch)).containsExactly(2);
  }

  @Test
  void lineThatWaits_doesNotHoldUpTheOthers() {
    Batch batch = batch("a s1 -", "b s1 -", "a s9 -");

    assertThat(sendAllThatCanBe(batch)).containsExactly(1, 3);
  }

  @Test
  void linesAfterAnUnansweredOne_areKeptBack() {
    Batch batch = batch("a s1 -", "b s1 -", "b s1 -", "c s2 s1");
    sendAllThatCanBe(batch);

    batch.settled(batch.lines().get(0), new Submitted.Unanswered());

    assertThat(batch.next()).isEmpty();
    assertThat(batch.lines().subList(1, 4))
        .extracting(Batch.Line::submitted)
        .containsOnly(new Submitted.KeptBack());
  }

  @Test
  void linesAfterOneThatKafkaDidNotConfirm_areKeptBack() {
    Batch batch = batch("a s1 -", "a s2 -", "b s2 -", "a s3 -");
    Batch.Line first = batch.lines().get(0);
    Batch.Line second = batch.lines().get(1);
    batch.sent(first);
    batch.sent(second);

    batch.settled(first, new Submitted.Unconfirmed(new IllegalStateException("no broker")));
    batch.settled(second, ANSWERED);

    assertThat(batch.next()).isEmpty();
    assertThat(batch.lines().subList(2, 4))
        .extracting(Batch.Line::submitted)
        .containsOnly(new Submitted.KeptBack());
  }

  @Test
  void run_endsWhenKafkaConfirmsNothing() throws Exception {
    Batch batch = batch("a s1 -", "a s1 -", "b s1 -", "a s2 -", "c s3 s2");

    batch.run(
        (artifact, route) ->
            CompletableFuture.completedFuture(
                new Submitted.Unconfirmed(new IllegalStateException("no broker"))));

    assertThat(batch.lines()).extracting(Batch.Line::submitted).doesNotContainNull();
  }

  @Test
  void run_returnsWhatBecameOfEveryLine() throws Exception {
    Batch batch = batch("a s1 -", "b s1 -", "c s2 s1");

    batch.run((artifact, route) -> CompletableFuture.supplyAsync(() -> ANSWERED));

    assertThat(batch.lines()).extracting(Batch.Line::submitted).containsOnly(ANSWERED);
  }

  @Test
  void blankLines_areCountedAndPassedOver() {
    Batch batch = batch("", " \r", "a s1 -\r", "\t", "", "b s2 -");

    assertThat(batch.lines()).extracting(Batch.Line::number).containsExactly(3, 6);
  }

  @Test
  void emptyBody_hasNoLines() {
    assertThat(batch("").lines()).isEmpty();
  }

  @Test
  void lineEnds_areNotPartOfTheArtifact() throws Exception {
    List<String> sent = new ArrayList<>();
    Batch batch = batch("a s1 -\r", "b s2 -", "");

    batch.run(
        (artifact, route) -> {
          sent.add(new String(artifact, StandardCharsets.UTF_8));
          return CompletableFuture.completedFuture(ANSWERED);
        });

    assertThat(sent).containsExactly("a s1 -", "b s2 -");
  }

  @Test
  void tooManyLines_areRefusedBeforeAnyIsSent() {
    byte[] body = bytes("a s1 -\na s1 -\n");

    assertThatThrownBy(() -> Batch.of(body, 1, 100, BatchTest::route))
        .isInstanceOfSatisfying(
            HttpProblem.class, problem -> assertThat(problem.status()).isEqualTo(413));
  }

  @Test
  void lineOverTheLimit_isNotSentAndHoldsNothingUp() throws Exception {
    Batch batch = Batch.of(bytes("a s1 xxxxxxxx\na s1 -\n"), 10, 8, BatchTest::route);

    batch.run((artifact, route) -> CompletableFuture.completedFuture(ANSWERED));

    assertThat(batch.lines())
        .extracting(Batch.Line::submitted)
        .containsExactly(new Submitted.TooLarge(), ANSWERED);
  }

  /** Whatever the artifacts and whenever their answers come, no line overtakes what it must not. */
  @Property(tries = 500)
  void order_isKeptWhateverTheAnswersDo(
      @ForAll @Size(min = 1, max = 40) List<@IntRange(max = 63) Integer> codes,
      @ForAll Random answers) {
    List<String> artifacts = codes.stream().map(BatchTest::artifact).toList();

    List<String> log = runWithAnswersInAnyOrder(batch(artifacts.toArray(String[]::new)), answers);

    assertThat(log).hasSize(2 * artifacts.size());
    for (int later = 1; later < artifacts.size(); later++) {
      Route after = route(bytes(artifacts.get(later)));
      for (int earlier = 0; earlier < later; earlier++) {
        Route before = route(bytes(artifacts.get(earlier)));
        if (before.session().equals(after.session())) {
          boolean onePartition = before.topic().equals(after.topic());
          assertThat(log)
              .containsSubsequence(
                  (onePartition ? "send " : "answer ") + (earlier + 1), "send " + (later + 1));
        } else if (before.session().equals(after.parentSession())) {
          assertThat(log).containsSubsequence("answer " + (earlier + 1), "send " + (later + 1));
        }
      }
    }
  }

  private static final Submitted ANSWERED =
      new Submitted.Answered(
          new Reply(
              "c",
              Reply.Outcome.RECORDED,
              "recorded",
              "sha256:0",
              "a/s",
              "k",
              1,
              List.of(),
              null,
              List.of(),
              List.of()));

  private static String artifact(int code) {
    int parent = code >> 4 & 3;
    return "t%d s%d %s".formatted(code & 3, code >> 2 & 3, parent == 0 ? "-" : "s" + parent);
  }

  private static List<Integer> sendAllThatCanBe(Batch batch) {
    List<Integer> sent = new ArrayList<>();
    for (Optional<Batch.Line> line = batch.next(); line.isPresent(); line = batch.next()) {
      batch.sent(line.get());
      sent.add(line.get().number());
    }
    return sent;
  }

  /** Answers of one session and topic come in order, as from a partition; all others at random. */
  private static List<String> runWithAnswersInAnyOrder(Batch batch, Random random) {
    List<String> log = new ArrayList<>();
    List<Batch.Line> unanswered = new ArrayList<>();
    while (batch.next().isPresent() || !unanswered.isEmpty()) {
      Optional<Batch.Line> next = batch.next();
      if (next.isPresent() && (unanswered.isEmpty() || random.nextBoolean())) {
        log.add("send " + next.get().number());
        batch.sent(next.get());
        unanswered.add(next.get());
      } else {
        Batch.Line drawn = unanswered.get(random.nextInt(unanswered.size()));
        Batch.Line answered =
            unanswered.stream()
                .filter(line -> line.route().topic().equals(drawn.route().topic()))
                .filter(line -> line.route().session().equals(drawn.route().session()))
                .findFirst()
                .orElseThrow();
        unanswered.remove(answered);
        log.add("answer " + answered.number());
        batch.settled(answered, ANSWERED);
      }
    }
    return log;
  }

  private static Batch batch(String... lines) {
    return Batch.of(bytes(String.join("\n", lines)), 1_000, 1_000, BatchTest::route);
  }

  private static Route route(byte[] artifact) {
    String[] parts = new String(artifact, StandardCharsets.UTF_8).split(" ", -1);
    return new Route(parts[0], parts[1], parts[2].equals("-") ? null : parts[2], null, null);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
