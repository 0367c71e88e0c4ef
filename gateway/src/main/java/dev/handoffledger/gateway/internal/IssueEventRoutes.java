package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.schemas.format.IssueReference;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The routes that record what happens to an issue. Each makes an event of the request and publishes
 * it as any other, so that the event's schema is the only judge.
 */
public final class IssueEventRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(IssueEventRoutes.class);
  private static final int MAX_BODY_BYTES = 64 * 1024;
  private static final String RECORD_ID = "record_id";
  private static final String OCCURRED_AT = "occurred_at";

  /**
   * An event that a request makes.
   *
   * @param members those that the request gives
   * @param fixed those that are always the same
   */
  private record EventKind(String event, List<String> members, JsonNode fixed) {}

  /** Nothing here proves who decides, so the receipt says that it is who the request says. */
  private static final EventKind DECISION =
      new EventKind(
          "loopops.issue_decided/v1",
          List.of("decision", "decided_by", "rationale"),
          JsonNodeFactory.instance
              .objectNode()
              .put("decided_via", "api_self_reported")
              .put("approval_scope", "issue_disposition"));

  private static final EventKind STAGE =
      new EventKind(
          "loopops.loop_stage_recorded/v1",
          List.of(
              "run_id", "stage", "coding_agent", "approved_by", "issue_url", "pr_url", "pr_number"),
          JsonNodeFactory.instance.objectNode());

  private static final EventKind VERIFICATION =
      new EventKind(
          "loopops.loop_verified/v1",
          List.of("run_id", "verdict", "metric", "reason", "attempts", "delta", "window"),
          JsonNodeFactory.instance.objectNode());

  private final LedgerQueries queries;
  private final LedgerPositions positions;
  private final ArtifactPublisher publisher;
  private final Idempotency idempotency;
  private final Clock clock;

  public IssueEventRoutes(
      LedgerQueries queries, ArtifactPublisher publisher, Idempotency idempotency, Clock clock) {
    this.queries = queries;
    this.positions = new LedgerPositions(queries);
    this.publisher = publisher;
    this.idempotency = idempotency;
    this.clock = clock;
  }

  public void register(RoutesConfig routes) {
    routes.post("/v1/issues/{name}/decisions", ctx -> record(ctx, DECISION));
    routes.post("/v1/issues/{name}/stages", ctx -> record(ctx, STAGE));
    routes.post("/v1/issues/{name}/verifications", ctx -> record(ctx, VERIFICATION));
  }

  private void record(Context ctx, EventKind kind) throws Exception {
    String project = QueryParameters.of(ctx, "project").text("project");
    Provenance provenance = Provenance.of(ctx);
    byte[] body = RequestBodies.readJson(ctx, MAX_BODY_BYTES);
    String[] known =
        Stream.concat(kind.members().stream(), Stream.of(RECORD_ID, OCCURRED_AT))
            .toArray(String[]::new);
    JsonNode members = BodyMembers.of(body, known).all();
    positions.await(ctx);
    IssueReference issue = NamedIssue.of(queries, ctx.pathParam("name"), project).reference();
    String key = provenance.idempotencyKey();
    if (key != null) {
      idempotency.claim(key, ctx.req().getMethod() + " " + ctx.path() + " " + project, body);
    }
    publish(ctx, event(kind, issue, members, key), provenance, issue);
  }

  private ObjectNode event(EventKind kind, IssueReference issue, JsonNode members, String key)
      throws InterruptedException {
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event.put("event", kind.event());
    event.setAll(mark(key));
    event.putObject("project").put("project_id", issue.projectId());
    event.putObject("issue").put("id", issue.issueId());
    event.setAll((ObjectNode) kind.fixed());
    event.setAll((ObjectNode) members);
    return event;
  }

  /** What tells the event from others: under a key always the same, so that it is recorded once. */
  private ObjectNode mark(String key) throws InterruptedException {
    String recordId = UUID.randomUUID().toString();
    String now = clock.instant().truncatedTo(ChronoUnit.MILLIS).toString();
    String mark = recordId + " " + now;
    if (key != null) {
      // A key of a client has no space, so that none is taken for this one.
      mark = idempotency.bind(key + " event", mark);
    }
    int space = mark.indexOf(' ');
    return JsonNodeFactory.instance
        .objectNode()
        .put(RECORD_ID, mark.substring(0, space))
        .put(OCCURRED_AT, mark.substring(space + 1));
  }

  private void publish(Context ctx, ObjectNode event, Provenance provenance, IssueReference issue)
      throws InterruptedException, ExecutionException {
    Published published = publisher.publish(JsonAnswer.bytes(event), provenance);
    published.outcome().set("issue", shown(issue));
    published.write(ctx);
  }

  private JsonNode shown(IssueReference issue) {
    try {
      return queries.issue(issue.issueId(), issue.projectId()).issues().stream()
          .findFirst()
          .<JsonNode>map(ViewJson::issue)
          .orElse(JsonNodeFactory.instance.nullNode());
    } catch (NotAvailableException e) {
      LOG.info("an issue cannot be shown now", e);
      return JsonNodeFactory.instance.nullNode();
    }
  }
}
