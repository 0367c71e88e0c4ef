package dev.handoffledger.gateway.internal;

import dev.handoffledger.projections.PeerQuestions;
import dev.handoffledger.projections.PeerSecret;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;

/** Where other gateways ask for what the projections of this one have. */
public final class PeerRoute {
  private static final String BYTES = "application/octet-stream";

  private final PeerQuestions questions;
  private final PeerSecret secret;

  /**
   * @param secret that whoever asks must show
   */
  public PeerRoute(PeerQuestions questions, PeerSecret secret) {
    this.questions = questions;
    this.secret = secret;
  }

  public void register(RoutesConfig routes) {
    routes.post(PeerQuestions.PATH, this::answer);
  }

  private void answer(Context ctx) throws IOException, InterruptedException {
    if (!secret.isShownBy(ctx.header("Authorization"))) {
      throw new HttpProblem(
              401,
              "unauthorized",
              "Who asks is not known",
              "Only the gateways of this ledger ask here. Give all of them the same"
                  + " handoff.peers.secret.")
          .withHeader("WWW-Authenticate", "Bearer");
    }
    // No page of a browser may send this type unasked.
    if (!BYTES.equals(ctx.contentType())) {
      throw HttpProblem.unsupportedMediaType(
          "Only other gateways ask here, and they send " + BYTES + ".");
    }
    byte[] question = ctx.req().getInputStream().readNBytes(PeerQuestions.MAX_BYTES + 1);
    try {
      ctx.contentType(BYTES).result(questions.answer(question));
    } catch (IllegalArgumentException e) {
      throw new HttpProblem(
          400,
          "bad-request",
          "This is no question of another gateway",
          "The gateways of a ledger must be of one version.");
    }
  }
}
