package dev.handoffledger.bench.internal;

import dev.handoffledger.processor.ProcessorApp;
import dev.handoffledger.processor.ProcessorConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;

/** Starts the processor and the topologies beside it with the same settings of Kafka Streams. */
final class Applications {
  private static final long LOOK_EVERY = TimeUnit.MILLISECONDS.toNanos(10);
  static final Duration START_TIMEOUT = Duration.ofMinutes(5);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

  private final Cluster cluster;
  private final Path folder;

  Applications(Cluster cluster, Path folder) {
    this.cluster = cluster;
    this.folder = folder;
  }

  ProcessorConfig config(Duration commitInterval) {
    return ProcessorConfig.singleNode(
            cluster.bootstrapServers(), folder.resolve(ProcessorConfig.DEFAULT_APPLICATION_ID))
        .withCommitInterval(commitInterval);
  }

  /** The processor, ready; the same one every time, with what it had before. */
  ProcessorApp processor(Duration commitInterval) throws InterruptedException {
    ProcessorApp processor = new ProcessorApp(config(commitInterval));
    try {
      processor.start();
      await("the processor", START_TIMEOUT, processor::ready);
      return processor;
    } catch (ExecutionException e) {
      processor.close();
      throw new IllegalStateException("the processor did not start", e.getCause());
    } catch (RuntimeException e) {
      processor.close();
      throw e;
    }
  }

  /** Another topology, ready. */
  AutoCloseable beside(String applicationId, Topology topology, Duration commitInterval)
      throws InterruptedException {
    KafkaStreams streams =
        new KafkaStreams(
            topology, config(commitInterval).withApplicationId(applicationId).streamsProperties());
    streams.start();
    await(applicationId, START_TIMEOUT, () -> streams.state() == KafkaStreams.State.RUNNING);
    return () -> streams.close(CLOSE_TIMEOUT);
  }

  static void await(String what, Duration timeout, BooleanSupplier ready)
      throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!ready.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(what + " is not ready in time");
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(LOOK_EVERY);
    }
  }
}
