package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.wire.Reply;
import dev.handoffledger.schemas.wire.ReplyCodec;
import java.util.List;

/**
 * Why a request about a lease was not done. Each has its type's last part as {@code code} too. What
 * artifacts and clients call themselves stands in members of its own, never in a sentence.
 */
final class LeaseProblems {
  private static final String LOOK_AGAIN_SECONDS = "5";

  private LeaseProblems() {}

  static HttpProblem of(int status, String type, String title, String detail) {
    return new HttpProblem(status, type, title, detail)
        .withMember("code", TextNode.valueOf(code(type)));
  }

  /** A problem's type as a code, for example {@code not_open}. */
  static String code(String type) {
    return type.replace('-', '_');
  }

  /** The ledger refused. */
  static HttpProblem refused(Reply reply) {
    return refused(reply.refusal())
        .withMember("ended", reply.ended() == null ? none() : ReplyCodec.node(reply.ended()))
        .withMember("lease", ViewJson.lease(reply.lease()));
  }

  static HttpProblem unknownToken() {
    return of(
        404,
        "unknown-token",
        "The token is not known",
        "This is no token of a lease; give it as the answer to the claim has it.");
  }

  static HttpProblem lacksCapabilities(HandoffView handoff, List<String> missing) {
    return of(
            409,
            "lacks-capabilities",
            "The handoff asks for other capabilities",
            "The members say what the handoff asks for and what of it is missing; claim another, or"
                + " state the capabilities if you have them.")
        .withMember("required_capabilities", ViewJson.texts(handoff.requiredCapabilities()))
        .withMember("missing", ViewJson.texts(missing));
  }

  /** The ledger did not understand a command that the gateway let through. */
  static HttpProblem rejected(List<Problem> problems) {
    return of(
            422,
            "command-rejected",
            "The command was rejected",
            problems.isEmpty()
                ? "The ledger did not understand the command."
                : problems.get(0).message())
        .withMember("problems", ViewJson.list(problems, ViewJson::problem));
  }

  static HttpProblem nothingToClaim(RoleClaims.Wanted wanted, OpenCounts open) {
    return of(404, "nothing-to-claim", "Nothing to claim", sentence(wanted, open))
        .withMember("waited_for", waitedFor(wanted))
        .withMember(
            "waited_seconds", JsonNodeFactory.instance.numberNode(wanted.patience().toSeconds()))
        .withMember("open", open.json())
        .withHeader("Retry-After", LOOK_AGAIN_SECONDS);
  }

  private static String sentence(RoleClaims.Wanted wanted, OpenCounts open) {
    long seconds = wanted.patience().toSeconds();
    return "Nothing could be claimed "
        + (seconds == 0 ? "now" : "within " + seconds + " seconds")
        + ". Open for the role: "
        + open.text()
        + ".";
  }

  private static ObjectNode waitedFor(RoleClaims.Wanted wanted) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("role", wanted.filter().role());
    node.set("capabilities", ViewJson.texts(List.copyOf(wanted.filter().capabilities())));
    node.set("kinds", ViewJson.texts(List.copyOf(wanted.filter().kinds())));
    node.set("sessions", ViewJson.texts(List.copyOf(wanted.filter().sessions())));
    return node;
  }

  private static HttpProblem refused(Reply.Refusal refusal) {
    return switch (refusal) {
      case UNKNOWN_HANDOFF ->
          of(404, "unknown-handoff", "The handoff is not known", "There is no such handoff.");
      case UNKNOWN_TOKEN -> unknownToken();
      case NOT_OPEN ->
          conflict(
              "not-open",
              "Nobody has to act on the handoff",
              "It is done, or in quarantine, or was for nobody; claim another.");
      case WITHHELD ->
          conflict(
              "withheld",
              "The handoff waits for its parent",
              "It has not been given to its roles yet; claim another, or ask again later.");
      case HELD ->
          conflict(
              "held",
              "Somebody else holds the handoff",
              "The lease says who, and until when; claim another, or ask again once it has ended.");
      case ESCALATED ->
          conflict(
              "escalated",
              "The handoff is for a person",
              "It was given out too often; a person claims it in the role human.");
      case LEASE_ENDED ->
          conflict(
              "lease-ended",
              "The lease has ended",
              "Stop the work under this token: ended says when and how its lease ended, and lease"
                  + " who holds the handoff now.");
    };
  }

  private static HttpProblem conflict(String type, String title, String detail) {
    return of(409, type, title, detail);
  }

  private static JsonNode none() {
    return JsonNodeFactory.instance.nullNode();
  }
}
