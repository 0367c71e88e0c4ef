package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.wire.Reply;
import io.javalin.http.Context;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/** Publishes one artifact and answers what the ledger made of it. */
public final class ArtifactPublisher {
  private final HandoffReader reader;
  private final Submitter submitter;
  private final LedgerQueries queries;
  private final Outcomes outcomes;
  private final GatewayMetrics metrics;

  public ArtifactPublisher(
      HandoffReader reader, Submitter submitter, LedgerQueries queries, GatewayMetrics metrics) {
    this.reader = reader;
    this.submitter = submitter;
    this.queries = queries;
    this.outcomes = new Outcomes(queries);
    this.metrics = metrics;
  }

  /**
   * Publishes and answers: 201 recorded, 200 duplicate, 422 rejected, 202 if no word came in time.
   *
   * @param more adds to what is told
   * @throws HttpProblem 413 if Kafka does not take it, 503 if Kafka does not confirm it
   */
  void publish(Context ctx, byte[] artifact, Provenance provenance, Consumer<ObjectNode> more)
      throws InterruptedException, ExecutionException {
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
    more.accept(outcome);
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
}
