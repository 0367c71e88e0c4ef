package dev.handoffledger.gateway.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.broker.EmbeddedBroker;
import dev.handoffledger.gateway.internal.PartitionTail.From;
import dev.handoffledger.producer.ArtifactSender;
import dev.handoffledger.producer.TopicProvisioner;
import dev.handoffledger.schemas.wire.TopicPlan;
import dev.handoffledger.schemas.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionTailTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  private final BlockingQueue<String> handed = new LinkedBlockingQueue<>();
  private EmbeddedBroker broker;
  private String bootstrapServers;

  @BeforeEach
  void startBroker() throws InterruptedException {
    broker = EmbeddedBroker.start(folder);
    bootstrapServers = broker.bootstrapServers();
    try (TopicProvisioner provisioner =
        new TopicProvisioner(Map.of("bootstrap.servers", bootstrapServers))) {
      provisioner.provision(TopicPlan.of(List.of(), 1, 1));
    }
  }

  @AfterEach
  void stopBroker() {
    broker.close();
  }

  @Test
  void fromTheBeginning_isReadyOnceAllThatWasThereIsRead() throws Exception {
    write("one");
    write("two");

    try (PartitionTail tail = tail(From.BEGINNING)) {
      tail.start();

      assertThat(tail.awaitReady(PATIENCE)).isTrue();
      assertThat(handed).containsExactly("one", "two");
    }
  }

  @Test
  void fromTheEnd_handsOverWhatIsWrittenAfterwards() throws Exception {
    write("before");

    try (PartitionTail tail = tail(From.END)) {
      tail.start();
      assertThat(tail.awaitReady(PATIENCE)).isTrue();
      write("after");

      assertThat(handed.poll(30, TimeUnit.SECONDS)).isEqualTo("after");
    }
  }

  @Test
  void recordThatItsHandlerCannotTake_isPassedOver() throws Exception {
    try (PartitionTail tail = tail(From.END)) {
      tail.start();
      tail.awaitReady(PATIENCE);
      write("poison");
      write("after");

      assertThat(handed.poll(30, TimeUnit.SECONDS)).isEqualTo("after");
      assertThat(tail.readiness().ready()).isTrue();
    }
  }

  @Test
  void absentTopic_isSaidToBeMissing() throws Exception {
    try (PartitionTail tail =
        new PartitionTail(
            "handoff.absent", partitions -> 0, From.END, this::consumer, record -> {})) {
      tail.start();

      await(() -> tail.readiness().sentence().contains("handoff.absent"));
      assertThat(tail.readiness().ready()).isFalse();
    }
  }

  @Test
  void lostBroker_isSaidAndReadOnFromWhereItWas() throws Exception {
    try (PartitionTail tail = tail(From.END)) {
      tail.start();
      tail.awaitReady(PATIENCE);
      write("before");
      assertThat(handed.poll(30, TimeUnit.SECONDS)).isEqualTo("before");

      broker.close();
      await(() -> !tail.readiness().ready());
      broker = EmbeddedBroker.start(folder);
      write("after");

      assertThat(handed.poll(60, TimeUnit.SECONDS)).isEqualTo("after");
      await(() -> tail.readiness().ready());
    }
  }

  @Test
  void close_endsAWaitForABrokerThatIsGone() throws Exception {
    try (PartitionTail tail = tail(From.END)) {
      broker.close();
      tail.start();
      await(() -> tail.readiness().sentence().startsWith("cannot be read"));
    }

    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("tail-" + Topics.IDEMPOTENCY));
  }

  private PartitionTail tail(From from) {
    return new PartitionTail(
        Topics.IDEMPOTENCY, partitions -> 0, from, this::consumer, this::handOver);
  }

  private void handOver(ConsumerRecord<byte[], byte[]> record) {
    String value = new String(record.value(), StandardCharsets.UTF_8);
    if (value.equals("poison")) {
      throw new IllegalArgumentException(value);
    }
    handed.add(value);
  }

  private Consumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(
        Map.of(
            "bootstrap.servers",
            bootstrapServers,
            "auto.offset.reset",
            "earliest",
            "isolation.level",
            "read_committed",
            "allow.auto.create.topics",
            false,
            "default.api.timeout.ms",
            3_000,
            "request.timeout.ms",
            2_000),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  private void write(String value) throws Exception {
    try (ArtifactSender sender =
        new ArtifactSender(Map.of("bootstrap.servers", bootstrapServers))) {
      sender
          .send(Topics.IDEMPOTENCY, "k", value.getBytes(StandardCharsets.UTF_8), Map.of())
          .get(30, TimeUnit.SECONDS);
    }
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited too long").isLessThan(deadline);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }
}
