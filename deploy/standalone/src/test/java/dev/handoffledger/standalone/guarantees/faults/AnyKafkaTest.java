package dev.handoffledger.standalone.guarantees.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.producer.ArtifactSender;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.standalone.StandaloneLedger;
import dev.handoffledger.standalone.guarantees.Fleet;
import dev.handoffledger.standalone.guarantees.Fleet.Work;
import dev.handoffledger.standalone.guarantees.LedgerTopics;
import dev.handoffledger.standalone.internal.AnswerComparison;
import dev.handoffledger.testing.TestKafka;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Guarantees on whichever Kafka the build is run on: see {@link TestKafka}. */
class AnyKafkaTest {
  @RegisterExtension static final TestKafka KAFKA = new TestKafka();

  private static final int ARTIFACTS = 400;
  private static final AnswerComparison.Result NOT_COMPARED =
      new AnswerComparison.Result(0, "", List.of(), List.of());

  @TempDir private static Path folder;
  private static Evidence evidence;

  @BeforeAll
  static void publishEachTwiceInAnyOrder() throws Exception {
    List<Work> work = new ArrayList<>(Fleet.work(ARTIFACTS));
    work.addAll(Fleet.work(ARTIFACTS));
    Collections.shuffle(work, new Random(ARTIFACTS));
    Told told = new Told();
    try (StandaloneLedger ledger =
            StandaloneLedger.start(
                folder.resolve("data"),
                0,
                StandaloneLedger.Options.DEFAULT.withKafka(KAFKA.bootstrapServers()));
        ArtifactSender sender =
            new ArtifactSender(Map.of("bootstrap.servers", ledger.bootstrapServers()));
        LedgerTopics topics = new LedgerTopics(ledger.bootstrapServers())) {
      Fleet.publish(sender, work);
      work.forEach(one -> told.sent.add(Sha256.hex(one.artifact())));
      told.acknowledged.addAll(told.sent);
      topics.awaitConsumed(120);
      LedgerTopics.await("all are routed", 60, () -> topics.audit().unrouted() == 0);
      evidence = Evidence.read(told, topics, NOT_COMPARED);
    }
  }

  @Test
  void nothingIsLost() {
    assertThat(evidence.recorded()).hasSize(ARTIFACTS);
    assertThat(new Guarantee.NothingLost().violations(evidence)).isEmpty();
  }

  @Test
  void everySessionIsOneChain() {
    assertThat(new Guarantee.OneChain().violations(evidence)).isEmpty();
  }

  @Test
  void everyHandoffIsRoutedOnce() {
    assertThat(evidence.audit().routes()).isPositive();
    assertThat(new Guarantee.RoutedOnce().violations(evidence)).isEmpty();
  }
}
