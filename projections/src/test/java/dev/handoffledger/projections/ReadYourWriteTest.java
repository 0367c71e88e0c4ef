package dev.handoffledger.projections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.handoffledger.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A writer on a real broker waits for its own write. */
class ReadYourWriteTest {
  private static final Duration AT_MOST = Duration.ofSeconds(30);
  private static final int LARGEST = 4 << 20;

  @TempDir private static Path folder;
  private static EmbeddedBroker broker;
  private static BrokerLedger ledger;
  private static ProjectionsApp app;

  @BeforeAll
  static void start() throws Exception {
    broker = EmbeddedBroker.start(folder.resolve("broker"));
    ProjectionsConfig config =
        RunningProjections.config(broker.bootstrapServers(), folder.resolve("state"));
    try (ProjectionsApp tooEarly = new ProjectionsApp(config)) {
      assertThatIllegalStateException()
          .as("without the ledger's topics")
          .isThrownBy(tooEarly::start)
          .withMessageContaining("provision");
    }
    BrokerLedger.createTopics(broker.bootstrapServers());
    ledger = new BrokerLedger(broker.bootstrapServers());
    app = RunningProjections.ready(config);
  }

  @AfterAll
  static void stop() {
    app.close();
    ledger.close();
    broker.close();
  }

  @Test
  void waitForPosition_readsTheWrite() throws Exception {
    SampleHandoff handoff = SampleHandoff.of("codelens/by-position", "h");
    LedgerPosition written = ledger.publish(new SampleLedger().record(handoff));
    assertThat(app.queries().waitFor(written, AT_MOST)).isTrue();
    assertThat(app.queries().handoff(handoff.id())).isPresent();
  }

  @Test
  void waitForFactOfSession_readsTheWrite() throws Exception {
    SampleHandoff handoff = SampleHandoff.of("codelens/by-seq", "h");
    ledger.publish(new SampleLedger().record(handoff));
    assertThat(app.queries().waitFor(handoff.session(), 1, AT_MOST)).isTrue();
    assertThat(app.queries().session(handoff.session())).isPresent();
  }

  @Test
  void largestArtifact_isAnswered() throws Exception {
    SampleHandoff handoff = SampleHandoff.of("codelens/largest", "h".repeat(LARGEST));
    LedgerPosition written = ledger.publish(new SampleLedger().record(handoff));
    assertThat(app.queries().waitFor(written, AT_MOST)).isTrue();
    assertThat(app.queries().artifact(handoff.id())).contains(handoff.artifact());
  }
}
