package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.handoffledger.gateway.internal.ArtifactPublisher;
import dev.handoffledger.gateway.internal.GatewayMetrics;
import dev.handoffledger.gateway.internal.HttpProblem;
import dev.handoffledger.gateway.internal.Idempotency;
import dev.handoffledger.gateway.internal.Leases;
import dev.handoffledger.gateway.internal.RequestBodies;
import dev.handoffledger.gateway.internal.mcp.LedgerTransport.NotAMessageException;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.Limits;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.jackson2.DefaultJsonSchemaValidator;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessSyncServer;
import io.modelcontextprotocol.server.transport.DefaultServerTransportSecurityValidator;
import io.modelcontextprotocol.server.transport.ServerTransportSecurityException;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code POST /mcp}: the ledger as an MCP server over streamable HTTP, as {@code docs/mcp.md} lays
 * down.
 *
 * <p>It keeps no sessions: every call stands for itself, so that none is lost when a gateway stops,
 * none leaks when a client goes away, and any gateway of a ledger may answer it. Each call takes up
 * the thread of its request.
 */
public final class McpRoute implements AutoCloseable {
  public static final String PATH = "/mcp";

  private static final String NAME = "handoff-ledger";
  private static final String JSON = "application/json";
  private static final String ORIGIN = "Origin";
  private static final String VERSION = "MCP-Protocol-Version";

  /** What stands around an artifact in a call. */
  private static final int ENVELOPE_BYTES = 64 * 1024;

  /** How much deeper an artifact's JSON lies in a call's. */
  private static final int ENVELOPE_DEPTH = 8;

  /** What the tools work with. */
  public record Ledger(
      LedgerQueries queries,
      HandoffReader reader,
      ArtifactPublisher publisher,
      Idempotency idempotency,
      Leases leases,
      GatewayMetrics metrics) {}

  private final int maxBytes;
  private final List<String> origins;
  private final RequestBodies bodies;
  private final LedgerTransport transport;
  private final McpStatelessSyncServer server;

  /**
   * @param origins the web origins whose pages may call, beside loopback ones on the gateway's port
   */
  public McpRoute(Ledger ledger, RequestBodies bodies, int maxArtifactBytes, List<String> origins) {
    this.bodies = bodies;
    this.origins = List.copyOf(origins);
    // An artifact that is a text in a call has a backslash more for each of its quotes.
    this.maxBytes = 2 * maxArtifactBytes + ENVELOPE_BYTES;
    JsonMapper json = mapper(maxBytes);
    ToolCalls calls = new ToolCalls(new ToolCatalog(json), json);
    Resources resources = new Resources(ledger.queries());
    JacksonMcpJsonMapper mcpJson = new JacksonMcpJsonMapper(json);
    this.transport = new LedgerTransport(mcpJson);
    this.server =
        McpServer.sync(transport)
            .serverInfo(NAME, version())
            .instructions(Texts.read("instructions.md"))
            .jsonMapper(mcpJson)
            .jsonSchemaValidator(new DefaultJsonSchemaValidator(json))
            .capabilities(
                ServerCapabilities.builder()
                    .tools(false)
                    .resources(false, false)
                    .prompts(false)
                    .build())
            // The tools check what they are given, and say what to change.
            .validateToolInputs(false)
            .immediateExecution(true)
            .tools(tools(ledger, maxArtifactBytes).stream().map(calls::specify).toList())
            .resources(resources.all())
            .resourceTemplates(resources.templates())
            .prompts(new Prompts(ledger.queries()).all())
            .build();
  }

  /** Every tool, one a line. */
  private static List<McpTool> tools(Ledger ledger, int maxArtifactBytes) {
    Leases leases = ledger.leases();
    GatewayMetrics metrics = ledger.metrics();
    return List.of(
        new PublishTool(ledger.publisher(), ledger.idempotency(), maxArtifactBytes),
        new ValidateTool(ledger.reader(), maxArtifactBytes),
        new ClaimNextTool(leases, metrics),
        new LeaseTool("renew", "renewed", leases::renew, metrics),
        new LeaseTool("complete", "completed", leases::complete, metrics),
        new LeaseTool("release", "released", leases::release, metrics),
        new ResumeSessionTool(ledger.queries()),
        new ShowTool(ledger.queries()),
        new LineageTool(ledger.queries()),
        new IssueTool(ledger.queries()),
        new ListIssuesTool(ledger.queries()),
        new GateTool(ledger.queries()));
  }

  public void register(RoutesConfig routes) {
    routes.post(PATH, this::answer);
  }

  @Override
  public void close() {
    server.close();
  }

  private void answer(Context ctx) throws Exception {
    refuseForeignOrigin(ctx);
    refuseOtherVersions(ctx);
    bodies.readJson(ctx, maxBytes, body -> exchange(ctx, body));
  }

  private void exchange(Context ctx, byte[] body) throws IOException {
    try {
      Optional<byte[]> answer = transport.exchange(body);
      if (answer.isPresent()) {
        ctx.status(200).contentType(JSON).result(answer.get());
      } else {
        ctx.status(202);
      }
    } catch (NotAMessageException e) {
      throw new HttpProblem(400, "bad-message", "The message cannot be read", e.getMessage());
    }
  }

  private void refuseOtherVersions(Context ctx) {
    String version = ctx.header(VERSION);
    if (version != null && !transport.protocolVersions().contains(version)) {
      throw HttpProblem.badHeader(
          VERSION,
          "give the version that initialize agreed on, one of "
              + String.join(", ", transport.protocolVersions())
              + ".");
    }
  }

  /**
   * Answers no web page but those of the gateway's own port on this machine, and those that its
   * owner named. Programs send no origin.
   */
  private void refuseForeignOrigin(Context ctx) {
    String origin = ctx.header(ORIGIN);
    if (origin == null) {
      return;
    }
    int port = ctx.req().getLocalPort();
    DefaultServerTransportSecurityValidator validator =
        DefaultServerTransportSecurityValidator.builder()
            .allowedOrigin("http://localhost:" + port)
            .allowedOrigin("http://127.0.0.1:" + port)
            .allowedOrigin("http://[::1]:" + port)
            .allowedOrigins(origins)
            .build();
    try {
      validator.validateHeaders(Map.of(ORIGIN, List.of(origin)));
    } catch (ServerTransportSecurityException e) {
      throw new HttpProblem(
          403,
          "origin-not-allowed",
          "Pages of this origin may not call",
          "The gateway's configuration names the web origins that may (mcpOrigins); programs send"
              + " no Origin.");
    }
  }

  /** Reads calls as strictly as the ledger reads artifacts, as far as it can be told here. */
  private static JsonMapper mapper(int maxBytes) {
    return JsonMapper.builder(
            JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .streamReadConstraints(
                    StreamReadConstraints.builder()
                        .maxNestingDepth(Limits.MAX_DEPTH + ENVELOPE_DEPTH)
                        .maxStringLength(maxBytes)
                        .build())
                .build())
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
        .build();
  }

  private static String version() {
    return Optional.ofNullable(McpRoute.class.getPackage().getImplementationVersion())
        .orElse("development");
  }
}
