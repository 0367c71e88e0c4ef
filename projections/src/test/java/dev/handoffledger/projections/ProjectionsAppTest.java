package dev.handoffledger.projections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.handoffledger.broker.EmbeddedBroker;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.fact.Fact;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The projections of a ledger on a real broker, started, restarted and rebuilt. */
class ProjectionsAppTest {
  private static final String APPLICATION = "projections";
  private static final int REJECTIONS = 4;

  @TempDir private static Path brokerFolder;
  @TempDir private static Path keptState;
  private static EmbeddedBroker broker;
  private static List<SampleHandoff> recorded;
  private static Answers answersOfFirstRun;

  @TempDir private Path noState;

  @BeforeAll
  static void runOnce() throws Exception {
    broker = EmbeddedBroker.start(brokerFolder);
    BrokerLedger.createTopics(broker.bootstrapServers());
    try (BrokerLedger ledger = new BrokerLedger(broker.bootstrapServers())) {
      recorded = publish(ledger);
    }
    answersOfFirstRun = answers(config(keptState, APPLICATION));
  }

  private static List<SampleHandoff> publish(BrokerLedger brokerLedger) throws Exception {
    SampleLedger ledger = new SampleLedger();
    List<SampleHandoff> handoffs = new ArrayList<>();
    List<Fact> facts = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ledger.at(SampleLedger.START.plusSeconds(i));
      SampleHandoff brief = SampleHandoff.of("codelens/session-" + i, "brief");
      SampleHandoff task =
          SampleHandoff.cortex("task", "h" + i, SampleLedger.START.minusSeconds(i));
      SampleHandoff state = SampleHandoff.ace("state-" + i, 1 + i % 2);
      for (SampleHandoff handoff : List.of(brief, task, state)) {
        handoffs.add(handoff);
        facts.add(ledger.record(handoff));
      }
      if (i % 2 == 0) {
        facts.add(ledger.answer(brief, task));
      }
    }
    brokerLedger.publish(facts.toArray(Fact[]::new));
    for (int i = 0; i < REJECTIONS; i++) {
      brokerLedger.reject(i % BrokerLedger.PARTITIONS, Reason.NOT_JSON, SampleLedger.START);
    }
    return handoffs;
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void restartWithItsState_answersTheSame() {
    assertThat(answers(config(keptState, APPLICATION))).isEqualTo(answersOfFirstRun);
  }

  @Test
  void restartWithoutItsState_answersTheSame() {
    assertThat(answers(config(noState, APPLICATION))).isEqualTo(answersOfFirstRun);
  }

  @Test
  void artifactLostWithTheState_isFetchedFromTheLedger() {
    try (ProjectionsApp app = ready(config(noState, APPLICATION))) {
      SampleHandoff handoff = recorded.get(0);
      assertThat(app.queries().artifact(handoff.id())).contains(handoff.artifact());
      assertThat(app.metrics()).containsEntry("fetched_bodies_total", 1.0);
    }
  }

  @Test
  void rejectedArtifact_isThereWithItsBytes() {
    try (ProjectionsApp app = ready(config(keptState, APPLICATION))) {
      awaitRejections(app);
      RejectionView listed =
          app.queries().rejections(new RejectionFilter(null, null, null), null, 1).items().get(0);

      RejectedArtifact artifact =
          app.queries().rejectedArtifact(listed.partition(), listed.offset()).orElseThrow();

      assertThat(artifact.rejection()).isEqualTo(listed);
      assertThat(Sha256.hex(artifact.bytes())).isEqualTo(listed.rawHash());
    }
  }

  @Test
  void placeBeyondTheRejections_hasNoArtifact() {
    try (ProjectionsApp app = ready(config(keptState, APPLICATION))) {
      assertThat(app.queries().rejectedArtifact(0, 1_000_000)).isEmpty();
      assertThat(app.queries().rejectedArtifact(BrokerLedger.PARTITIONS, 0)).isEmpty();
    }
  }

  @Test
  void projectionRebuiltFromTheLedger_answersTheSame() {
    assertThat(answers(config(noState, "rebuilt").withThreads(2))).isEqualTo(answersOfFirstRun);
  }

  @Test
  void beforeAllIsRead_nothingIsAnsweredAsAbsent() {
    try (ProjectionsApp app = new ProjectionsApp(config(noState, "new"))) {
      app.start();
      Deadline.inSeconds(60).await(() -> isFound(app, recorded.get(0).id()), app::obstacle);
    }
  }

  /** Fails on an answer that says there is no such handoff. */
  private static boolean isFound(ProjectionsApp app, String id) {
    try {
      assertThat(app.queries().handoff(id)).isPresent();
      return true;
    } catch (NotAvailableException e) {
      return false;
    }
  }

  @Test
  void notStarted_saysSo() {
    try (ProjectionsApp app = new ProjectionsApp(config(noState, APPLICATION))) {
      assertThat(app.obstacle()).contains("The projections are not started.");
    }
  }

  @Test
  void closed_saysSoAndAnswersNothing() {
    ProjectionsApp app = ready(config(keptState, APPLICATION));
    app.close();
    assertThat(app.obstacle()).contains("The projections are closed.");
    assertThatThrownBy(() -> app.queries().handoff(recorded.get(0).id()))
        .isInstanceOf(NotAvailableException.class);
  }

  @Test
  void startedTwice_isRefused() {
    try (ProjectionsApp app = new ProjectionsApp(config(keptState, APPLICATION))) {
      app.start();
      assertThatIllegalStateException().isThrownBy(app::start);
    }
  }

  private static Answers answers(ProjectionsConfig config) {
    try (ProjectionsApp app = ready(config)) {
      awaitRejections(app);
      return Answers.of(app.queries(), recorded);
    }
  }

  /** The topic of refused artifacts is no part of the position, so they are waited for. */
  private static void awaitRejections(ProjectionsApp app) {
    RejectionFilter any = new RejectionFilter(null, null, null);
    Deadline.inSeconds(60)
        .await(
            () -> app.queries().rejections(any, null, 9).items().size() == REJECTIONS,
            app::metrics);
  }

  private static ProjectionsApp ready(ProjectionsConfig config) {
    return RunningProjections.ready(config);
  }

  private static ProjectionsConfig config(Path folder, String application) {
    return RunningProjections.config(broker.bootstrapServers(), folder)
        .withApplicationId(application);
  }
}
