package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.gateway.RequestLimits;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.wire.Reply;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.util.List;

/** {@code POST /v1/handoffs}: publishes one artifact, or many as NDJSON. */
public final class PublishHandler {
  static final String NDJSON = "application/x-ndjson";

  private final RequestLimits limits;
  private final HandoffReader reader;
  private final Submitter submitter;
  private final Idempotency idempotency;
  private final LedgerQueries queries;
  private final Outcomes outcomes;
  private final RequestBodies bodies;
  private final GatewayMetrics metrics;

  public PublishHandler(
      RequestLimits limits,
      HandoffReader reader,
      Submitter submitter,
      Idempotency idempotency,
      LedgerQueries queries,
      GatewayMetrics metrics) {
    this.limits = limits;
    this.reader = reader;
    this.submitter = submitter;
    this.idempotency = idempotency;
    this.queries = queries;
    this.outcomes = new Outcomes(queries);
    this.bodies = new RequestBodies(limits);
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
            publishOne(ctx, body, provenance);
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

  private void publishOne(Context ctx, byte[] artifact, Provenance provenance) throws Exception {
    Route route = Route.of(reader.read(artifact));
    Submitted submitted = submitter.submit(artifact, route, provenance).get();
    metrics.submitted(submitted);
    if (submitted instanceof Submitted.TooLarge) {
      throw HttpProblem.tooLarge("The artifact is larger than Kafka takes; publish a smaller one.");
    }
    if (submitted instanceof Submitted.Unconfirmed) {
      throw HttpProblem.notAvailable(
          "Kafka did not confirm the artifact; publish it again, the ledger tells duplicates.");
    }
    outcomes.awaitProjections(List.of(submitted));
    ctx.header(LedgerPositions.HEADER, queries.position().toString());
    ObjectNode outcome = outcomes.json(route, submitted);
    String id = outcome.path("id").textValue();
    if (id != null) {
      ctx.header("Location", "/v1/handoffs/" + id);
    }
    if (submitted instanceof Submitted.Answered answered) {
      answer(ctx, answered.reply(), outcome);
    } else {
      JsonAnswer.write(ctx, 202, outcome);
    }
  }

  private static void answer(Context ctx, Reply reply, ObjectNode outcome) {
    switch (reply.outcome()) {
      case RECORDED -> JsonAnswer.write(ctx, 201, outcome);
      case DUPLICATE -> JsonAnswer.write(ctx, 200, outcome);
      case REJECTED -> {
        ObjectNode problem =
            ProblemJson.node(
                422,
                "artifact-rejected",
                "The artifact was rejected",
                reply.problems().isEmpty()
                    ? "The artifact breaks a rule of its format."
                    : reply.problems().get(0).message());
        problem.setAll(outcome);
        JsonAnswer.write(ctx, 422, ProblemJson.MEDIA_TYPE, problem);
      }
      default -> throw new IllegalStateException("an artifact was answered as a command");
    }
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
