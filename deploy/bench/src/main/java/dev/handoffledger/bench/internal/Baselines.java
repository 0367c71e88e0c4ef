package dev.handoffledger.bench.internal;

import dev.handoffledger.bench.internal.WrittenRecords.WrittenRecord;
import dev.handoffledger.schemas.wire.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** The topologies that the processor is measured beside. They read the same inbound topics. */
final class Baselines {
  static final String PREFIX = "bench.";
  static final String PASSED_THROUGH = PREFIX + "passed-through";
  private static final String SOURCE = "inbound";

  private Baselines() {}

  /** Writes each record on as it is. */
  static Topology passThrough() {
    Topology topology = new Topology();
    addSource(topology);
    topology.addSink(
        "passed-through",
        PASSED_THROUGH,
        new ByteArraySerializer(),
        new ByteArraySerializer(),
        SOURCE);
    return topology;
  }

  /** The topic that stands for one of the processor's. */
  static String standIn(String topic) {
    return PREFIX + topic;
  }

  /**
   * Writes what the processor wrote, evenly over the same artifacts: the same records to the same
   * number of topics and partitions, without reading, deciding or keeping anything.
   *
   * @param written by the processor for these artifacts
   * @param artifacts how many of them each partition has
   */
  static Topology equalWrites(WrittenRecords written, Map<Integer, Long> artifacts) {
    Map<Integer, Share> shares = new ConcurrentHashMap<>();
    artifacts.forEach((partition, count) -> shares.put(partition, new Share(count)));
    for (WrittenRecord record : written.records()) {
      shares.get(record.partition()).records.add(record);
    }
    Topology topology = new Topology();
    addSource(topology);
    topology.addProcessor("write", () -> new Writer(shares), SOURCE);
    topology.addSink(
        "written",
        (key, record, context) -> standIn(record.topic()),
        new ByteArraySerializer(),
        new ValueSerializer(),
        new SamePartition(),
        "write");
    return topology;
  }

  private static void addSource(Topology topology) {
    topology.addSource(
        AutoOffsetReset.earliest(),
        SOURCE,
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer(),
        Topics.IN);
  }

  /** What one partition's task writes, and for how many artifacts. */
  private static final class Share {
    private final long artifacts;
    private final List<WrittenRecord> records = new ArrayList<>();

    Share(long artifacts) {
      this.artifacts = artifacts;
    }
  }

  private static final class Writer implements Processor<byte[], byte[], byte[], WrittenRecord> {
    private final Map<Integer, Share> shares;
    private ProcessorContext<byte[], WrittenRecord> context;
    private Share share;
    private long seen;
    private int written;

    Writer(Map<Integer, Share> shares) {
      this.shares = shares;
    }

    @Override
    public void init(ProcessorContext<byte[], WrittenRecord> processorContext) {
      context = processorContext;
      share = shares.get(context.taskId().partition());
    }

    @Override
    public void process(Record<byte[], byte[]> artifact) {
      seen++;
      long due = share.records.size() * seen / share.artifacts;
      for (; written < due; written++) {
        WrittenRecord record = share.records.get(written);
        Headers headers = new RecordHeaders(record.headers().toArray());
        context.forward(new Record<>(record.key(), record, record.timestamp(), headers));
      }
    }
  }

  private static final class ValueSerializer implements Serializer<WrittenRecord> {
    @Override
    public byte[] serialize(String topic, WrittenRecord record) {
      return record.value();
    }
  }

  private static final class SamePartition implements StreamPartitioner<byte[], WrittenRecord> {
    @Override
    @Deprecated
    @SuppressWarnings("removal")
    public Optional<Set<Integer>> partitions(
        String topic, byte[] key, WrittenRecord record, int partitions) {
      return Optional.of(Set.of(record.partition()));
    }
  }
}
