package dev.handoffledger.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.internals.Topic;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.coordinator.transaction.generated.TransactionLogValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a broker makes of what another one left that was killed. */
@Timeout(120)
class CrashTest {
  private static final int NODE_ID = 1;
  private static final String TOPIC = "numbers";

  private static final Map<String, String> TRANSACTIONS = Map.of("transactional.id", "writer");

  /** Any start of a broker takes longer. */
  private static final int SHORT_TIMEOUT_MILLIS = 100;

  /** As Kafka's transaction coordinator writes it down. */
  private static final byte PREPARE_COMMIT = 2;

  private static final Consumer<TransactionLogValue> OVERDUE =
      transaction -> transaction.setTransactionTimeoutMs(SHORT_TIMEOUT_MILLIS);

  /** It was decided that the transaction is committed, and no partition was told. */
  private static final Consumer<TransactionLogValue> COMMITTING =
      transaction -> {
        transaction.setTransactionStatus(PREPARE_COMMIT);
        transaction.setProducerEpoch((short) (transaction.producerEpoch() + 1));
      };

  @TempDir Path folder;

  @Test
  void brokerKilledInTheMiddleOfWriting_hasEveryAcknowledgedRecordAfterRestart() throws Exception {
    List<String> acknowledged;
    try (WriterProcess writer = WriterProcess.start(folder)) {
      writer.awaitAcknowledged(2_000);
      writer.kill();
      acknowledged = writer.acknowledged();
    }

    try (EmbeddedBroker broker = EmbeddedBroker.start(folder)) {
      assertThat(Clients.readAll(broker.bootstrapServers(), WriterProcess.TOPIC))
          .containsAll(acknowledged)
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void killedBroker_isGivenUpBeforeTheNextOneStarts() throws Exception {
    Path crashed = crashedInATransaction(OVERDUE).resolve("log");

    assertThat(FormerBroker.giveUp(NODE_ID, crashed)).isTrue();
    assertThat(FormerBroker.giveUp(NODE_ID, crashed)).isFalse();
  }

  @Test
  void overdueTransaction_isAbortedAndHidesNothingThatFollows() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(crashedInATransaction(OVERDUE))) {
      Clients.write(broker.bootstrapServers(), TOPIC, List.of("next"), Clients.PATIENCE);

      assertThat(Clients.readCommitted(broker.bootstrapServers(), TOPIC, 1))
          .containsExactly("next");
    }
  }

  @Test
  void transactionOpenAtACrash_isOverOnceItsProducerIsBack() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(crashedInATransaction(OVERDUE));
        KafkaProducer<byte[], byte[]> producer =
            Clients.producer(broker.bootstrapServers(), TRANSACTIONS)) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(TOPIC, "kept".getBytes(UTF_8)));
      producer.commitTransaction();

      assertThat(Clients.readCommitted(broker.bootstrapServers(), TOPIC, 1))
          .containsExactly("kept");
    }
  }

  @Test
  void commitCutShortByACrash_isFinishedAtTheNextStart() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(crashedInATransaction(COMMITTING))) {
      assertThat(Clients.readCommitted(broker.bootstrapServers(), TOPIC, 1))
          .containsExactly("first");
    }
  }

  /**
   * The folder of a broker that crashed in a transaction.
   *
   * @param noted what the next broker finds noted of the transaction, beside what this one noted
   */
  private Path crashedInATransaction(Consumer<TransactionLogValue> noted) throws Exception {
    Path crashed = folder.resolve("crashed");
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("running"))) {
      String address = broker.bootstrapServers();
      Clients.createTopic(address, TOPIC);
      try (KafkaProducer<byte[], byte[]> producer = Clients.producer(address, TRANSACTIONS)) {
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(TOPIC, "first".getBytes(UTF_8)));
        producer.flush();
        note(address, noted);
        copy(folder.resolve("running"), crashed);
      }
    }
    Files.delete(crashed.resolve("broker.port"));
    return crashed;
  }

  private static void note(String address, Consumer<TransactionLogValue> change) throws Exception {
    ConsumerRecord<byte[], byte[]> open =
        Clients.newest(address, Topic.TRANSACTION_STATE_TOPIC_NAME);
    ByteBuffer bytes = ByteBuffer.wrap(open.value());
    short version = bytes.getShort();
    TransactionLogValue transaction =
        new TransactionLogValue(new ByteBufferAccessor(bytes), version);
    change.accept(transaction);
    try (KafkaProducer<byte[], byte[]> coordinator =
        // Kafka lets only a client of this name write to its own topics.
        Clients.producer(address, Map.of("client.id", "__admin_client"))) {
      coordinator
          .send(
              new ProducerRecord<>(
                  open.topic(),
                  open.partition(),
                  open.key(),
                  MessageUtil.toVersionPrefixedBytes(version, transaction)))
          .get();
    }
  }

  /** What a crash at this moment would leave behind. */
  private static void copy(Path from, Path to) throws Exception {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        copyFile(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private static void copyFile(Path from, Path to) throws Exception {
    try {
      Files.copy(from, to);
    } catch (NoSuchFileException e) {
      // The broker puts a new version of some files in the place of the old one.
      if (Files.exists(from)) {
        copyFile(from, to);
      }
    }
  }
}
