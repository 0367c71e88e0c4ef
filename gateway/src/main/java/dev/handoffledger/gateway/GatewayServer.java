package dev.handoffledger.gateway;

import dev.handoffledger.gateway.internal.ArtifactPublisher;
import dev.handoffledger.gateway.internal.ChainRoutes;
import dev.handoffledger.gateway.internal.DashboardRoutes;
import dev.handoffledger.gateway.internal.DocumentRoute;
import dev.handoffledger.gateway.internal.EventRoutes;
import dev.handoffledger.gateway.internal.GatewayMetrics;
import dev.handoffledger.gateway.internal.Idempotency;
import dev.handoffledger.gateway.internal.IdempotencyKeys;
import dev.handoffledger.gateway.internal.IssueEventRoutes;
import dev.handoffledger.gateway.internal.IssueRoutes;
import dev.handoffledger.gateway.internal.JettyErrors;
import dev.handoffledger.gateway.internal.LeaseRoutes;
import dev.handoffledger.gateway.internal.Leases;
import dev.handoffledger.gateway.internal.LedgerRoutes;
import dev.handoffledger.gateway.internal.OperationsRoutes;
import dev.handoffledger.gateway.internal.PartitionTail;
import dev.handoffledger.gateway.internal.PeerRoute;
import dev.handoffledger.gateway.internal.ProblemJson;
import dev.handoffledger.gateway.internal.PublishHandler;
import dev.handoffledger.gateway.internal.QueryRoutes;
import dev.handoffledger.gateway.internal.Reads;
import dev.handoffledger.gateway.internal.Replies;
import dev.handoffledger.gateway.internal.RequestBodies;
import dev.handoffledger.gateway.internal.RequestGuards;
import dev.handoffledger.gateway.internal.Submitter;
import dev.handoffledger.gateway.internal.events.EventStreams;
import dev.handoffledger.gateway.internal.events.LedgerEvents;
import dev.handoffledger.gateway.internal.events.Replays;
import dev.handoffledger.gateway.internal.mcp.McpRoute;
import dev.handoffledger.producer.ArtifactSender;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import dev.handoffledger.schemas.wire.Topics;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.router.Endpoint;
import io.javalin.util.JavalinException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http.UriCompliance.Violation;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the ledger over HTTP, as {@code docs/http.md} lays down. Expects its topics to be there.
 */
public final class GatewayServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayServer.class);
  private static final Duration START_TIMEOUT = Duration.ofMinutes(1);
  private static final Duration BEYOND_REPLY_TIMEOUT = Duration.ofSeconds(10);
  private static final int IDEMPOTENCY_KEYS = 100_000;

  /** Ids may hold any character, so their percent-encoded forms must come through as they are. */
  private static final UriCompliance ANY_ENCODED_CHARACTER =
      UriCompliance.RFC3986.with(
          "any-encoded-character",
          Violation.AMBIGUOUS_PATH_SEGMENT,
          Violation.AMBIGUOUS_PATH_SEPARATOR,
          Violation.AMBIGUOUS_PATH_PARAMETER,
          Violation.AMBIGUOUS_PATH_ENCODING,
          Violation.SUSPICIOUS_PATH_CHARACTERS);

  private final GatewayConfig config;
  private final Supplier<List<ReadinessPart>> readiness;
  private final ArtifactSender sender;
  private final PartitionTail replies;
  private final PartitionTail idempotencyKeys;
  private final LedgerEvents events;
  private final EventStreams eventStreams;
  private final Replays replays;
  private final List<PartitionTail> ledgerTails = new CopyOnWriteArrayList<>();
  private final Leases leases;
  private final McpRoute mcp;
  private final Javalin http;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * A gateway that is the ledger's only one.
   *
   * @param queries answers every question
   * @param readiness what else must work, beside the gateway's own parts
   */
  public GatewayServer(
      GatewayConfig config, LedgerQueries queries, Supplier<List<ReadinessPart>> readiness) {
    this(config, GatewayBackend.of(queries, readiness));
  }

  public GatewayServer(GatewayConfig config, GatewayBackend backend) {
    this.config = config;
    this.readiness = backend.readiness();
    LedgerQueries queries = backend.queries();
    Reads reads = new Reads(queries, backend.standbyQueries(), backend.standbyReads());
    this.sender = new ArtifactSender(senderProperties());
    Replies awaited = new Replies(config.instanceId());
    this.replies =
        new PartitionTail(
            Topics.REPLIES,
            partitions -> SessionPartitioner.partition(config.instanceId(), partitions),
            PartitionTail.From.END,
            () -> consumer("replies"),
            awaited);
    IdempotencyKeys keys = new IdempotencyKeys(IDEMPOTENCY_KEYS);
    this.idempotencyKeys =
        new PartitionTail(
            Topics.IDEMPOTENCY,
            partitions -> 0,
            PartitionTail.From.BEGINNING,
            () -> consumer("idempotency"),
            keys);
    GatewayMetrics metrics = new GatewayMetrics();
    Submitter submitter =
        new Submitter(sender, awaited, config.instanceId(), config.replyTimeout());
    Idempotency idempotency = new Idempotency(sender, keys, idempotencyKeys, Clock.systemUTC());
    HandoffReader reader = new HandoffReader();
    ArtifactPublisher publisher = new ArtifactPublisher(reader, submitter, queries, metrics);
    RequestBodies bodies = new RequestBodies(config.limits());
    PublishHandler publish =
        new PublishHandler(
            config.limits(), reader, submitter, idempotency, publisher, queries, bodies, metrics);
    IssueRoutes issues = new IssueRoutes(reads);
    IssueEventRoutes issueEvents =
        new IssueEventRoutes(queries, publisher, idempotency, Clock.systemUTC());
    this.leases = new Leases(queries, submitter, idempotency);
    LeaseRoutes leaseRoutes = new LeaseRoutes(leases, queries, metrics);
    this.mcp =
        new McpRoute(
            new McpRoute.Ledger(queries, reader, publisher, idempotency, leases, metrics),
            bodies,
            config.limits().artifactBytes(),
            config.mcpOrigins());
    QueryRoutes questions = new QueryRoutes(reads);
    ChainRoutes chains = new ChainRoutes(reads, Clock.systemUTC());
    this.events = new LedgerEvents(queries, () -> historyConsumer("events"));
    this.eventStreams =
        new EventStreams(events, queries, EventRoutes::json, config.eventHeartbeat());
    EventRoutes live = new EventRoutes(eventStreams, queries);
    this.replays =
        new Replays(
            queries, () -> historyConsumer("replay"), LedgerRoutes::json, config.eventHeartbeat());
    LedgerRoutes history = new LedgerRoutes(replays, queries);
    OperationsRoutes operations =
        new OperationsRoutes(queries, this::parts, metrics, eventStreams::count, backend.figures());
    RequestGuards guards = new RequestGuards(config.host());
    this.http =
        Javalin.create(
            javalin -> {
              configure(javalin);
              javalin.routes.before(guards::check);
              publish.register(javalin.routes);
              leaseRoutes.register(javalin.routes);
              mcp.register(javalin.routes);
              questions.register(javalin.routes);
              chains.register(javalin.routes);
              issues.register(javalin.routes);
              issueEvents.register(javalin.routes);
              live.register(javalin.routes);
              history.register(javalin.routes);
              operations.register(javalin.routes);
              DocumentRoute.openApi().register(javalin.routes);
              DocumentRoute.asyncApi().register(javalin.routes);
              new DashboardRoutes().register(javalin.routes);
              registerPeers(javalin.routes, backend.peers());
              ProblemJson.register(javalin.routes);
              javalin.requestLogger.http((ctx, millis) -> count(metrics, ctx));
            });
  }

  /**
   * Starts to serve; returns once requests are accepted.
   *
   * @throws IllegalStateException if Kafka or one of the topics is not there in time, or the port
   *     is taken
   */
  public void start() throws InterruptedException {
    replies.start();
    idempotencyKeys.start();
    startLedgerTails();
    // A publish before the replies are read would wait in vain.
    awaitReady(replies);
    awaitReady(idempotencyKeys);
    for (PartitionTail tail : ledgerTails) {
      awaitReady(tail);
    }
    eventStreams.start();
    replays.start();
    try {
      http.start();
    } catch (JavalinException e) {
      throw new IllegalStateException("cannot listen on " + config.host() + ":" + config.port(), e);
    }
    LOG.info("the gateway {} listens on {}:{}", config.instanceId(), config.host(), port());
  }

  private void startLedgerTails() {
    int partitions = events.start();
    for (int number = 0; number < partitions; number++) {
      int partition = number;
      PartitionTail tail =
          new PartitionTail(
              Topics.LEDGER,
              any -> partition,
              PartitionTail.From.END,
              () -> consumer("ledger-" + partition),
              events::add);
      ledgerTails.add(tail);
      tail.start();
    }
  }

  /** Every route, for example {@code GET /v1/roles/{role}}. */
  Set<String> routes() {
    return http.unsafe.internalRouter.allHttpHandlers().stream()
        .filter(route -> route.endpoint.method.isHttpMethod())
        .map(route -> route.endpoint.method.name() + " " + route.endpoint.path)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The port it listens on, once it is started. */
  public int port() {
    return http.port();
  }

  /**
   * Stops: no new request is accepted, those being worked on are answered, and what was sent to
   * Kafka is there before this returns.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    leases.close();
    // They would go on for as long as the server waits for them.
    eventStreams.close();
    replays.close();
    try {
      http.stop();
    } finally {
      mcp.close();
      try {
        sender.close();
      } finally {
        replies.close();
        idempotencyKeys.close();
        ledgerTails.forEach(PartitionTail::close);
      }
    }
  }

  private static void registerPeers(RoutesConfig routes, GatewayBackend.PeerAccess peers) {
    if (peers != null) {
      new PeerRoute(peers.questions(), peers.secret()).register(routes);
    }
  }

  private void configure(JavalinConfig javalin) {
    javalin.startup.showJavalinBanner = false;
    javalin.startup.showOldJavalinVersionWarning = false;
    javalin.startup.startupWatcherEnabled = false;
    javalin.jetty.host = config.host();
    javalin.jetty.port = config.port();
    javalin.http.prefer405over404 = true;
    javalin.http.maxRequestSize = config.limits().batchBytes();
    javalin.router.ignoreTrailingSlashes = false;
    javalin.router.javaLangErrorHandler(ProblemJson::answerError);
    javalin.jetty.modifyHttpConfiguration(
        jetty -> {
          jetty.setUriCompliance(ANY_ENCODED_CHARACTER);
          jetty.setSendServerVersion(false);
          jetty.setSendDateHeader(true);
        });
    javalin.jetty.modifyServletContextHandler(
        context -> {
          context.getServletHandler().setDecodeAmbiguousURIs(true);
          context.setErrorHandler(new JettyErrors());
        });
    javalin.jetty.modifyServer(this::makeGraceful);
  }

  private void makeGraceful(Server server) {
    server.setErrorHandler(new JettyErrors());
    server.insertHandler(new GracefulHandler());
    server.setStopTimeout(config.replyTimeout().plus(BEYOND_REPLY_TIMEOUT).toMillis());
  }

  private List<ReadinessPart> parts() {
    List<ReadinessPart> parts = new ArrayList<>(readiness.get());
    parts.add(replies.readiness());
    parts.add(idempotencyKeys.readiness());
    // One that cannot be read stands for all of them.
    ledgerTails.stream()
        .map(PartitionTail::readiness)
        .min(Comparator.comparing(ReadinessPart::ready))
        .ifPresent(parts::add);
    return parts;
  }

  private void awaitReady(PartitionTail tail) throws InterruptedException {
    if (!tail.awaitReady(START_TIMEOUT)) {
      ReadinessPart part = tail.readiness();
      throw new IllegalStateException(part.name() + ": " + part.sentence());
    }
  }

  private Consumer<byte[], byte[]> consumer(String purpose) {
    return consumer(consumerProperties(purpose));
  }

  /** Reads here and there what has long been written, and never waits for what is not there yet. */
  private Consumer<byte[], byte[]> historyConsumer(String purpose) {
    Map<String, Object> properties = consumerProperties(purpose);
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 10);
    return consumer(properties);
  }

  private static Consumer<byte[], byte[]> consumer(Map<String, Object> properties) {
    return new KafkaConsumer<>(
        properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private Map<String, Object> consumerProperties(String purpose) {
    Map<String, Object> properties =
        clientProperties(ConsumerConfig.configNames()::contains, purpose);
    properties.put(
        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
        IsolationLevel.READ_COMMITTED.toString().toLowerCase(Locale.ROOT));
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 10_000);
    return properties;
  }

  private Map<String, Object> senderProperties() {
    Map<String, Object> properties = new HashMap<>();
    // A request must not wait for a broker that is gone much longer than for one that is slow.
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, config.replyTimeout().toMillis());
    properties.putAll(clientProperties(ArtifactSender::isProperty, "publish"));
    return properties;
  }

  private Map<String, Object> clientProperties(Predicate<String> known, String purpose) {
    Map<String, Object> properties = new HashMap<>(config.kafkaProperties());
    properties.keySet().removeIf(known.negate());
    properties.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, config.bootstrapServers());
    properties.put(
        CommonClientConfigs.CLIENT_ID_CONFIG,
        "handoff-gateway-" + config.instanceId() + "-" + purpose);
    return properties;
  }

  private static void count(GatewayMetrics metrics, Context ctx) {
    Endpoint endpoint = ctx.endpoints().lastHttpEndpoint();
    metrics.request(
        endpoint == null ? "other" : ctx.req().getMethod(),
        endpoint == null ? "none" : endpoint.path,
        ctx.statusCode());
  }
}
