package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.schemas.Problem;
import io.javalin.http.Context;
import java.util.List;

/**
 * What the ledger made of a published artifact.
 *
 * @param status the HTTP status that says it: 201 recorded, 200 duplicate, 422 rejected, 202 if no
 *     word came in time
 * @param position how far the projections had read when the outcome was made
 * @param outcome as {@code docs/http.md} shows it; more may be added
 * @param problems why it was rejected
 */
public record Published(
    int status, LedgerPosition position, ObjectNode outcome, List<Problem> problems) {

  public boolean isRejected() {
    return status == 422;
  }

  /** The rejection as a problem document that has the outcome's members too. */
  public ObjectNode rejection() {
    ObjectNode problem =
        ProblemJson.node(
            422,
            "artifact-rejected",
            "The artifact was rejected",
            problems.isEmpty()
                ? "The artifact breaks a rule of its format."
                : problems.get(0).message());
    problem.setAll(outcome);
    return problem;
  }

  /** Answers a request with it. */
  void write(Context ctx) {
    ctx.header(LedgerPositions.HEADER, position.toString());
    String id = outcome.path("id").textValue();
    if (id != null) {
      ctx.header("Location", "/v1/handoffs/" + id);
    }
    if (isRejected()) {
      JsonAnswer.write(ctx, status, ProblemJson.MEDIA_TYPE, rejection());
    } else {
      JsonAnswer.write(ctx, status, outcome);
    }
  }
}
