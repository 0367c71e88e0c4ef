package dev.handoffledger.standalone.guarantees;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.producer.ArtifactSender;
import dev.handoffledger.producer.RecordLocation;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.wire.Topics;
import dev.handoffledger.standalone.guarantees.Fleet.Work;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledLedgerTest {
  private static final int ARTIFACTS = 20_000;

  @TempDir private Path folder;

  @Test
  @Tag("long")
  void artifactsPublishedAcrossAKillAndPublishedAgain_areEachRecordedAndRoutedOnce()
      throws Exception {
    List<Work> work = Fleet.work(ARTIFACTS);
    Path data = folder.resolve("data");
    int acknowledged = publishUntilKilled(data, work);
    assertThat(acknowledged).isBetween(1, ARTIFACTS - 1);

    try (LedgerProcess ledger = LedgerProcess.start(data);
        ArtifactSender sender = sender(ledger);
        LedgerTopics topics = new LedgerTopics(ledger.address().kafka())) {
      Fleet.publish(sender, work);
      topics.awaitConsumed(240);

      assertThat(topics.records(Topics.REJECTED)).isEmpty();
      assertThat(topics.recorded())
          .containsExactlyInAnyOrderElementsOf(
              work.stream().map(one -> Sha256.hex(one.artifact())).toList());
      LedgerTopics.await("all are routed", 60, () -> topics.audit().unrouted() == 0);
      assertThat(topics.audit().problems()).isEmpty();
    }
  }

  @Test
  void secondLedgerOnTheSameFolder_saysSoAndStops() throws Exception {
    Path data = folder.resolve("data");
    try (LedgerProcess first = LedgerProcess.start(data);
        LedgerProcess second = LedgerProcess.launch(data)) {
      assertThat(second.await()).isEqualTo(2);
      assertThat(second.output())
          .contains("Another ledger is running on " + data)
          .contains(first.address().http());
    }
  }

  @Test
  void ledgerThatIsAskedToStop_stopsCleanlyAndHasAllWhenItIsStartedAgain() throws Exception {
    Path data = folder.resolve("data");
    List<Work> work = Fleet.work(40);
    try (LedgerProcess first = LedgerProcess.start(data);
        ArtifactSender sender = sender(first)) {
      Fleet.publish(sender, work);
      first.stop();
      assertThat(first.output()).contains("Stopped.");
    }

    try (LedgerProcess second = LedgerProcess.start(data);
        LedgerTopics topics = new LedgerTopics(second.address().kafka())) {
      topics.awaitConsumed(60);
      assertThat(topics.recorded()).hasSize(work.size());
      assertThat(topics.audit().problems()).isEmpty();
    }
  }

  /** Publishes, kills the ledger when a third is acknowledged, and counts what was. */
  private static int publishUntilKilled(Path data, List<Work> work) throws Exception {
    List<CompletableFuture<RecordLocation>> sends = new ArrayList<>();
    CountDownLatch third = new CountDownLatch(work.size() / 3);
    try (LedgerProcess ledger = LedgerProcess.start(data);
        ArtifactSender sender =
            new ArtifactSender(
                Map.of(
                    "bootstrap.servers",
                    ledger.address().kafka(),
                    "delivery.timeout.ms",
                    "5000",
                    "request.timeout.ms",
                    "4000",
                    "max.block.ms",
                    "5000"))) {
      for (Work one : work) {
        sends.add(
            sender
                .send(one.topic(), one.session(), one.artifact(), Map.of())
                .whenComplete((location, failure) -> third.countDown()));
        if (third.getCount() == 0) {
          break;
        }
      }
      assertThat(third.await(60, TimeUnit.SECONDS)).isTrue();
      ledger.kill();
    }
    return (int) sends.stream().filter(send -> !send.isCompletedExceptionally()).count();
  }

  private static ArtifactSender sender(LedgerProcess ledger) throws IOException {
    return new ArtifactSender(Map.of("bootstrap.servers", ledger.address().kafka()));
  }
}
