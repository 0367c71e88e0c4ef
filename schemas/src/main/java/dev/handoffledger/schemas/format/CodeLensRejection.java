package dev.handoffledger.schemas.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.schemas.WorkRejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** (ours) A CodeLens verdict that asks for changes or blocks. */
final class CodeLensRejection {
  private CodeLensRejection() {}

  static Optional<WorkRejection> of(JsonNode verdict) {
    return switch (verdict.at("/payload/decision").asText()) {
      case "request_changes" ->
          Optional.of(rejection(verdict, WorkRejection.WARN, "Changes requested"));
      case "block" -> Optional.of(rejection(verdict, WorkRejection.ERROR, "Blocked"));
      default -> Optional.empty();
    };
  }

  private static WorkRejection rejection(JsonNode verdict, String severity, String decided) {
    JsonNode changes = verdict.at("/payload/requested_changes");
    List<String> statements = new ArrayList<>();
    List<String> items = new ArrayList<>();
    for (JsonNode change : changes) {
      for (String statement : RejectionText.said(change.path("statement"))) {
        statements.add(statement);
        items.add("- " + RejectionText.line(statement) + place(change.path("target_path")));
      }
    }
    List<String> rationale = RejectionText.said(verdict.at("/payload/rationale"));
    List<String> producer = new ArrayList<>();
    producer.addAll(RejectionText.said(verdict.at("/producer/client_name")));
    producer.addAll(RejectionText.said(verdict.at("/producer/role")));
    return new WorkRejection(
        severity,
        RejectionText.title(decided, Stream.concat(statements.stream(), rationale.stream())),
        RejectionText.firstOf(producer),
        RejectionText.text(rationale),
        RejectionText.text(items),
        WorkRejection.FEEDBACK_RATE);
  }

  private static String place(JsonNode targetPath) {
    return RejectionText.said(targetPath).stream()
        .map(path -> " (" + RejectionText.line(path) + ")")
        .findFirst()
        .orElse("");
  }
}
