package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.gateway.RequestLimits;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.schemas.HandoffReader;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;

/** {@code POST /v1/handoffs}: publishes one artifact, or many as NDJSON. */
public final class PublishHandler {
  static final String NDJSON = "application/x-ndjson";

  private final RequestLimits limits;
  private final HandoffReader reader;
  private final Submitter submitter;
  private final Idempotency idempotency;
  private final LedgerQueries queries;
  private final Outcomes outcomes;
  private final ArtifactPublisher publisher;
  private final RequestBodies bodies;
  private final GatewayMetrics metrics;

  public PublishHandler(
      RequestLimits limits,
      HandoffReader reader,
      Submitter submitter,
      Idempotency idempotency,
      ArtifactPublisher publisher,
      LedgerQueries queries,
      RequestBodies bodies,
      GatewayMetrics metrics) {
    this.limits = limits;
    this.reader = reader;
    this.submitter = submitter;
    this.idempotency = idempotency;
    this.queries = queries;
    this.outcomes = new Outcomes(queries);
    this.publisher = publisher;
    this.bodies = bodies;
    this.metrics = metrics;
  }

  public void register(RoutesConfig routes) {
    routes.post("/v1/handoffs", this::publish);
  }

  private void publish(Context ctx) throws Exception {
    QueryParameters.of(ctx);
    boolean batch = isBatch(ctx);
    Provenance provenance = Provenance.of(ctx);
    int limit = batch ? limits.batchBytes() : limits.artifactBytes();
    bodies.read(
        ctx,
        limit,
        body -> {
          if (provenance.idempotencyKey() != null) {
            idempotency.claim(provenance.idempotencyKey(), ctx.req().getMethod(), body);
          }
          if (batch) {
            publishBatch(ctx, body, provenance);
          } else {
            publisher.publish(body, provenance).write(ctx);
          }
        });
  }

  /**
   * Whether the body is NDJSON.
   *
   * @throws HttpProblem 415 if it is neither that nor JSON. A web page can send neither type to
   *     another origin without asking first, and is never told yes.
   */
  private static boolean isBatch(Context ctx) {
    BodyType.refuseEncoded(ctx);
    if (BodyType.is(ctx, NDJSON)) {
      return true;
    }
    if (BodyType.is(ctx, JsonAnswer.MEDIA_TYPE)) {
      return false;
    }
    throw HttpProblem.unsupportedMediaType(
        "Send one artifact as application/json, or one a line as " + NDJSON + ", in UTF-8.");
  }

  private void publishBatch(Context ctx, byte[] body, Provenance provenance) throws Exception {
    Batch batch =
        Batch.of(
            body,
            limits.batchLines(),
            limits.artifactBytes(),
            artifact -> Route.of(reader.read(artifact)));
    batch.run((artifact, route) -> submitter.submit(artifact, route, provenance));
    batch.lines().forEach(line -> metrics.submitted(line.submitted()));
    outcomes.awaitProjections(batch.lines().stream().map(Batch.Line::submitted).toList());
    ctx.status(200)
        .contentType(NDJSON)
        .header(LedgerPositions.HEADER, queries.position().toString());
    // Written only once it is whole: an error on the way must not end up inside an answer.
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    for (Batch.Line line : batch.lines()) {
      ObjectNode outcome = outcomes.json(line.route(), line.submitted());
      outcome.put("line", line.number());
      answer.writeBytes(JsonAnswer.bytes(outcome));
      answer.write('\n');
    }
    ctx.result(answer.toByteArray());
  }
}
