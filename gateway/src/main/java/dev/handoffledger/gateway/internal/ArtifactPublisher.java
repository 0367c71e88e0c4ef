package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.wire.Reply;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** Publishes one artifact and says what the ledger made of it. */
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
   * Publishes an artifact, good or bad, and waits for what the ledger makes of it.
   *
   * @throws HttpProblem 413 if Kafka does not take it, 503 if Kafka does not confirm it
   */
  public Published publish(byte[] artifact, Provenance provenance)
      throws InterruptedException, ExecutionException {
    Route route = Route.of(reader.read(artifact));
    Submitted submitted = submitter.submit(artifact, route, provenance).get();
    metrics.submitted(submitted);
    if (submitted instanceof Submitted.TooLarge) {
      throw HttpProblem.tooLarge("The artifact is larger than Kafka takes; publish a smaller one.");
    }
    if (submitted instanceof Submitted.Unconfirmed unconfirmed) {
      throw HttpProblem.notAvailable(unconfirmed.advice());
    }
    outcomes.awaitProjections(List.of(submitted));
    LedgerPosition position = queries.position();
    ObjectNode outcome = outcomes.json(route, submitted);
    if (submitted instanceof Submitted.Answered answered) {
      Reply reply = answered.reply();
      return new Published(status(reply), position, outcome, reply.problems());
    }
    return new Published(202, position, outcome, List.of());
  }

  private static int status(Reply reply) {
    return switch (reply.outcome()) {
      case RECORDED -> 201;
      case DUPLICATE -> 200;
      case REJECTED -> 422;
      default -> throw new IllegalStateException("an artifact was answered as a command");
    };
  }
}
