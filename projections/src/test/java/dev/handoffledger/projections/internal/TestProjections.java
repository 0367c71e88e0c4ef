package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.projections.ProjectionsConfig;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.kafka.HeaderMap;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.ReplyCodec;
import dev.handoffledger.schemas.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.test.TestRecord;

/** The real topology and queries over stores in memory, with a test driver for each partition. */
final class TestProjections implements AutoCloseable {
  private final List<Partition> partitions = new ArrayList<>();
  private final Map<String, byte[]> ledgerValues = new HashMap<>();
  private final RocksDbMemory memory = new RocksDbMemory(16L << 20);
  final ProjectionCounters counters = new ProjectionCounters();
  final LedgerProgress progress = new LedgerProgress();
  private final LedgerQueries queries;
  private final Function<String, KeyValueBytesStoreSupplier> stores;
  private boolean moving;

  private record Partition(
      TopologyTestDriver driver,
      TestInputTopic<byte[], byte[]> ledger,
      TestInputTopic<byte[], byte[]> rejected,
      TestOutputTopic<String, byte[]> packets) {}

  /**
   * @param count how many partitions the ledger has. Issues are folded across partitions, which
   *     drivers do not share: who asks for them needs one partition
   */
  TestProjections(Path folder, int count) {
    this(folder, count, Stores::inMemoryKeyValueStore);
  }

  /**
   * @param stores makes the store of a name
   */
  TestProjections(Path folder, int count, Function<String, KeyValueBytesStoreSupplier> stores) {
    this.stores = stores;
    for (int number = 0; number < count; number++) {
      partitions.add(partition(folder.resolve("partition-" + number)));
    }
    queries =
        new StoreQueries(
            new DriverStores(),
            progress,
            this::ledgerValue,
            (partition, offset) -> Optional.empty());
  }

  private Partition partition(Path folder) {
    ProjectionsConfig config = ProjectionsConfig.of("unused:9092", folder);
    TopologyTestDriver driver =
        new TopologyTestDriver(
            ProjectionTopology.build(
                progress, counters, config.rejectionRetention(), 1, stores, config.packets()),
            KafkaSettings.streams(config, memory));
    ByteArraySerializer bytes = new ByteArraySerializer();
    return new Partition(
        driver,
        driver.createInputTopic(Topics.LEDGER, bytes, bytes),
        driver.createInputTopic(Topics.REJECTED, bytes, bytes),
        driver.createOutputTopic(
            Topics.PACKETS, new StringDeserializer(), new ByteArrayDeserializer()));
  }

  LedgerQueries queries() {
    return queries;
  }

  TestProjections publish(Fact... facts) {
    for (Fact fact : facts) {
      LedgerRecord record = FactCodec.encode(fact);
      publish(record.key(), record.headers(), record.value(), fact.recordedAt());
    }
    return this;
  }

  void publish(String session, Map<String, String> headers, byte[] value, Instant time) {
    partitions
        .get(SessionPartitioner.partition(session, partitions.size()))
        .ledger()
        .pipeInput(
            new TestRecord<>(
                session.getBytes(StandardCharsets.UTF_8), value, HeaderMap.write(headers), time));
  }

  void reject(
      int partition,
      String kind,
      List<Problem> problems,
      byte[] artifact,
      Instant time,
      long publishedOffset) {
    Map<String, String> headers =
        Map.of(
            HandoffHeaders.PROBLEMS, ReplyCodec.problems(problems).toString(),
            HandoffHeaders.KIND, kind,
            HandoffHeaders.ERROR_TOPIC, Topics.in(kind),
            HandoffHeaders.ERROR_PARTITION, "2",
            HandoffHeaders.ERROR_OFFSET, Long.toString(publishedOffset));
    reject(partition, headers, artifact, time);
  }

  void reject(int partition, Map<String, String> headers, byte[] artifact, Instant time) {
    partitions
        .get(partition)
        .rejected()
        .pipeInput(new TestRecord<>(new byte[0], artifact, HeaderMap.write(headers), time));
  }

  /** The packets that were written since this was asked last. */
  List<KeyValue<String, byte[]>> newPackets() {
    return partitions.stream()
        .flatMap(partition -> partition.packets().readKeyValuesToList().stream())
        .toList();
  }

  /** Loses a store's rows, as when it moves to an instance that never had it. */
  void lose(String store) {
    for (Partition partition : partitions) {
      KeyValueStore<Bytes, byte[]> rows = partition.driver().getKeyValueStore(store);
      List<Bytes> keys = new ArrayList<>();
      try (var all = rows.all()) {
        all.forEachRemaining(row -> keys.add(row.key));
      }
      keys.forEach(rows::delete);
    }
  }

  long size(String store) {
    long size = 0;
    for (Partition partition : partitions) {
      try (var all = partition.driver().<Bytes, byte[]>getKeyValueStore(store).all()) {
        while (all.hasNext()) {
          all.next();
          size++;
        }
      }
    }
    return size;
  }

  void ledgerHas(int partition, long offset, byte[] value) {
    ledgerValues.put(partition + ":" + offset, value);
  }

  private byte[] ledgerValue(int partition, long offset) {
    byte[] value = ledgerValues.get(partition + ":" + offset);
    if (value == null) {
      throw new NotAvailableException("not on the ledger", null);
    }
    return value;
  }

  void moveStores() {
    moving = true;
  }

  @Override
  public void close() {
    partitions.forEach(partition -> partition.driver().close());
    memory.close();
  }

  private final class DriverStores implements StoreAccess {
    @Override
    public int ledgerPartitions() {
      return partitions.size();
    }

    @Override
    public int rejectedPartitions() {
      return partitions.size();
    }

    @Override
    public ReadOnlyKeyValueStore<Bytes, byte[]> store(String name, int partition) {
      if (moving) {
        throw new NotAvailableException("moving", null);
      }
      return partitions.get(partition).driver().getKeyValueStore(name);
    }
  }
}
