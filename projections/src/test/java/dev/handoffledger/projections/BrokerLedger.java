package dev.handoffledger.projections;

import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.kafka.HeaderMap;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.ReplyCodec;
import dev.handoffledger.schemas.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes facts and rejections to a broker in transactions, as the write side does. */
final class BrokerLedger implements AutoCloseable {
  static final int PARTITIONS = 3;

  private static final short ONE_REPLICA = 1;

  private final KafkaProducer<byte[], byte[]> producer;

  BrokerLedger(String bootstrapServers) {
    producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                "test-write-side",
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                6 * 1024 * 1024),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    producer.initTransactions();
  }

  static void createTopics(String bootstrapServers) throws Exception {
    try (Admin admin =
        Admin.create(Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
      Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
      List<NewTopic> topics = new ArrayList<>();
      for (String topic : List.of(Topics.LEDGER, Topics.REJECTED, Topics.PACKETS)) {
        topics.add(
            new NewTopic(topic, PARTITIONS, ONE_REPLICA)
                .configs(Map.of(TopicConfig.RETENTION_MS_CONFIG, "-1")));
        for (int partition = 0; partition < PARTITIONS; partition++) {
          ends.put(new TopicPartition(topic, partition), OffsetSpec.latest());
        }
      }
      admin.createTopics(topics).all().get();
      awaitLeaders(admin, ends);
    }
  }

  private static void awaitLeaders(Admin admin, Map<TopicPartition, OffsetSpec> ends)
      throws Exception {
    Deadline deadline = Deadline.inSeconds(30);
    while (true) {
      try {
        admin.listOffsets(ends).all().get();
        return;
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof RetriableException) || deadline.isOver()) {
          throw e;
        }
        deadline.pause();
      }
    }
  }

  /** Writes facts in one transaction and says how far the ledger goes with them. */
  LedgerPosition publish(Fact... facts) throws Exception {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (Fact fact : facts) {
      LedgerRecord record = FactCodec.encode(fact);
      records.add(
          new ProducerRecord<>(
              Topics.LEDGER,
              SessionPartitioner.partition(record.key(), PARTITIONS),
              record.timestamp(),
              record.key().getBytes(StandardCharsets.UTF_8),
              record.value(),
              HeaderMap.write(record.headers())));
    }
    SortedMap<Integer, Long> offsets = new TreeMap<>();
    for (RecordMetadata written : send(records)) {
      offsets.merge(written.partition(), written.offset(), Math::max);
    }
    return new LedgerPosition(offsets);
  }

  void reject(int partition, Reason reason, Instant at) throws Exception {
    Problem problem = new Problem(reason, "", "Change it.");
    Map<String, String> headers =
        Map.of(
            HandoffHeaders.PROBLEMS,
            ReplyCodec.problems(List.of(problem)).toString(),
            HandoffHeaders.ERROR_TOPIC,
            Topics.IN_UNKNOWN,
            HandoffHeaders.ERROR_PARTITION,
            "0",
            HandoffHeaders.ERROR_OFFSET,
            "7");
    send(
        List.of(
            new ProducerRecord<>(
                Topics.REJECTED,
                partition,
                at.toEpochMilli(),
                new byte[0],
                new byte[] {'{'},
                HeaderMap.write(headers))));
  }

  private List<RecordMetadata> send(List<ProducerRecord<byte[], byte[]>> records) throws Exception {
    producer.beginTransaction();
    List<Future<RecordMetadata>> sent = records.stream().map(producer::send).toList();
    producer.commitTransaction();
    List<RecordMetadata> written = new ArrayList<>();
    for (Future<RecordMetadata> record : sent) {
      written.add(record.get());
    }
    return written;
  }

  @Override
  public void close() {
    producer.close();
  }
}
