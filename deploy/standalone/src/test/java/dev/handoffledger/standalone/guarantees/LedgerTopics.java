package dev.handoffledger.standalone.guarantees;

import dev.handoffledger.processor.ProcessorConfig;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.fact.ContentVerifier;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.Topics;
import dev.handoffledger.standalone.internal.LedgerAudit;
import dev.handoffledger.standalone.internal.TopicReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** The topics of a running ledger, for tests to look into. */
public final class LedgerTopics implements AutoCloseable {
  private static final ContentVerifier CONTENTS = new ContentVerifier(new Formats());

  private final Admin admin;
  private final TopicReader reader;

  public LedgerTopics(String kafka) {
    admin = Admin.create(Map.of("bootstrap.servers", kafka));
    reader = new TopicReader(kafka);
  }

  /** Waits until the processor has committed everything that is in the inbound topics now. */
  public void awaitConsumed(long seconds) throws ExecutionException, InterruptedException {
    Map<TopicPartition, Long> ends = new HashMap<>();
    admin.listOffsets(inbound()).all().get().forEach((at, end) -> ends.put(at, end.offset()));
    ends.values().removeIf(end -> end == 0);
    await("all that was published is consumed", seconds, () -> committed(ends));
  }

  private Map<TopicPartition, OffsetSpec> inbound()
      throws ExecutionException, InterruptedException {
    List<String> topics =
        admin.listTopics().names().get().stream()
            .filter(name -> Topics.IN.matcher(name).matches())
            .toList();
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    admin
        .describeTopics(topics)
        .allTopicNames()
        .get()
        .values()
        .forEach(
            topic ->
                topic
                    .partitions()
                    .forEach(
                        partition ->
                            latest.put(
                                new TopicPartition(topic.name(), partition.partition()),
                                OffsetSpec.latest())));
    return latest;
  }

  private boolean committed(Map<TopicPartition, Long> ends)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetAndMetadata> committed =
        admin
            .listConsumerGroupOffsets(ProcessorConfig.DEFAULT_APPLICATION_ID)
            .partitionsToOffsetAndMetadata()
            .get();
    return ends.entrySet().stream()
        .allMatch(
            end ->
                committed.containsKey(end.getKey())
                    && committed.get(end.getKey()).offset() >= end.getValue());
  }

  /** SHA-256 of the bytes of every recorded artifact, in no order. */
  public List<String> recorded() {
    List<String> hashes = new ArrayList<>();
    reader.readAll(
        Topics.LEDGER,
        (partition, record) -> {
          if ("recorded".equals(record.headers().get(HandoffHeaders.FACT))) {
            hashes.add(Sha256.hex(record.value()));
          }
        });
    return hashes;
  }

  /** Reads every record of a topic, without keeping them. */
  public void forEach(String topic, Consumer<LedgerRecord> each) {
    reader.readAll(topic, (partition, record) -> each.accept(record));
  }

  /** How much was ever written to a topic, markers of transactions included. */
  public long written(String topic) throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    admin
        .describeTopics(List.of(topic))
        .allTopicNames()
        .get()
        .get(topic)
        .partitions()
        .forEach(
            partition ->
                latest.put(new TopicPartition(topic, partition.partition()), OffsetSpec.latest()));
    return admin.listOffsets(latest).all().get().values().stream()
        .mapToLong(ListOffsetsResultInfo::offset)
        .sum();
  }

  /** Every record of a topic. */
  public List<LedgerRecord> records(String topic) {
    List<LedgerRecord> records = new ArrayList<>();
    reader.readAll(topic, (partition, record) -> records.add(record));
    return records;
  }

  /** How many handoffs are linked by the newest fact about each. */
  public long linked() {
    Map<String, Link.Status> links = new HashMap<>();
    facts()
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
  public long answered() {
    return facts().stream().filter(fact -> fact.body() instanceof Fact.Answered).count();
  }

  /** Every fact of the ledger. */
  public List<Fact> facts() {
    return records(Topics.LEDGER).stream().map(FactCodec::decode).toList();
  }

  public LedgerAudit audit() {
    return LedgerAudit.of(reader, CONTENTS, progress -> {});
  }

  /** Something to wait for. */
  @FunctionalInterface
  public interface Condition {
    boolean holds() throws ExecutionException, InterruptedException;
  }

  /** Waits until a condition holds, checking it again and again. */
  public static void await(String what, long seconds, Condition condition)
      throws ExecutionException, InterruptedException {
    long deadline = System.nanoTime() + seconds * 1_000_000_000L;
    while (!condition.holds()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not within " + seconds + " s: " + what);
      }
      LockSupport.parkNanos(200_000_000L);
    }
  }

  @Override
  public void close() {
    reader.close();
    admin.close();
  }
}
