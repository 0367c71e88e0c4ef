package dev.handoffledger.standalone;

import dev.handoffledger.broker.EmbeddedBroker;
import dev.handoffledger.gateway.GatewayConfig;
import dev.handoffledger.gateway.GatewayServer;
import dev.handoffledger.gateway.ReadinessPart;
import dev.handoffledger.processor.ProcessorApp;
import dev.handoffledger.processor.ProcessorConfig;
import dev.handoffledger.producer.TopicProvisioner;
import dev.handoffledger.projections.ProjectionsApp;
import dev.handoffledger.projections.ProjectionsConfig;
import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.wire.TopicPlan;
import dev.handoffledger.standalone.internal.DataFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
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
  private static final int PARTITIONS = 3;
  private static final Duration READY_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration READY_CHECK_INTERVAL = Duration.ofMillis(20);

  // As in ProcessorConfig.singleNode: known by name, it takes its own place again after a restart.
  private static final Map<String, String> KNOWN_MEMBER =
      Map.of("main.consumer.group.instance.id", "single-node");

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
    provision(kafka);
    ProcessorApp processor =
        started(new ProcessorApp(ProcessorConfig.singleNode(kafka, folder.processorState())));
    processor.start();
    ProjectionsApp projections =
        started(
            new ProjectionsApp(
                ProjectionsConfig.of(kafka, folder.projectionsState()).withKafka(KNOWN_MEMBER)));
    projections.start();
    awaitReady(processor, projections);
    GatewayServer gateway =
        started(
            new GatewayServer(
                GatewayConfig.of(kafka).withPort(httpPort).withKafkaProperties(options.clients()),
                projections.queries(),
                () -> readiness(processor, projections)));
    gateway.start();
    address = new DataFolder.Address("http://127.0.0.1:" + gateway.port(), kafka);
    folder.announce(address);
  }

  private <T extends AutoCloseable> T started(T part) {
    parts.push(part);
    return part;
  }

  private static void provision(String kafka) throws InterruptedException {
    List<String> kinds = new Formats().kinds().stream().map(Kind::name).toList();
    try (TopicProvisioner provisioner = new TopicProvisioner(Map.of("bootstrap.servers", kafka))) {
      provisioner.provision(TopicPlan.of(kinds, PARTITIONS, 1));
    }
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
