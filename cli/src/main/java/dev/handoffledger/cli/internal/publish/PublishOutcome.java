package dev.handoffledger.cli.internal.publish;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * What became of one artifact: a line of {@code publish -o json}.
 *
 * @param file the file's name as given, with {@code :} and the number if it is a line; {@code -}
 *     for standard input
 * @param outcome {@code recorded}, {@code duplicate}, {@code rejected} or {@code pending}
 * @param fact {@code recorded} or {@code status}, or null
 * @param id the handoff id, or null
 * @param session or null
 * @param kind or null
 * @param seq of the fact, or null
 * @param roles whom it is for
 * @param link {@code root}, {@code linked}, {@code pending} or {@code mismatch}, or null
 * @param problems why it was rejected
 * @param warnings what its readers should know
 */
@JsonPropertyOrder({
  "file",
  "outcome",
  "fact",
  "id",
  "session",
  "kind",
  "seq",
  "roles",
  "link",
  "problems",
  "warnings"
})
public record PublishOutcome(
    String file,
    String outcome,
    String fact,
    String id,
    String session,
    String kind,
    Long seq,
    List<String> roles,
    String link,
    List<Finding> problems,
    List<Finding> warnings) {
  public static final String RECORDED = "recorded";
  public static final String DUPLICATE = "duplicate";
  public static final String REJECTED = "rejected";
  public static final String PENDING = "pending";

  /** What {@code validate} says of an artifact without a problem; never a server's word. */
  public static final String VALID = "valid";

  /** Reads the server's outcome. */
  public static PublishOutcome of(String file, JsonNode outcome) {
    List<String> roles = new ArrayList<>();
    outcome.path("roles").forEach(role -> roles.add(role.asText()));
    return new PublishOutcome(
        file,
        text(outcome, "outcome"),
        text(outcome, "fact"),
        text(outcome, "id"),
        text(outcome, "session"),
        text(outcome, "kind"),
        outcome.path("seq").isIntegralNumber() ? outcome.get("seq").longValue() : null,
        List.copyOf(roles),
        text(outcome.path("link"), "status"),
        Finding.listOf(outcome.path("problems")),
        Finding.listOf(outcome.path("warnings")));
  }

  /** The outcome of an artifact that is larger than the ledger takes. */
  public static PublishOutcome tooLarge(String file, String message) {
    return rejected(file, List.of(new Finding("too_large", "", message)));
  }

  /** The outcome of an artifact that is not recorded. */
  public static PublishOutcome rejected(String file, List<Finding> problems) {
    return new PublishOutcome(
        file, REJECTED, null, null, null, null, null, List.of(), null, problems, List.of());
  }

  private static String text(JsonNode object, String member) {
    return object.path(member).isTextual() ? object.get(member).textValue() : null;
  }
}
