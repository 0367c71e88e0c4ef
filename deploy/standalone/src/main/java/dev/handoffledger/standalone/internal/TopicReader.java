package dev.handoffledger.standalone.internal;

import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.fact.RecordPlace;
import dev.handoffledger.schemas.kafka.HeaderMap;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads whole topics as they stand now. Belongs to no group, so that it moves no cursor. */
public final class TopicReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration NO_PROGRESS_TIMEOUT = Duration.ofSeconds(30);

  private final KafkaConsumer<byte[], byte[]> consumer;

  public TopicReader(String bootstrapServers) {
    this(new KafkaAddress(bootstrapServers, Map.of()));
  }

  public TopicReader(KafkaAddress kafka) {
    Map<String, Object> settings = kafka.settings(ConsumerConfig.configNames());
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    // At the end of one partition there is nothing to wait for before the next.
    settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 10);
    settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
    consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** Takes what is read of a topic. */
  public interface Listener {
    /**
     * A committed record.
     *
     * @param hidden what of the record its text does not have, by header: names that come again or
     *     without a value, and bytes that are not UTF-8
     */
    void read(RecordPlace at, LedgerRecord ledgerRecord, Set<String> hidden);

    /** Offsets, the last included, that Kafka has and cannot give, and why. */
    void unreadable(int partition, long from, long to, String reason);

    /** So many of the topic's offsets are behind. */
    void progress(long offsets, long all);
  }

  /** The names of the topics that start with a prefix. */
  public Set<String> topics(String prefix) {
    return consumer.listTopics().keySet().stream()
        .filter(topic -> topic.startsWith(prefix))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * The partitions of a topic.
   *
   * @throws IllegalStateException if there is no such topic
   */
  public List<TopicPartition> partitions(String topic) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .sorted((one, other) -> Integer.compare(one.partition(), other.partition()))
            .toList();
    if (partitions.isEmpty()) {
      throw new IllegalStateException("there is no topic " + topic + ": this is no ledger");
    }
    return partitions;
  }

  /**
   * Reads every committed record that is in a topic when this is called, in the order of each
   * partition.
   *
   * @throws IllegalStateException if reading makes no progress, or there is a record that Kafka
   *     cannot give
   */
  public void readAll(String topic, BiConsumer<TopicPartition, LedgerRecord> reader) {
    readAll(
        topic,
        new Listener() {
          @Override
          public void read(RecordPlace at, LedgerRecord ledgerRecord, Set<String> hidden) {
            reader.accept(new TopicPartition(topic, at.partition()), ledgerRecord);
          }

          @Override
          public void unreadable(int partition, long from, long to, String reason) {
            throw new IllegalStateException(
                "%s-%d offset %d cannot be read: %s".formatted(topic, partition, from, reason));
          }

          @Override
          public void progress(long offsets, long all) {}
        });
  }

  /**
   * Reads every committed record that is in a topic when this is called, one partition after the
   * other.
   *
   * @throws IllegalStateException if reading makes no progress
   */
  public void readAll(String topic, Listener listener) {
    List<TopicPartition> partitions = partitions(topic);
    Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    long all = 0;
    for (TopicPartition partition : partitions) {
      all += ends.get(partition) - begins.get(partition);
    }
    long behind = 0;
    for (TopicPartition partition : partitions) {
      long begin = begins.get(partition);
      read(partition, begin, ends.get(partition), behind, all, listener);
      behind += ends.get(partition) - begin;
    }
  }

  private void read(
      TopicPartition partition, long begin, long end, long behind, long all, Listener listener) {
    consumer.assign(List.of(partition));
    consumer.seek(partition, begin);
    long lastProgress = System.nanoTime();
    long lastPosition = begin;
    // Positions count the markers of transactions too, which are never given as records.
    while (lastPosition < end) {
      for (ConsumerRecord<byte[], byte[]> record : poll(partition, end, listener)) {
        if (record.offset() < end) {
          listener.read(place(record), toLedger(record), hidden(record));
        }
      }
      long position = consumer.position(partition);
      if (position != lastPosition) {
        lastPosition = position;
        lastProgress = System.nanoTime();
        listener.progress(behind + Math.min(position, end) - begin, all);
      } else if (System.nanoTime() - lastProgress > NO_PROGRESS_TIMEOUT.toNanos()) {
        throw new IllegalStateException(
            "no progress in reading "
                + partition
                + " for "
                + NO_PROGRESS_TIMEOUT.toSeconds()
                + " s");
      }
    }
  }

  /** What comes next; what cannot be read before it is told and passed over. */
  private ConsumerRecords<byte[], byte[]> poll(
      TopicPartition partition, long end, Listener listener) {
    long from = -1;
    String reason = null;
    while (true) {
      try {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
        if (from >= 0) {
          listener.unreadable(
              partition.partition(), from, consumer.position(partition) - 1, reason);
        }
        return records;
      } catch (KafkaException e) {
        // A damaged batch has no type of its own; everything else that goes wrong has one.
        if (e.getClass() != KafkaException.class) {
          throw e;
        }
        long damaged = consumer.position(partition);
        from = from < 0 ? damaged : from;
        reason = Console.reason(e);
        consumer.seek(partition, damaged + 1);
        if (damaged + 1 >= end) {
          listener.unreadable(partition.partition(), from, damaged, reason);
          return ConsumerRecords.empty();
        }
      }
    }
  }

  private static RecordPlace place(ConsumerRecord<byte[], byte[]> record) {
    return new RecordPlace(record.partition(), record.offset());
  }

  private static LedgerRecord toLedger(ConsumerRecord<byte[], byte[]> record) {
    return new LedgerRecord(
        record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8),
        HeaderMap.read(record.headers()),
        record.value() == null ? new byte[0] : record.value(),
        record.timestamp());
  }

  private static Set<String> hidden(ConsumerRecord<byte[], byte[]> record) {
    Set<String> hidden = new TreeSet<>();
    Set<String> names = new HashSet<>();
    for (Header header : record.headers()) {
      if (!names.add(header.key()) || header.value() == null || !isUtf8(header.value())) {
        hidden.add(header.key());
      }
    }
    if (record.key() == null || !isUtf8(record.key())) {
      hidden.add("the key");
    }
    return hidden;
  }

  private static boolean isUtf8(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes);
  }

  @Override
  public void close() {
    consumer.close();
  }
}
