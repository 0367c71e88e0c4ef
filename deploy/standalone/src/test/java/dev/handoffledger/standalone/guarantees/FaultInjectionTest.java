package dev.handoffledger.standalone.guarantees;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.broker.EmbeddedBroker;
import dev.handoffledger.processor.ProcessorApp;
import dev.handoffledger.processor.ProcessorConfig;
import dev.handoffledger.processor.decide.Decide;
import dev.handoffledger.processor.decide.Decider;
import dev.handoffledger.processor.decide.HoldPolicy;
import dev.handoffledger.processor.decide.Input;
import dev.handoffledger.processor.decide.LeasePolicy;
import dev.handoffledger.producer.ArtifactSender;
import dev.handoffledger.producer.TopicProvisioner;
import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.wire.TopicPlan;
import dev.handoffledger.schemas.wire.Topics;
import dev.handoffledger.standalone.guarantees.Fleet.Work;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultInjectionTest {
  private static final int ARTIFACTS = 4000;
  private static final int STORE_FAULTS = 3;
  private static final Formats FORMATS = new Formats();

  @TempDir private Path folder;

  @Test
  void faultsInDecideAndInApply_rejectTheOneAndRetryTheOther() throws Exception {
    List<Work> work = Fleet.work(ARTIFACTS);
    Set<String> ill =
        work.stream()
            .map(one -> Sha256.hex(one.artifact()))
            .filter(hash -> hash.startsWith("00"))
            .collect(Collectors.toSet());
    Decide decider = new Decider(HoldPolicy.DEFAULT, LeasePolicy.DEFAULT, FORMATS);
    Decide sometimesFailing =
        (state, input) -> {
          if (input instanceof Input.Published published
              && ill.contains(Sha256.hex(published.handoff().artifact()))) {
            throw new IllegalStateException("injected into decide");
          }
          return decider.decide(state, input);
        };
    AtomicInteger storeFaults = new AtomicInteger();

    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("kafka"))) {
      String kafka = broker.bootstrapServers();
      provision(kafka);
      try (ProcessorApp processor =
              new ProcessorApp(
                  ProcessorConfig.singleNode(kafka, folder.resolve("state")),
                  FORMATS,
                  sometimesFailing,
                  name ->
                      new FailingStores(
                          Stores.persistentKeyValueStore(name), storeFaults, STORE_FAULTS));
          ArtifactSender sender = new ArtifactSender(Map.of("bootstrap.servers", kafka));
          LedgerTopics topics = new LedgerTopics(kafka)) {
        processor.start();
        Fleet.publish(sender, work);
        topics.awaitConsumed(120);

        assertThat(storeFaults).hasValue(STORE_FAULTS);
        assertThat(topics.records(Topics.REJECTED))
            .extracting(record -> Sha256.hex(record.value()))
            .containsExactlyInAnyOrderElementsOf(ill);
        assertThat(topics.recorded()).doesNotHaveDuplicates().hasSize(ARTIFACTS - ill.size());
        LedgerTopics.await("all are routed", 60, () -> topics.audit().unrouted() == 0);
        assertThat(topics.audit().problems()).isEmpty();
      }
    }
  }

  private static void provision(String kafka) throws InterruptedException {
    List<String> kinds = FORMATS.kinds().stream().map(Kind::name).toList();
    try (TopicProvisioner provisioner = new TopicProvisioner(Map.of("bootstrap.servers", kafka))) {
      provisioner.provision(TopicPlan.of(kinds, 3, 1));
    }
  }
}
