package dev.handoffledger.standalone.internal;

import dev.handoffledger.gateway.GatewayConfig;
import dev.handoffledger.gateway.GatewayServer;
import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.ProjectionsApp;
import dev.handoffledger.projections.ProjectionsConfig;
import dev.handoffledger.schemas.wire.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Projections that are built anew from the log, with a gateway of their own that answers from them.
 * They are an application of their own, in a temporary folder, and write no packets; when this is
 * closed, nothing of them is left in Kafka or on the disk.
 */
public final class RebuiltLedger implements AutoCloseable {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
  private static final Duration NO_PROGRESS_TIMEOUT = Duration.ofMinutes(2);
  private static final int THREADS = 2;

  private final String application = AuditLeftovers.newApplication();
  private final KafkaAddress kafka;
  private final Path temporary;
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final Admin admin;
  private ProjectionsApp projections;
  private GatewayServer gateway;

  /**
   * @param temporary the folder in which the temporary one is made
   */
  public RebuiltLedger(KafkaAddress kafka, Path temporary) {
    this.kafka = kafka;
    this.temporary = temporary;
    admin = Admin.create(kafka.settings(AdminClientConfig.configNames()));
    parts.push(admin);
  }

  /**
   * Starts to build; {@link #await} waits until all is built. What has been made is removed by
   * {@link #close()}, if this fails too.
   *
   * @throws IllegalStateException if the ledger's topics do not exist, or this was closed
   * @throws dev.handoffledger.projections.NotAvailableException if Kafka does not answer
   */
  public synchronized void start() throws IOException, ExecutionException, InterruptedException {
    if (parts.isEmpty()) {
      throw new IllegalStateException("the rebuild was stopped");
    }
    AuditLeftovers leftovers = new AuditLeftovers(admin);
    leftovers.removeOfKilled();
    TemporaryFolder folder = TemporaryFolder.makeIn(temporary, "handoff-audit");
    parts.push(folder);
    parts.push(() -> leftovers.remove(application));
    projections =
        new ProjectionsApp(
            ProjectionsConfig.of(kafka.servers(), folder.path())
                .withKafka(kafka.clients())
                .withApplicationId(application)
                .withThreads(THREADS)
                .withPackets(false));
    parts.push(projections);
    projections.start();
    gateway =
        new GatewayServer(
            GatewayConfig.of(kafka.servers()).withKafkaProperties(kafka.clients()).withPort(0),
            projections.queries(),
            List::of);
    parts.push(gateway);
    gateway.start();
  }

  /** The address of its gateway. */
  public String url() {
    return "http://127.0.0.1:" + gateway.port();
  }

  /** The id of its application: its group's name, and the beginning of its topics' names. */
  public String application() {
    return application;
  }

  /**
   * Waits until all that the ledger held when this was started is in every answer, issues included.
   *
   * @param progress is told how far it is, as a sentence without a full stop
   * @throws IllegalStateException if it makes no progress
   */
  public void await(Consumer<String> progress) throws ExecutionException, InterruptedException {
    Progress reading = new Progress();
    while (!projections.ready()) {
      long offsets = sum(projections.queries().position());
      progress.accept("building the projections anew: %,d offsets read".formatted(offsets));
      reading.look(offsets, projections.obstacle().orElse("not ready"));
    }
    // Issues are two topics further on, each of which must be read as far as the one before it
    // wrote.
    Map<TopicPartition, Long> ledger = new HashMap<>();
    projections
        .queries()
        .position()
        .offsets()
        .forEach(
            (partition, last) ->
                ledger.put(new TopicPartition(Topics.LEDGER, partition), last + 1));
    progress.accept("building the projections anew: folding issues");
    awaitCommitted(ledger);
    awaitCommitted(ends("-chain-changes-repartition"));
    awaitCommitted(ends("-issue-parts-repartition"));
  }

  private void awaitCommitted(Map<TopicPartition, Long> wanted)
      throws ExecutionException, InterruptedException {
    Progress committing = new Progress();
    Map<TopicPartition, OffsetAndMetadata> committed = committed();
    while (!reach(committed, wanted)) {
      committing.look(
          committed.values().stream().mapToLong(OffsetAndMetadata::offset).sum(),
          "the issues are not folded");
      committed = committed();
    }
  }

  private static boolean reach(
      Map<TopicPartition, OffsetAndMetadata> committed, Map<TopicPartition, Long> wanted) {
    return wanted.entrySet().stream()
        .allMatch(
            end -> {
              OffsetAndMetadata reached = committed.get(end.getKey());
              return end.getValue() == 0 || (reached != null && reached.offset() >= end.getValue());
            });
  }

  private Map<TopicPartition, OffsetAndMetadata> committed()
      throws ExecutionException, InterruptedException {
    return admin.listConsumerGroupOffsets(application).partitionsToOffsetAndMetadata().get();
  }

  private Map<TopicPartition, Long> ends(String topic)
      throws ExecutionException, InterruptedException {
    String name = application + topic;
    Map<TopicPartition, OffsetSpec> latest =
        admin.describeTopics(List.of(name)).allTopicNames().get().get(name).partitions().stream()
            .collect(
                Collectors.toMap(
                    partition -> new TopicPartition(name, partition.partition()),
                    partition -> OffsetSpec.latest()));
    Map<TopicPartition, Long> ends = new HashMap<>();
    admin.listOffsets(latest).all().get().forEach((at, end) -> ends.put(at, end.offset()));
    return ends;
  }

  private static long sum(LedgerPosition position) {
    return position.offsets().values().stream().mapToLong(offset -> offset + 1).sum();
  }

  /** Stops it, and removes all that it made. Idempotent. */
  @Override
  public synchronized void close() {
    IllegalStateException failure = null;
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        if (failure == null) {
          failure =
              new IllegalStateException(
                  "something of the application " + application + " may be left in Kafka", e);
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Gives up what comes no further. */
  private static final class Progress {
    private long last = -1;
    private long since = System.nanoTime();

    void look(long now, String obstacle) throws InterruptedException {
      if (now != last) {
        last = now;
        since = System.nanoTime();
      } else if (System.nanoTime() - since > NO_PROGRESS_TIMEOUT.toNanos()) {
        throw new IllegalStateException(
            "no progress for %d s: %s".formatted(NO_PROGRESS_TIMEOUT.toSeconds(), obstacle));
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    }
  }
}
