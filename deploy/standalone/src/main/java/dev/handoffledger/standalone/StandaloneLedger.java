package dev.handoffledger.standalone;

import dev.handoffledger.broker.EmbeddedBroker;
import dev.handoffledger.gateway.GatewayBackend;
import dev.handoffledger.gateway.GatewayConfig;
import dev.handoffledger.gateway.GatewayServer;
import dev.handoffledger.gateway.ReadinessPart;
import dev.handoffledger.processor.ProcessorApp;
import dev.handoffledger.projections.ProjectionsApp;
import dev.handoffledger.server.Blueprint;
import dev.handoffledger.server.Configuration;
import dev.handoffledger.server.LedgerTopics;
import dev.handoffledger.server.Program;
import dev.handoffledger.standalone.internal.DataFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Broker, processor, projections and gateway in this process, on one data folder. */
public final class StandaloneLedger implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StandaloneLedger.class);
  private static final Duration READY_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration READY_CHECK_INTERVAL = Duration.ofMillis(20);

  /**
   * Members that are known by name take their own place again after a restart, instead of waiting
   * for their predecessors to be given up. Nobody waits for the transaction of the only processor
   * but itself, and it ends that when it comes back: a pause of a busy machine must not end it
   * before.
   */
  private static final Map<String, String> ALONE =
      Map.of(
          "kafka.main.consumer.group.instance.id",
          "single-node",
          "kafka.producer.transaction.timeout.ms",
          "60000",
          "handoff.topics.partitions",
          "3",
          "handoff.topics.replication-factor",
          "1",
          "handoff.standbys",
          "0");

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private DataFolder.Address address;

  private StandaloneLedger() {}

  /**
   * What a ledger may be told beside its folder and port.
   *
   * @param kafka the broker to use; empty for one in this process
   * @param clients properties of the gateway's Kafka clients, as in {@link
   *     GatewayConfig#kafkaProperties}
   */
  public record Options(Optional<String> kafka, Map<String, String> clients) {
    public static final Options DEFAULT = new Options(Optional.empty(), Map.of());

    public Options {
      clients = Map.copyOf(clients);
    }

    public Options withKafka(String bootstrapServers) {
      return new Options(Optional.of(bootstrapServers), clients);
    }

    public Options withClients(Map<String, String> properties) {
      return new Options(kafka, properties);
    }
  }

  /** Starts a ledger with a broker of its own, as {@link #start(Path, int, Options)} does. */
  public static StandaloneLedger start(Path data, int httpPort)
      throws IOException, InterruptedException {
    return start(data, httpPort, Options.DEFAULT);
  }

  /**
   * Starts all parts and returns once every one of them serves.
   *
   * @param data the ledger's folder, which is made if it is not there
   * @param httpPort the gateway's port, 0 for any free one
   * @throws DataFolder.FolderInUseException if another process has the folder
   * @throws IOException if the folder cannot be used
   * @throws IllegalStateException if a part cannot start; its cause says why
   */
  public static StandaloneLedger start(Path data, int httpPort, Options options)
      throws IOException, InterruptedException {
    StandaloneLedger ledger = new StandaloneLedger();
    try {
      ledger.startParts(data, httpPort, options);
      return ledger;
    } catch (IOException | InterruptedException | RuntimeException e) {
      ledger.close();
      throw e;
    } catch (ExecutionException e) {
      ledger.close();
      throw new IllegalStateException("the ledger did not start", e.getCause());
    }
  }

  private void startParts(Path data, int httpPort, Options options)
      throws IOException, InterruptedException, ExecutionException {
    DataFolder folder = started(DataFolder.take(data));
    String kafka =
        options
            .kafka()
            .orElseGet(() -> started(EmbeddedBroker.start(folder.broker())).bootstrapServers());
    Configuration configuration = configuration(kafka, folder.state());
    LedgerTopics.ensure(configuration);
    Blueprint blueprint = new Blueprint(configuration);
    ProcessorApp processor = started(new ProcessorApp(blueprint.processor()));
    processor.start();
    ProjectionsApp projections = started(new ProjectionsApp(blueprint.projections()));
    projections.start();
    awaitReady(processor, projections);
    GatewayServer gateway =
        started(
            new GatewayServer(
                blueprint.gateway().withPort(httpPort).withKafkaProperties(options.clients()),
                GatewayBackend.of(projections, null, () -> readiness(processor, projections))));
    gateway.start();
    address = new DataFolder.Address("http://127.0.0.1:" + gateway.port(), kafka);
    folder.announce(address);
  }

  private <T extends AutoCloseable> T started(T part) {
    parts.push(part);
    return part;
  }

  private static Configuration configuration(String kafka, Path stateFolder) {
    Map<String, String> settings = new HashMap<>(ALONE);
    settings.put("kafka.bootstrap.servers", kafka);
    settings.put("handoff.state.folder", stateFolder.toString());
    return Configuration.of(Program.STANDALONE, settings);
  }

  private static void awaitReady(ProcessorApp processor, ProjectionsApp projections)
      throws InterruptedException {
    long deadline = System.nanoTime() + READY_TIMEOUT.toNanos();
    while (!processor.ready() || !projections.ready()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            "not ready after "
                + READY_TIMEOUT.toSeconds()
                + " s: processor "
                + processor.status()
                + ", projections "
                + projections.obstacle().orElse("running"));
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(READY_CHECK_INTERVAL.toNanos());
    }
  }

  private static List<ReadinessPart> readiness(ProcessorApp processor, ProjectionsApp projections) {
    return List.of(
        new ReadinessPart("processor", processor.ready(), processor.status()),
        new ReadinessPart(
            "projections", projections.ready(), projections.obstacle().orElse("running")));
  }

  /** The gateway's URL. */
  public String url() {
    return address.http();
  }

  /** The broker's address, for clients that speak Kafka. */
  public String bootstrapServers() {
    return address.kafka();
  }

  /** Stops all parts, the last started first. */
  @Override
  public void close() {
    while (!parts.isEmpty()) {
      AutoCloseable part = parts.pop();
      long started = System.nanoTime();
      try {
        part.close();
        LOG.info(
            "event=part_closed part={} ms={}",
            part.getClass().getSimpleName(),
            (System.nanoTime() - started) / 1_000_000);
      } catch (Exception e) {
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        LOG.error("event=part_not_closed part={}", part.getClass().getSimpleName(), e);
      }
    }
  }
}
