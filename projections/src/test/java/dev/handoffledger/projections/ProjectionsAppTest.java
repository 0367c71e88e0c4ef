package dev.handoffledger.projections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.handoffledger.broker.EmbeddedBroker;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.fact.Fact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** The projections on a real broker. */
class ProjectionsAppTest {
  private static final List<SampleHandoff> RECORDED = new ArrayList<>();

  @TempDir private static Path brokerFolder;
  private static EmbeddedBroker broker;
  private static BrokerLedger brokerLedger;

  @TempDir private Path stateFolder;

  @BeforeAll
  static void publishLedger() throws Exception {
    broker = EmbeddedBroker.start(brokerFolder);
    assertThatIllegalStateException()
        .as("without topics")
        .isThrownBy(() -> run(config(brokerFolder.resolve("unused"), "too-early")));
    BrokerLedger.createTopics(broker.bootstrapServers());
    brokerLedger = new BrokerLedger(broker.bootstrapServers());
    SampleLedger ledger = new SampleLedger();
    List<Fact> facts = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ledger.at(SampleLedger.START.plusSeconds(i));
      SampleHandoff brief = SampleHandoff.of("codelens/session-" + i, "brief");
      SampleHandoff task =
          SampleHandoff.cortex("task", "h" + i, SampleLedger.START.minusSeconds(i));
      SampleHandoff state = SampleHandoff.ace("state-" + i, 1 + i % 2);
      for (SampleHandoff handoff : List.of(brief, task, state)) {
        RECORDED.add(handoff);
        facts.add(ledger.record(handoff));
      }
      if (i % 2 == 0) {
        facts.add(ledger.answer(brief, task));
      }
    }
    brokerLedger.publish(facts.toArray(Fact[]::new));
    for (int i = 0; i < 4; i++) {
      brokerLedger.reject(i % BrokerLedger.PARTITIONS, Reason.NOT_JSON, SampleLedger.START);
    }
  }

  @AfterAll
  static void stop() {
    brokerLedger.close();
    broker.close();
  }

  @Test
  void restartWithItsState_answersTheSame(TestInfo test) {
    Answers first = answers(config(stateFolder, name(test)));
    assertThat(answers(config(stateFolder, name(test)))).isEqualTo(first);
  }

  @Test
  void restartWithoutItsState_answersTheSame(TestInfo test) throws IOException {
    Answers first = answers(config(stateFolder, name(test)));
    delete(stateFolder);
    assertThat(answers(config(stateFolder, name(test)))).isEqualTo(first);
  }

  @Test
  void artifactsLostWithTheState_areFetchedFromTheLedger(TestInfo test) throws IOException {
    answers(config(stateFolder, name(test)));
    delete(stateFolder);
    try (ProjectionsApp app = ready(config(stateFolder, name(test)))) {
      assertThat(app.queries().artifact(RECORDED.get(0).id())).contains(RECORDED.get(0).artifact());
      assertThat(app.metrics()).containsEntry("fetched_bodies_total", 1.0);
    }
  }

  @Test
  void projectionRebuiltFromTheLedger_answersTheSame(TestInfo test) {
    Answers first = answers(config(stateFolder, name(test)));
    assertThat(answers(config(stateFolder, name(test) + "-again").withThreads(2))).isEqualTo(first);
  }

  @Test
  void writerThatWaitsForItsPosition_readsItsOwnWrite(TestInfo test) throws Exception {
    SampleHandoff handoff = SampleHandoff.of("own-write/" + name(test), "h").withRoles();
    try (ProjectionsApp app = ready(config(stateFolder, name(test)))) {
      LedgerPosition written = brokerLedger.publish(new SampleLedger().record(handoff));
      assertThat(app.queries().waitFor(written, Duration.ofSeconds(30))).isTrue();
      assertThat(app.queries().handoff(handoff.id())).isPresent();
    } finally {
      RECORDED.add(handoff);
    }
  }

  @Test
  void waitForFactOfSession_endsWhenItIsRead(TestInfo test) throws Exception {
    SampleHandoff handoff = SampleHandoff.of("own-write/" + name(test), "h").withRoles();
    try (ProjectionsApp app = ready(config(stateFolder, name(test)))) {
      brokerLedger.publish(new SampleLedger().record(handoff));
      assertThat(app.queries().waitFor(handoff.session(), 1, Duration.ofSeconds(30))).isTrue();
    } finally {
      RECORDED.add(handoff);
    }
  }

  @Test
  void largestArtifact_isKeptAndAnswered(TestInfo test) throws Exception {
    SampleHandoff handoff =
        SampleHandoff.of("own-write/" + name(test), "h".repeat(4 << 20)).withRoles();
    try (ProjectionsApp app = ready(config(stateFolder, name(test)))) {
      LedgerPosition written = brokerLedger.publish(new SampleLedger().record(handoff));
      assertThat(app.queries().waitFor(written, Duration.ofSeconds(30))).isTrue();
      assertThat(app.queries().artifact(handoff.id())).contains(handoff.artifact());
    } finally {
      RECORDED.add(handoff);
    }
  }

  @Test
  void beforeAllIsRead_nothingIsAnsweredAsAbsent(TestInfo test) {
    try (ProjectionsApp app = new ProjectionsApp(config(stateFolder, name(test)))) {
      app.start();
      Deadline deadline = Deadline.inSeconds(60);
      while (!app.ready() && !deadline.isOver()) {
        try {
          assertThat(app.queries().handoff(RECORDED.get(0).id())).isPresent();
        } catch (NotAvailableException e) {
          assertThat(e).hasMessageNotContaining("null");
        }
      }
      assertThat(app.queries().handoff(RECORDED.get(0).id())).isPresent();
    }
  }

  @Test
  void notStarted_saysSo() {
    try (ProjectionsApp app = new ProjectionsApp(config(stateFolder, "unused"))) {
      assertThat(app.obstacle()).contains("The projections are not started.");
    }
  }

  @Test
  void closed_saysSoAndAnswersNothing(TestInfo test) {
    ProjectionsApp app = ready(config(stateFolder, name(test)));
    app.close();
    assertThat(app.obstacle()).contains("The projections are closed.");
    assertThatThrownBy(() -> app.queries().handoff(RECORDED.get(0).id()))
        .isInstanceOf(NotAvailableException.class);
  }

  private static Answers answers(ProjectionsConfig config) {
    try (ProjectionsApp app = ready(config)) {
      awaitRejections(app);
      return Answers.of(app.queries(), RECORDED);
    }
  }

  /** The topic of refused artifacts is no part of the position, so its four are waited for. */
  private static void awaitRejections(ProjectionsApp app) {
    RejectionFilter any = new RejectionFilter(null, null, null);
    Deadline.inSeconds(60)
        .await(() -> app.queries().rejections(any, null, 9).items().size() == 4, app::metrics);
  }

  private static ProjectionsApp ready(ProjectionsConfig config) {
    ProjectionsApp app = run(config);
    try {
      Deadline.inSeconds(60).await(app::ready, app::obstacle);
      return app;
    } catch (AssertionError e) {
      app.close();
      throw e;
    }
  }

  private static ProjectionsApp run(ProjectionsConfig config) {
    ProjectionsApp app = new ProjectionsApp(config);
    app.start();
    return app;
  }

  private static ProjectionsConfig config(Path folder, String application) {
    return ProjectionsConfig.of(broker.bootstrapServers(), folder)
        .withApplicationId(application)
        .withInstanceId("one")
        .withRocksDbMemoryBytes(32L << 20);
  }

  private static String name(TestInfo test) {
    return test.getTestMethod().orElseThrow().getName();
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(folder)) {
          Files.delete(file);
        }
      }
    }
  }
}
