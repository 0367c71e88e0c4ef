package dev.handoffledger.standalone.guarantees;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.producer.ArtifactSender;
import dev.handoffledger.schemas.wire.Topics;
import dev.handoffledger.standalone.guarantees.Fleet.Work;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ParentsLink and RoutedOnce, with the processor killed while it links across partitions. */
class KilledLinksTest {
  private static final int CHAINS = 1_500;

  @TempDir private Path folder;

  @Test
  void linksAcrossAKill_areEachMadeOnceAndAllInTheEnd() throws Exception {
    Path data = folder.resolve("data");
    long seed = new Random().nextLong();
    List<Work> work = Fleet.briefsAndResults(CHAINS);
    Collections.shuffle(work, new Random(seed));

    try (LedgerProcess ledger = LedgerProcess.start(data);
        ArtifactSender sender = sender(ledger);
        LedgerTopics topics = new LedgerTopics(ledger.address().kafka())) {
      Fleet.publish(sender, work);
      LedgerTopics.await("some are linked", 60, () -> topics.linked() > CHAINS / 10);
      ledger.kill();
    }

    try (LedgerProcess ledger = LedgerProcess.start(data);
        LedgerTopics topics = new LedgerTopics(ledger.address().kafka())) {
      topics.awaitConsumed(240);
      LedgerTopics.await(
          "all are linked; seed " + seed,
          120,
          () -> topics.linked() == CHAINS && topics.answered() == CHAINS);
      LedgerTopics.await("all are routed", 60, () -> topics.audit().unrouted() == 0);
      assertThat(topics.audit().problems()).as("seed %d", seed).isEmpty();
      assertThat(topics.records(Topics.REJECTED)).isEmpty();
    }
  }

  private static ArtifactSender sender(LedgerProcess ledger) throws Exception {
    return new ArtifactSender(Map.of("bootstrap.servers", ledger.address().kafka()));
  }
}
