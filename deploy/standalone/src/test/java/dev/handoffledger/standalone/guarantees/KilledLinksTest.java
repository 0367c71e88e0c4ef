package dev.handoffledger.standalone.guarantees;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.producer.ArtifactSender;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.wire.Topics;
import dev.handoffledger.standalone.guarantees.Fleet.Work;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
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
      LedgerTopics.await("some are linked", 60, () -> linked(topics) > CHAINS / 10);
      ledger.kill();
    }

    try (LedgerProcess ledger = LedgerProcess.start(data);
        LedgerTopics topics = new LedgerTopics(ledger.address().kafka())) {
      topics.awaitConsumed(240);
      LedgerTopics.await(
          "all are linked; seed " + seed,
          120,
          () -> linked(topics) == CHAINS && answered(topics) == CHAINS);
      LedgerTopics.await("all are routed", 60, () -> topics.audit().unrouted() == 0);
      assertThat(topics.audit().problems()).as("seed %d", seed).isEmpty();
      assertThat(topics.records(Topics.REJECTED)).isEmpty();
    }
  }

  /** How many handoffs are linked by the newest fact about each. */
  private static long linked(LedgerTopics topics) {
    Map<String, Link.Status> links = new HashMap<>();
    facts(topics)
        .forEach(
            fact -> {
              if (fact.body() instanceof Fact.Recorded recorded) {
                links.put(fact.handoffId(), recorded.link().status());
              } else if (fact.body() instanceof Fact.Linked linked) {
                links.put(fact.handoffId(), linked.link().status());
              }
            });
    return links.values().stream().filter(Link.Status.LINKED::equals).count();
  }

  /** How many facts say that a handoff was answered: one for each link, if none is told twice. */
  private static long answered(LedgerTopics topics) {
    return facts(topics).filter(fact -> fact.body() instanceof Fact.Answered).count();
  }

  private static Stream<Fact> facts(LedgerTopics topics) {
    List<LedgerRecord> records = topics.records(Topics.LEDGER);
    return records.stream().map(FactCodec::decode);
  }

  private static ArtifactSender sender(LedgerProcess ledger) throws Exception {
    return new ArtifactSender(Map.of("bootstrap.servers", ledger.address().kafka()));
  }
}
