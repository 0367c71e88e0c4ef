package dev.handoffledger.bench.internal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.bench.internal.Artifacts.Artifact;
import dev.handoffledger.processor.ProcessorApp;
import dev.handoffledger.processor.ProcessorConfig;
import dev.handoffledger.schemas.wire.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;

/** How long the parts of a ledger need to be back. */
final class RecoveryBench {
  private static final Duration BETWEEN_PUBLISHES = Duration.ofMillis(20);
  private static final Duration BEFORE_KILL = Duration.ofSeconds(3);
  private static final Duration AFTER_KILL = Duration.ofSeconds(25);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Cluster cluster;
  private final Inputs inputs;
  private final Artifacts artifacts;
  private final Applications applications;
  private final Path folder;

  RecoveryBench(
      Cluster cluster, Inputs inputs, Artifacts artifacts, Applications applications, Path folder) {
    this.cluster = cluster;
    this.inputs = inputs;
    this.artifacts = artifacts;
    this.applications = applications;
    this.folder = folder;
  }

  /** Starts the processor again, first with its state on disk, then without. */
  ObjectNode restartProcessor(Duration commitInterval) throws InterruptedException, IOException {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("with_state_s", secondsToStart(commitInterval));
    Utils.delete(applications.config(commitInterval).stateDir().toFile());
    node.put("without_state_s", secondsToStart(commitInterval));
    return node;
  }

  private double secondsToStart(Duration commitInterval) throws InterruptedException {
    long start = System.nanoTime();
    try (ProcessorApp processor = applications.processor(commitInterval)) {
      return Figures.seconds(System.nanoTime() - start);
    }
  }

  /**
   * Starts the gateway again, first with its state on disk, then without, until it answers.
   *
   * @param state of the projections, which must not be running
   */
  ObjectNode restartGateway(Path state, QueryBench questions)
      throws InterruptedException, IOException {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("with_state_s", secondsToAnswer(state, questions));
    Utils.delete(state.toFile());
    node.put("without_state_s", secondsToAnswer(state, questions));
    return node;
  }

  private double secondsToAnswer(Path state, QueryBench questions) throws InterruptedException {
    long start = System.nanoTime();
    try (ReadSide side = ReadSide.start(cluster, state)) {
      questions.askOnce(side);
      return Figures.seconds(System.nanoTime() - start);
    }
  }

  /**
   * Kills one of two processors while artifacts come in, and looks for the longest time from the
   * publishing of one to its role.
   */
  ObjectNode failOver() throws Exception {
    Deque<ProcessorProcess> processors = new ArrayDeque<>();
    try {
      for (int i = 0; i < 2; i++) {
        processors.push(ProcessorProcess.start(cluster, folder.resolve("failover-" + i)));
      }
      new Drain(cluster, ProcessorConfig.DEFAULT_APPLICATION_ID, ThroughputBench::isOutput)
          .await(Map.of());
      return failOver(processors);
    } finally {
      for (ProcessorProcess processor : processors) {
        processor.close();
      }
    }
  }

  private ObjectNode failOver(Deque<ProcessorProcess> processors) throws InterruptedException {
    Map<TopicPartition, Long> ends = cluster.ends(topic -> topic.startsWith(Topics.ROLE_PREFIX));
    int published = 0;
    long received = 0;
    long longest = 0;
    try (KafkaConsumer<byte[], byte[]> consumer = inputs.consumer(Map.of())) {
      consumer.assign(ends.keySet());
      ends.forEach(consumer::seek);
      long start = System.nanoTime();
      boolean killed = false;
      Map<String, Long> waiting = new HashMap<>();
      while (System.nanoTime() - start < BEFORE_KILL.plus(AFTER_KILL).toNanos()
          || received < published) {
        long now = System.nanoTime();
        if (now - start > PATIENCE.toNanos()) {
          throw new IllegalStateException(
              "of %d artifacts %d came out".formatted(published, received));
        }
        if (!killed && now - start > BEFORE_KILL.toNanos()) {
          processors.pop().kill();
          killed = true;
        }
        if (now - start < BEFORE_KILL.plus(AFTER_KILL).toNanos()) {
          List<Artifact> one = artifacts.next(1);
          waiting.put(one.get(0).session(), now);
          inputs.publish(one);
          published++;
        }
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(BETWEEN_PUBLISHES)) {
          Long at = waiting.remove(new String(record.key(), StandardCharsets.UTF_8));
          if (at == null) {
            throw new IllegalStateException("an artifact came out twice");
          }
          received++;
          longest = Math.max(longest, System.nanoTime() - at);
        }
      }
    }
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("published", published);
    node.put("routed", received);
    node.put("longest_s", Figures.seconds(longest));
    return node;
  }
}
