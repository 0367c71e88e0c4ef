package dev.handoffledger.broker;

import dev.handoffledger.broker.BrokerStartException.Obstacle;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real Kafka broker in this JVM: one KRaft node, controller and broker in one, that listens on
 * 127.0.0.1 alone, for the local default and for tests. It is not for a network: it has neither
 * authentication nor a second replica.
 *
 * <p>All it keeps is in its data folder. A broker started again there has the same port and every
 * record it ever acknowledged, also after its process was killed. (Records are in the operating
 * system's page cache when they are acknowledged, so a power failure may lose the last of them.)
 *
 * <p>Topics are never created by being written to; one record may have 6 MiB.
 *
 * <p>This is the only class that touches the broker's internal API, for which Kafka promises no
 * compatibility: it goes with the Kafka version that the build pins.
 */
public final class EmbeddedBroker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);

  private static final String HOST = "127.0.0.1";
  private static final int NODE_ID = 1;
  private static final String CLIENTS = "CLIENTS";
  private static final String CONTROLLER = "CONTROLLER";
  private static final String DETOUR = "DETOUR";
  private static final String MAX_RECORD_BYTES = Integer.toString(6 * 1024 * 1024);
  private static final String INTERNAL_TOPIC_PARTITIONS = "8";

  private final DataFolder folder;
  private final int port;
  private final KafkaRaftServer server;
  private final AtomicBoolean closed = new AtomicBoolean();

  private EmbeddedBroker(DataFolder folder, int port, KafkaRaftServer server) {
    this.folder = folder;
    this.port = port;
    this.server = server;
  }

  /**
   * How a broker starts.
   *
   * @param port the port to listen on, or 0 for the one it had before in the data folder, at first
   *     any free one
   * @param detour a second address
   */
  public record Options(int port, Optional<Detour> detour) {
    public static final Options DEFAULT = new Options(0, Optional.empty());

    public Options {
      checkPort(port);
    }

    public Options withPort(int newPort) {
      return new Options(newPort, detour);
    }

    public Options withDetour(Detour newDetour) {
      return new Options(port, Optional.of(newDetour));
    }
  }

  /**
   * A second address on this machine, which leads over another program: clients that come from
   * there are sent there for whatever they ask, so that the network between can be cut.
   *
   * @param port the port to listen on
   * @param advertisedPort that of the other program
   */
  public record Detour(int port, int advertisedPort) {
    public Detour {
      checkPort(port);
      checkPort(advertisedPort);
    }
  }

  private static void checkPort(int port) {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("a port is between 0 and 65535");
    }
  }

  /** Starts a broker with {@link Options#DEFAULT}. */
  public static EmbeddedBroker start(Path dataFolder) {
    return start(dataFolder, Options.DEFAULT);
  }

  /**
   * Starts a broker and returns once it serves clients.
   *
   * @param dataFolder where it keeps all it has; created if absent
   * @throws BrokerStartException if another broker holds the folder, it cannot be written, the port
   *     is taken, or the broker fails
   */
  public static EmbeddedBroker start(Path dataFolder, Options options) {
    DataFolder folder = DataFolder.take(dataFolder);
    try {
      int port = choosePort(folder, options);
      Map<String, String> properties = properties(folder.logFolder(), port, Ports.free());
      options.detour().ifPresent(detour -> putDetour(properties, detour));
      KafkaRaftServer server = startServer(folder.logFolder(), properties);
      folder.storePort(port);
      LOG.info("the embedded broker serves {}:{} from {}", HOST, port, folder);
      return new EmbeddedBroker(folder, port, server);
    } catch (RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /** The {@code bootstrap.servers} of a client. */
  public String bootstrapServers() {
    return HOST + ":" + port;
  }

  /** Stops the broker and waits until it has stopped; then its folder is free. Idempotent. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    try {
      server.shutdown();
      server.awaitShutdown();
    } finally {
      folder.close();
    }
  }

  private static int choosePort(DataFolder folder, Options options) {
    boolean given = options.port() != 0;
    int port = given ? options.port() : folder.storedPort().orElseGet(Ports::free);
    if (!Ports.isFree(port)) {
      throw new BrokerStartException(
          Obstacle.PORT_TAKEN,
          "port %d of %s, %s, is taken by another program: stop that one, or give another port"
              .formatted(
                  port,
                  HOST,
                  given ? "asked for" : "which the broker of " + folder + " had before"),
          null);
    }
    return port;
  }

  private static KafkaRaftServer startServer(Path logFolder, Map<String, String> properties) {
    KafkaRaftServer server = null;
    try {
      if (Files.exists(logFolder.resolve(MetaPropertiesEnsemble.META_PROPERTIES_NAME))) {
        if (FormerBroker.giveUp(NODE_ID, logFolder)) {
          LOG.info("the broker that ran on {} before was not stopped in order", logFolder);
        }
      } else {
        format(logFolder);
      }
      server = new KafkaRaftServer(new KafkaConfig(properties, false), Time.SYSTEM);
      server.startup();
      return server;
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      BrokerStartException failure =
          new BrokerStartException(
              Obstacle.BROKER_FAILED, "the broker on " + logFolder + " did not start", e);
      shutdownAfter(failure, server);
      throw failure;
    }
  }

  private static void shutdownAfter(BrokerStartException failure, KafkaRaftServer server) {
    if (server == null) {
      return;
    }
    try {
      server.shutdown();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  private static void format(Path logFolder) throws Exception {
    String directory = logFolder.toString();
    new Formatter()
        .setPrintStream(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
        .setClusterId(Uuid.randomUuid().toString())
        .setNodeId(NODE_ID)
        .setControllerListenerName(CONTROLLER)
        .setDirectories(List.of(directory))
        .setMetadataLogDirectory(directory)
        .run();
  }

  private static Map<String, String> properties(Path logFolder, int port, int controllerPort) {
    Map<String, String> properties = new HashMap<>();
    putNode(properties, logFolder, port, controllerPort);
    putTopicPolicy(properties);
    putOneReplicaOfEverything(properties);
    putQuickTimeouts(properties);
    putSmallFootprint(properties);
    return properties;
  }

  private static void putNode(
      Map<String, String> properties, Path logFolder, int port, int controllerPort) {
    String clients = "%s://%s:%d".formatted(CLIENTS, HOST, port);
    String controller = "%s://%s:%d".formatted(CONTROLLER, HOST, controllerPort);
    properties.put("process.roles", "broker,controller");
    properties.put("node.id", Integer.toString(NODE_ID));
    properties.put("log.dirs", logFolder.toString());
    properties.put("listeners", clients + "," + controller);
    properties.put("advertised.listeners", clients);
    properties.put("inter.broker.listener.name", CLIENTS);
    properties.put("controller.listener.names", CONTROLLER);
    properties.put(
        "listener.security.protocol.map",
        "%s:PLAINTEXT,%s:PLAINTEXT".formatted(CLIENTS, CONTROLLER));
    properties.put("controller.quorum.voters", "%d@%s:%d".formatted(NODE_ID, HOST, controllerPort));
  }

  private static void putDetour(Map<String, String> properties, Detour detour) {
    properties.merge(
        "listeners",
        "%s://%s:%d".formatted(DETOUR, HOST, detour.port()),
        (others, added) -> others + "," + added);
    properties.merge(
        "advertised.listeners",
        "%s://%s:%d".formatted(DETOUR, HOST, detour.advertisedPort()),
        (others, added) -> others + "," + added);
    properties.merge(
        "listener.security.protocol.map",
        DETOUR + ":PLAINTEXT",
        (others, added) -> others + "," + added);
  }

  private static void putTopicPolicy(Map<String, String> properties) {
    properties.put("auto.create.topics.enable", "false");
    properties.put("message.max.bytes", MAX_RECORD_BYTES);
    properties.put("replica.fetch.max.bytes", MAX_RECORD_BYTES);
  }

  private static void putOneReplicaOfEverything(Map<String, String> properties) {
    properties.put("default.replication.factor", "1");
    properties.put("min.insync.replicas", "1");
    properties.put("offsets.topic.replication.factor", "1");
    properties.put("offsets.topic.num.partitions", INTERNAL_TOPIC_PARTITIONS);
    properties.put("transaction.state.log.replication.factor", "1");
    properties.put("transaction.state.log.min.isr", "1");
    properties.put("transaction.state.log.num.partitions", INTERNAL_TOPIC_PARTITIONS);
    properties.put("share.coordinator.state.topic.replication.factor", "1");
    properties.put("share.coordinator.state.topic.min.isr", "1");
    properties.put("share.coordinator.state.topic.num.partitions", INTERNAL_TOPIC_PARTITIONS);
  }

  private static void putQuickTimeouts(Map<String, String> properties) {
    // Nobody takes over from the only broker, so that giving it up after a pause would only leave
    // its partitions without a leader for a while, at the cost that FormerBroker tells of.
    properties.put("broker.session.timeout.ms", "3600000");
    properties.put("broker.heartbeat.interval.ms", "500");
    properties.put("group.initial.rebalance.delay.ms", "0");
    properties.put("group.streams.initial.rebalance.delay.ms", "0");
    properties.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
  }

  private static void putSmallFootprint(Map<String, String> properties) {
    properties.put("log.cleaner.dedupe.buffer.size", Integer.toString(8 * 1024 * 1024));
    properties.put("num.io.threads", "4");
    properties.put("num.network.threads", "2");
    properties.put("background.threads", "4");
    properties.put("group.coordinator.threads", "2");
    // Metrics stay out of JMX, where a second broker in one JVM would clash with the first.
    properties.put("metric.reporters", "");
  }
}
