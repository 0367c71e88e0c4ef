package dev.handoffledger.schemas.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.schemas.WorkRejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** (ours) A KXM manifest that a critic failed, that dispatches a fix, or that was rejected. */
final class KxmRejection {
  private KxmRejection() {}

  static Optional<WorkRejection> of(JsonNode manifest, String status) {
    List<JsonNode> failures = failures(manifest);
    boolean fix = manifest.path("intent").asText().equals("dispatch_fix");
    boolean rejected = "rejected".equals(status);
    if (failures.isEmpty() && !fix && !rejected) {
      return Optional.empty();
    }
    List<String> next = next(manifest);
    return Optional.of(
        new WorkRejection(
            failures.isEmpty() && !rejected ? WorkRejection.WARN : WorkRejection.ERROR,
            failures.isEmpty()
                ? RejectionText.title(fix ? "Fix dispatched" : "Rejected", next.stream())
                : title(failures),
            RejectionText.firstOf(RejectionText.said(manifest.at("/source/harness"))),
            RejectionText.text(
                failures.stream().flatMap(failure -> summary(failure).stream()).toList()),
            RejectionText.text(next),
            WorkRejection.FEEDBACK_RATE));
  }

  private static List<JsonNode> failures(JsonNode manifest) {
    List<JsonNode> failures = new ArrayList<>();
    for (JsonNode verdict : manifest.at("/verificationEvidence/criticVerdicts")) {
      if (verdict.path("verdict").asText().equals("FAIL")) {
        failures.add(verdict);
      }
    }
    return failures;
  }

  /** Of the first critic who says why, else of the first. */
  private static String title(List<JsonNode> failures) {
    JsonNode failure =
        failures.stream()
            .filter(candidate -> !summary(candidate).isEmpty())
            .findFirst()
            .orElse(failures.get(0));
    return RejectionText.title(
        "Critic " + failure.path("critic").textValue() + " failed",
        Stream.of(failure.path("summary").asText()));
  }

  private static List<String> summary(JsonNode verdict) {
    return RejectionText.said(verdict.path("summary"));
  }

  private static List<String> next(JsonNode manifest) {
    List<String> action = RejectionText.said(manifest.at("/suggestedNextStep/action"));
    return action.isEmpty() ? RejectionText.saidIn(manifest.path("openQuestions")) : action;
  }
}
