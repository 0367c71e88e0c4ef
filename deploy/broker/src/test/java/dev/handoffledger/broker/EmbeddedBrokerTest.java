package dev.handoffledger.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.handoffledger.broker.BrokerStartException.Obstacle;
import dev.handoffledger.broker.EmbeddedBroker.Options;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class EmbeddedBrokerTest {
  private static final String TOPIC = "numbers";

  @TempDir Path folder;

  @Test
  void freshFolder_recordsAreProducedAndConsumed() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("made/by/the/broker"))) {
      Clients.createTopic(broker.bootstrapServers(), TOPIC);
      write(broker, 3);

      assertThat(Clients.readAll(broker.bootstrapServers(), TOPIC)).containsExactly("0", "1", "2");
    }
  }

  @Test
  void restartOnTheSameFolder_keepsRecordsAndPort() throws Exception {
    String firstAddress;
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder)) {
      firstAddress = broker.bootstrapServers();
      Clients.createTopic(firstAddress, TOPIC);
      write(broker, 3);
    }

    try (EmbeddedBroker broker = EmbeddedBroker.start(folder)) {
      assertThat(broker.bootstrapServers()).isEqualTo(firstAddress);
      assertThat(Clients.readAll(broker.bootstrapServers(), TOPIC)).containsExactly("0", "1", "2");
    }
  }

  @Test
  void givenPort_isUsedAndStored() {
    int port = Ports.free();
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder, Options.DEFAULT.withPort(port))) {
      assertThat(broker.bootstrapServers()).isEqualTo("127.0.0.1:" + port);
    }

    try (EmbeddedBroker broker = EmbeddedBroker.start(folder)) {
      assertThat(broker.bootstrapServers()).isEqualTo("127.0.0.1:" + port);
    }
  }

  @Test
  void recordOfSixMebibytesLessItsOverhead_isAccepted() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder)) {
      Clients.createTopic(broker.bootstrapServers(), TOPIC);
      try (KafkaProducer<byte[], byte[]> producer =
          Clients.producer(
              broker.bootstrapServers(),
              Map.of("max.request.size", Integer.toString(7 * 1024 * 1024)))) {
        byte[] large = new byte[6 * 1024 * 1024 - 1024];

        assertThat(producer.send(new ProducerRecord<>(TOPIC, large)).get().serializedValueSize())
            .isEqualTo(large.length);
      }
    }
  }

  @Test
  void topicThatNobodyCreated_isNotCreatedByAskingForIt() {
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder);
        Admin admin = Clients.admin(broker.bootstrapServers())) {
      assertThatThrownBy(() -> admin.describeTopics(List.of("never-made")).allTopicNames().get())
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
    }
  }

  @Test
  void secondStartInThisProcess_saysThatTheFolderIsInUse() {
    try (EmbeddedBroker running = EmbeddedBroker.start(folder)) {
      BrokerStartException refusal = refusalOf(folder, Options.DEFAULT);

      assertThat(running.bootstrapServers()).isNotEmpty();
      assertThat(refusal.obstacle()).isEqualTo(Obstacle.FOLDER_IN_USE);
      assertThat(refusal)
          .hasMessageContaining(folder.toString())
          .hasMessageContaining("process " + ProcessHandle.current().pid());
    }
  }

  @Test
  void secondStartWhileAnotherProcessHoldsTheFolder_namesThatProcess() throws Exception {
    try (WriterProcess holder = WriterProcess.start(folder)) {
      holder.awaitAcknowledged(1);

      BrokerStartException refusal = refusalOf(folder, Options.DEFAULT);

      assertThat(refusal.obstacle()).isEqualTo(Obstacle.FOLDER_IN_USE);
      assertThat(refusal).hasMessageContaining("process " + holder.pid());
    }
  }

  @Test
  void closedBroker_leavesItsFolderFree() {
    EmbeddedBroker broker = EmbeddedBroker.start(folder);
    broker.close();
    broker.close();

    try (DataFolder taken = DataFolder.take(folder)) {
      assertThat(taken.storedPort()).isPresent();
    }
  }

  @Test
  void takenPort_isNamed() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      BrokerStartException refusal =
          refusalOf(folder, Options.DEFAULT.withPort(other.getLocalPort()));

      assertThat(refusal.obstacle()).isEqualTo(Obstacle.PORT_TAKEN);
      assertThat(refusal).hasMessageContaining(Integer.toString(other.getLocalPort()));
    }
  }

  @Test
  void refusedStart_leavesTheFolderFree() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      refusalOf(folder, Options.DEFAULT.withPort(other.getLocalPort()));
    }

    try (DataFolder taken = DataFolder.take(folder)) {
      assertThat(taken.storedPort()).isEmpty();
    }
  }

  @Test
  void fileInPlaceOfTheFolder_isNotUsable() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "no folder");

    BrokerStartException refusal = refusalOf(file, Options.DEFAULT);

    assertThat(refusal.obstacle()).isEqualTo(Obstacle.FOLDER_NOT_USABLE);
    assertThat(refusal).hasMessageContaining(file.toString());
  }

  @Test
  void storedPortThatIsNoNumber_isNotUsable() throws Exception {
    Files.writeString(folder.resolve("broker.port"), "many");

    assertThat(refusalOf(folder, Options.DEFAULT).obstacle()).isEqualTo(Obstacle.FOLDER_NOT_USABLE);
  }

  private static BrokerStartException refusalOf(Path folder, Options options) {
    return catchThrowableOfType(
        BrokerStartException.class, () -> EmbeddedBroker.start(folder, options).close());
  }

  private static void write(EmbeddedBroker broker, int count) throws Exception {
    List<String> values =
        IntStream.range(0, count).mapToObj(Integer::toString).collect(Collectors.toList());
    Clients.write(broker.bootstrapServers(), TOPIC, values, Duration.ofSeconds(30));
  }
}
