package dev.handoffledger.gateway;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * How a gateway is set up.
 *
 * @param host the address to listen on
 * @param port the port to listen on; 0 takes any free one
 * @param bootstrapServers Kafka's address
 * @param instanceId names this gateway among all of the ledger; replies are addressed to it
 * @param replyTimeout how long a publish waits for word of its artifact
 * @param eventHeartbeat how often a client of the event stream hears something when nothing happens
 * @param kafkaProperties further properties of every Kafka client, for example for TLS, and of the
 *     Schema Registry ({@code schema.registry.url}), through which artifacts then go
 * @param mcpOrigins web origins whose pages may call {@code /mcp}, for example {@code
 *     https://ide.example}; pages on the gateway's own port of this machine always may
 */
public record GatewayConfig(
    String host,
    int port,
    String bootstrapServers,
    String instanceId,
    Duration replyTimeout,
    RequestLimits limits,
    Duration eventHeartbeat,
    Map<String, String> kafkaProperties,
    List<String> mcpOrigins) {
  public static final String DEFAULT_HOST = "127.0.0.1";
  public static final int DEFAULT_PORT = 7440;
  public static final Duration DEFAULT_REPLY_TIMEOUT = Duration.ofSeconds(10);
  public static final Duration DEFAULT_EVENT_HEARTBEAT = Duration.ofSeconds(15);

  public GatewayConfig {
    Objects.requireNonNull(host);
    Objects.requireNonNull(bootstrapServers);
    Objects.requireNonNull(instanceId);
    Objects.requireNonNull(replyTimeout);
    Objects.requireNonNull(limits);
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("a port is 0 to 65535");
    }
    if (eventHeartbeat.isNegative() || eventHeartbeat.isZero()) {
      throw new IllegalArgumentException("the heartbeat of event streams must be positive");
    }
    if (replyTimeout.isNegative() || replyTimeout.isZero()) {
      throw new IllegalArgumentException("the reply timeout must be positive");
    }
    kafkaProperties = Map.copyOf(kafkaProperties);
    mcpOrigins = List.copyOf(mcpOrigins);
  }

  /** The defaults, with an instance id of its own. */
  public static GatewayConfig of(String bootstrapServers) {
    return new GatewayConfig(
        DEFAULT_HOST,
        DEFAULT_PORT,
        bootstrapServers,
        UUID.randomUUID().toString(),
        DEFAULT_REPLY_TIMEOUT,
        RequestLimits.DEFAULT,
        DEFAULT_EVENT_HEARTBEAT,
        Map.of(),
        List.of());
  }

  public GatewayConfig withHost(String newHost) {
    return new GatewayConfig(
        newHost,
        port,
        bootstrapServers,
        instanceId,
        replyTimeout,
        limits,
        eventHeartbeat,
        kafkaProperties,
        mcpOrigins);
  }

  public GatewayConfig withPort(int newPort) {
    return new GatewayConfig(
        host,
        newPort,
        bootstrapServers,
        instanceId,
        replyTimeout,
        limits,
        eventHeartbeat,
        kafkaProperties,
        mcpOrigins);
  }

  public GatewayConfig withInstanceId(String newInstanceId) {
    return new GatewayConfig(
        host,
        port,
        bootstrapServers,
        newInstanceId,
        replyTimeout,
        limits,
        eventHeartbeat,
        kafkaProperties,
        mcpOrigins);
  }

  public GatewayConfig withReplyTimeout(Duration newReplyTimeout) {
    return new GatewayConfig(
        host,
        port,
        bootstrapServers,
        instanceId,
        newReplyTimeout,
        limits,
        eventHeartbeat,
        kafkaProperties,
        mcpOrigins);
  }

  public GatewayConfig withLimits(RequestLimits newLimits) {
    return new GatewayConfig(
        host,
        port,
        bootstrapServers,
        instanceId,
        replyTimeout,
        newLimits,
        eventHeartbeat,
        kafkaProperties,
        mcpOrigins);
  }

  public GatewayConfig withKafkaProperties(Map<String, String> newKafkaProperties) {
    return new GatewayConfig(
        host,
        port,
        bootstrapServers,
        instanceId,
        replyTimeout,
        limits,
        eventHeartbeat,
        newKafkaProperties,
        mcpOrigins);
  }

  public GatewayConfig withEventHeartbeat(Duration newEventHeartbeat) {
    return new GatewayConfig(
        host,
        port,
        bootstrapServers,
        instanceId,
        replyTimeout,
        limits,
        newEventHeartbeat,
        kafkaProperties,
        mcpOrigins);
  }

  public GatewayConfig withMcpOrigins(List<String> newMcpOrigins) {
    return new GatewayConfig(
        host,
        port,
        bootstrapServers,
        instanceId,
        replyTimeout,
        limits,
        eventHeartbeat,
        kafkaProperties,
        newMcpOrigins);
  }

  /** Names Kafka's settings only: among their values there may be passwords. */
  @Override
  public String toString() {
    return "GatewayConfig[%s on %s, kafka=%s]"
        .formatted(instanceId, bootstrapServers, kafkaProperties.keySet());
  }
}
