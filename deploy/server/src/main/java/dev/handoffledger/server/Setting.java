package dev.handoffledger.server;

import dev.handoffledger.gateway.GatewayConfig;
import dev.handoffledger.gateway.RequestLimits;
import dev.handoffledger.processor.ProcessorConfig;
import dev.handoffledger.processor.decide.HoldPolicy;
import dev.handoffledger.processor.decide.LeasePolicy;
import dev.handoffledger.projections.ProjectionsConfig;
import dev.handoffledger.projections.Sharing;
import dev.handoffledger.schemas.wire.TopicPlan;
import java.util.Locale;

/** Every setting of the programs, but those that are passed on to Kafka's clients. */
public enum Setting {
  INSTANCE(
      "handoff.instance",
      Form.TEXT,
      null,
      Audience.BOTH,
      "Names this process among all of the ledger, also to the clients that read its replies."
          + " Default: the host's name and a random part."),
  STATE_FOLDER(
      "handoff.state.folder",
      Form.TEXT,
      "/var/lib/handoff-ledger",
      Audience.BOTH,
      "Where the stores are kept, below processor/ and projections/. What is lost there is restored"
          + " from Kafka."),
  THREADS("handoff.threads", Form.atLeast(1), "1", Audience.BOTH, "Threads that read partitions."),
  STANDBYS(
      "handoff.standbys",
      Form.atLeast(0),
      Integer.toString(Sharing.DEFAULT_STANDBYS),
      Audience.BOTH,
      "How many other processes keep a copy of each store, so that one that takes over need not"
          + " restore it."),
  ROCKSDB_MEMORY(
      "handoff.rocksdb.memory-mib",
      Form.between(16, 1 << 20),
      Long.toString(ProjectionsConfig.DEFAULT_ROCKSDB_MEMORY_BYTES >> 20),
      Audience.BOTH,
      "What all stores of the process together may use outside the Java heap, in MiB."),
  TOPICS_CREATE(
      "handoff.topics.create",
      Form.FLAG,
      "true",
      Audience.BOTH,
      "Whether topics of the ledger that are missing are made. Those that are there are never"
          + " changed."),
  TOPICS_PARTITIONS(
      "handoff.topics.partitions",
      Form.atLeast(1),
      Integer.toString(TopicPlan.DEFAULT_PARTITIONS),
      Audience.BOTH,
      "The ledger's partition count. It is fixed for the ledger's life."),
  TOPICS_REPLICATION(
      "handoff.topics.replication-factor",
      Form.atLeast(1),
      "3",
      Audience.BOTH,
      "On how many brokers every record is."),
  TOPICS_MIN_IN_SYNC(
      "handoff.topics.min-insync-replicas",
      Form.atLeast(1),
      null,
      Audience.BOTH,
      "How many brokers must have a record before it is acknowledged. Default: 2 with a replication"
          + " factor of 3 or more, else 1."),
  HTTP_HOST(
      "handoff.http.host",
      Form.TEXT,
      GatewayConfig.DEFAULT_HOST,
      Audience.BOTH,
      "The address that HTTP is served on: the API of the gateway; /livez, /readyz and /metrics of"
          + " the processor. There is no authentication of users: open it to a trusted network only."),
  HTTP_PORT(
      "handoff.http.port",
      Form.PORT,
      null,
      Audience.BOTH,
      "The port that HTTP is served on. Default: 7440 for the gateway, 7441 for the processor."),
  STOP_TIMEOUT(
      "handoff.stop.timeout-seconds",
      Form.atLeast(1),
      "45",
      Audience.BOTH,
      "How long a stop may take after SIGTERM before the process ends all the same, with exit code"
          + " 1."),
  LOG_LEVEL(
      "handoff.log.level",
      Form.oneOf("error", "warn", "info", "debug"),
      "info",
      Audience.BOTH,
      "What the ledger's own classes log: error, warn, info or debug."),
  PROCESSOR_APPLICATION(
      "handoff.processor.application-id",
      Form.TEXT,
      ProcessorConfig.DEFAULT_APPLICATION_ID,
      Audience.PROCESSOR,
      "The consumer group of all processors of a ledger."),
  COMMIT_INTERVAL(
      "handoff.processor.commit-interval-ms",
      Form.atLeast(1),
      Long.toString(ProcessorConfig.DEFAULT_COMMIT_INTERVAL.toMillis()),
      Audience.PROCESSOR,
      "How long a transaction is open. It delays every handoff; a shorter one costs throughput."),
  HOLD(
      "handoff.processor.hold",
      Form.oneOf("hash", "declared", "none"),
      HoldPolicy.DEFAULT.holds().name().toLowerCase(Locale.ROOT),
      Audience.PROCESSOR,
      "Which handoffs wait for their parent before they are routed: hash (those that name its"
          + " content), declared (those that name a parent) or none."),
  HOLD_TIME(
      "handoff.processor.hold-time-ms",
      Form.atLeast(1),
      Long.toString(HoldPolicy.DEFAULT.time().toMillis()),
      Audience.PROCESSOR,
      "How long they wait at most."),
  MAX_DELIVERIES(
      "handoff.processor.max-deliveries",
      Form.atLeast(1),
      Integer.toString(LeasePolicy.DEFAULT.maxDeliveries()),
      Audience.PROCESSOR,
      "After so many leases that ended without the work being done, a handoff is for a person."),
  ROLE_TOPICS(
      "handoff.processor.role-topics",
      Form.atLeast(0),
      Integer.toString(ProcessorConfig.DEFAULT_ROLE_TOPIC_LIMIT),
      Audience.PROCESSOR,
      "How many role topics there may be; further roles share handoff.role.overflow."),
  PROJECTIONS_APPLICATION(
      "handoff.projections.application-id",
      Form.TEXT,
      ProjectionsConfig.DEFAULT_APPLICATION_ID,
      Audience.GATEWAY,
      "The consumer group of all gateways that share one projection."),
  REJECTION_RETENTION(
      "handoff.projections.rejection-days",
      Form.atLeast(1),
      Long.toString(ProjectionsConfig.DEFAULT_REJECTION_RETENTION.toDays()),
      Audience.GATEWAY,
      "How long a refused artifact is listed, in days."),
  PACKETS(
      "handoff.projections.packets",
      Form.FLAG,
      "true",
      Audience.GATEWAY,
      "Whether packets of issues are written to handoff.packets; false for a second projection beside"
          + " the first."),
  STANDBY_LAG(
      "handoff.projections.standby-lag",
      Form.atLeast(0),
      Long.toString(Sharing.DEFAULT_MOST_STANDBY_LAG),
      Audience.GATEWAY,
      "How many changes a standby may lack at most that answers while its owner moves."),
  PEERS_ADDRESS(
      "handoff.peers.address",
      Form.ADDRESS,
      null,
      Audience.GATEWAY,
      "host:port under which the other gateways reach this one. Default: the host's name (or"
          + " handoff.http.host, if that is a loopback address) and handoff.http.port."),
  PEERS_SECRET(
      "handoff.peers.secret",
      Form.TEXT,
      null,
      Audience.GATEWAY,
      "What the gateways of a ledger know each other by: the same for all, at least 16 visible ASCII"
          + " characters. This or handoff.peers.secret-file is required."),
  PEERS_SECRET_FILE(
      "handoff.peers.secret-file",
      Form.TEXT,
      null,
      Audience.GATEWAY,
      "A file whose first line is the secret."),
  REPLY_TIMEOUT(
      "handoff.gateway.reply-timeout-ms",
      Form.atLeast(1),
      Long.toString(GatewayConfig.DEFAULT_REPLY_TIMEOUT.toMillis()),
      Audience.GATEWAY,
      "How long a publish waits for word of its artifact."),
  EVENT_HEARTBEAT(
      "handoff.gateway.event-heartbeat-ms",
      Form.atLeast(1),
      Long.toString(GatewayConfig.DEFAULT_EVENT_HEARTBEAT.toMillis()),
      Audience.GATEWAY,
      "How often a client of the event stream hears something when nothing happens."),
  BODIES_IN_FLIGHT(
      "handoff.gateway.bodies-mib",
      Form.between(64, 2047),
      Integer.toString(RequestLimits.DEFAULT.bytesInFlight() >> 20),
      Audience.GATEWAY,
      "What all bodies being worked on may take together, in MiB; requests beyond it are asked to come"
          + " again."),
  MCP_ORIGINS(
      "handoff.gateway.mcp-origins",
      Form.TEXT,
      "",
      Audience.GATEWAY,
      "Web origins whose pages may call /mcp, separated by commas.");

  /** Who reads a setting. */
  enum Audience {
    PROCESSOR,
    GATEWAY,
    BOTH
  }

  private final String key;
  private final Form form;
  private final String defaultValue;
  private final Audience audience;
  private final String description;

  Setting(String key, Form form, String defaultValue, Audience audience, String description) {
    this.key = key;
    this.form = form;
    this.defaultValue = defaultValue;
    this.audience = audience;
    this.description = description;
  }

  /** Its name in a file. */
  public String key() {
    return key;
  }

  /** Its name in the environment. */
  public String variable() {
    return key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  /** Null if there is none, or if it is made from something else, which the description tells. */
  public String defaultValue() {
    return defaultValue;
  }

  public String description() {
    return description;
  }

  Form form() {
    return form;
  }

  /** Whether its value is never printed. */
  public boolean isSecret() {
    return this == PEERS_SECRET;
  }

  /** Whether a program reads it. */
  public boolean isOf(Program program) {
    return switch (audience) {
      case BOTH -> true;
      case PROCESSOR -> program != Program.GATEWAY;
      case GATEWAY -> program != Program.PROCESSOR;
    };
  }
}
