package dev.handoffledger.server;

import dev.handoffledger.gateway.GatewayConfig;
import dev.handoffledger.gateway.RequestLimits;
import dev.handoffledger.processor.ProcessorConfig;
import dev.handoffledger.processor.decide.HoldPolicy;
import dev.handoffledger.processor.decide.LeasePolicy;
import dev.handoffledger.projections.PeerSecret;
import dev.handoffledger.projections.ProjectionsConfig;
import dev.handoffledger.projections.Sharing;
import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.wire.TopicPlan;
import dev.handoffledger.schemas.wire.TopicPlan.Replication;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** Makes the configurations of the ledger's parts from the settings of a program. */
public final class Blueprint {
  private static final int DEFAULT_HEALTH_PORT = 7441;

  /**
   * Others wait for the transaction that a killed processor leaves open, and no longer than for its
   * partitions.
   */
  private static final Map<String, String> SOON_TAKEN_OVER =
      Map.of("producer.transaction.timeout.ms", "5000");

  private final Configuration configuration;
  private final String instance;

  public Blueprint(Configuration configuration) {
    this.configuration = configuration;
    this.instance =
        configuration
            .find(Setting.INSTANCE)
            .orElseGet(() -> hostName() + "-" + UUID.randomUUID().toString().substring(0, 8));
  }

  /** The name of this process. */
  public String instance() {
    return instance;
  }

  /** The topics that the ledger needs. */
  public TopicPlan topics() {
    List<String> kinds = new Formats().kinds().stream().map(Kind::name).toList();
    return TopicPlan.of(kinds, configuration.number(Setting.TOPICS_PARTITIONS), replication());
  }

  /**
   * On how many brokers the ledger's records are.
   *
   * @throws ConfigurationException if the two settings do not fit each other
   */
  public Replication replication() {
    int factor = configuration.number(Setting.TOPICS_REPLICATION);
    try {
      return configuration
          .find(Setting.TOPICS_MIN_IN_SYNC)
          .map(minInSync -> new Replication(factor, Integer.parseInt(minInSync)))
          .orElseGet(() -> Replication.of(factor));
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(
          "%s must not be more than %s"
              .formatted(Setting.TOPICS_MIN_IN_SYNC.key(), Setting.TOPICS_REPLICATION.key()),
          e);
    }
  }

  public ProcessorConfig processor() {
    return new ProcessorConfig(
        configuration.bootstrapServers(),
        configuration.text(Setting.PROCESSOR_APPLICATION),
        stateFolder("processor"),
        configuration.number(Setting.THREADS),
        configuration.number(Setting.STANDBYS),
        millis(Setting.COMMIT_INTERVAL),
        rocksDbMemoryBytes(),
        new HoldPolicy(
            HoldPolicy.Holds.valueOf(configuration.text(Setting.HOLD).toUpperCase(Locale.ROOT)),
            millis(Setting.HOLD_TIME)),
        new LeasePolicy(configuration.number(Setting.MAX_DELIVERIES)),
        configuration.number(Setting.ROLE_TOPICS),
        replication(),
        kafka(SOON_TAKEN_OVER));
  }

  /**
   * The gateway's projections, which it shares with the ledger's other gateways.
   *
   * @throws ConfigurationException if the secret cannot be used
   */
  public ProjectionsConfig projections() {
    Replication replication = replication();
    return new ProjectionsConfig(
        configuration.bootstrapServers(),
        stateFolder("projections"),
        configuration.text(Setting.PROJECTIONS_APPLICATION),
        null,
        configuration.number(Setting.THREADS),
        rocksDbMemoryBytes(),
        Duration.ofDays(configuration.number(Setting.REJECTION_RETENTION)),
        peerSecret().map(this::sharing).orElse(null),
        configuration.flag(Setting.PACKETS),
        kafka(
            Map.of(
                "replication.factor",
                Integer.toString(replication.factor()),
                "topic.min.insync.replicas",
                Integer.toString(replication.minInSync()))));
  }

  private Sharing sharing(PeerSecret secret) {
    return new Sharing(
        configuration.find(Setting.PEERS_ADDRESS).orElseGet(this::ownAddress),
        secret,
        configuration.number(Setting.STANDBYS),
        configuration.number(Setting.STANDBY_LAG));
  }

  private String ownAddress() {
    String host = configuration.text(Setting.HTTP_HOST);
    boolean local = host.equals("localhost") || host.startsWith("127.") || host.equals("::1");
    return (local ? host : hostName()) + ":" + httpPort();
  }

  /**
   * What the gateways know each other by; empty if none was given.
   *
   * @throws ConfigurationException if it cannot be used
   */
  public Optional<PeerSecret> peerSecret() {
    Optional<String> given =
        configuration
            .find(Setting.PEERS_SECRET)
            .or(() -> configuration.find(Setting.PEERS_SECRET_FILE).map(Blueprint::firstLine));
    try {
      return given.map(PeerSecret::new);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(
          e.getMessage()
              + " ("
              + Setting.PEERS_SECRET.key()
              + " or "
              + Setting.PEERS_SECRET_FILE.key()
              + ")",
          e);
    }
  }

  private static String firstLine(String file) {
    try {
      return Files.readString(Path.of(file), StandardCharsets.UTF_8)
          .lines()
          .findFirst()
          .orElse("")
          .strip();
    } catch (IOException e) {
      throw new ConfigurationException(
          "cannot read the file %s that %s names".formatted(file, Setting.PEERS_SECRET_FILE.key()),
          e);
    }
  }

  public GatewayConfig gateway() {
    RequestLimits limits = RequestLimits.DEFAULT;
    return GatewayConfig.of(configuration.bootstrapServers())
        .withHost(configuration.text(Setting.HTTP_HOST))
        .withPort(httpPort())
        .withInstanceId(instance)
        .withReplyTimeout(millis(Setting.REPLY_TIMEOUT))
        .withLimits(
            new RequestLimits(
                limits.artifactBytes(),
                limits.batchBytes(),
                limits.batchLines(),
                configuration.number(Setting.BODIES_IN_FLIGHT) << 20))
        .withEventHeartbeat(millis(Setting.EVENT_HEARTBEAT))
        .withKafkaProperties(configuration.kafka())
        .withMcpOrigins(
            Arrays.stream(configuration.text(Setting.MCP_ORIGINS).split(",", -1))
                .map(String::strip)
                .filter(origin -> !origin.isEmpty())
                .toList());
  }

  /** The port of the gateway, or of the processor's health. */
  public int httpPort() {
    return configuration
        .find(Setting.HTTP_PORT)
        .map(Integer::parseInt)
        .orElse(
            configuration.program() == Program.PROCESSOR
                ? DEFAULT_HEALTH_PORT
                : GatewayConfig.DEFAULT_PORT);
  }

  private Map<String, String> kafka(Map<String, String> defaults) {
    Map<String, String> settings = new TreeMap<>(defaults);
    settings.putAll(configuration.kafka());
    return settings;
  }

  private Path stateFolder(String part) {
    return Path.of(configuration.text(Setting.STATE_FOLDER)).resolve(part);
  }

  private long rocksDbMemoryBytes() {
    return (long) configuration.number(Setting.ROCKSDB_MEMORY) << 20;
  }

  private Duration millis(Setting setting) {
    return Duration.ofMillis(configuration.number(setting));
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      throw new ConfigurationException(
          "this host's name is not known: give %s and %s"
              .formatted(Setting.INSTANCE.key(), Setting.PEERS_ADDRESS.key()),
          e);
    }
  }
}
