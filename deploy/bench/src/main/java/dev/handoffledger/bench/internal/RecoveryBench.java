package dev.handoffledger.bench.internal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.processor.ProcessorApp;
import dev.handoffledger.schemas.wire.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.apache.kafka.common.utils.Utils;

/** How long the parts of a ledger need to be back. */
final class RecoveryBench {
  private final Cluster cluster;
  private final Applications applications;

  RecoveryBench(Cluster cluster, Applications applications) {
    this.cluster = cluster;
    this.applications = applications;
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

  /**
   * Kills one of two processors while artifacts are published, and gives the longest time that any
   * of them took until a consumer of its role had it.
   */
  ObjectNode failover(OpenLoop openLoop, Path folder, int perSecond, Duration time)
      throws InterruptedException, IOException {
    try (ProcessorProcess one = ProcessorProcess.launch(cluster, folder.resolve("processor-1"));
        ProcessorProcess other = ProcessorProcess.launch(cluster, folder.resolve("processor-2"))) {
      one.awaitReady();
      other.awaitReady();
      Histogram latencies =
          openLoop.measure(
              topic -> topic.startsWith(Topics.ROLE_PREFIX), perSecond, time, one::kill);
      ObjectNode node = JsonNodeFactory.instance.objectNode();
      node.put("artifacts_a_second", perSecond);
      node.put("longest_s", Figures.seconds(latencies.getMaxValue()));
      return node;
    }
  }

  private double secondsToAnswer(Path state, QueryBench questions) throws InterruptedException {
    long start = System.nanoTime();
    try (ReadSide side = ReadSide.start(cluster, state)) {
      questions.askOnce(side);
      return Figures.seconds(System.nanoTime() - start);
    }
  }
}
