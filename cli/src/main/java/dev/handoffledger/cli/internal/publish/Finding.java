package dev.handoffledger.cli.internal.publish;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Warning;
import java.util.ArrayList;
import java.util.List;

/**
 * A problem or a warning, as it stands in the server's answers.
 *
 * @param code stable, in snake case
 * @param pointer RFC 6901 JSON pointer; empty for the whole document
 * @param message a sentence
 */
public record Finding(String code, String pointer, String message) {

  public static Finding of(Problem problem) {
    return new Finding(problem.reason().code(), problem.pointer(), problem.message());
  }

  public static Finding of(Warning warning) {
    return new Finding(warning.code(), warning.pointer(), warning.message());
  }

  /** Reads an array of them; none if there is no array. */
  public static List<Finding> listOf(JsonNode array) {
    List<Finding> findings = new ArrayList<>();
    for (JsonNode finding : array) {
      findings.add(
          new Finding(
              finding.path("code").asText(""),
              finding.path("pointer").asText(""),
              finding.path("message").asText("")));
    }
    return List.copyOf(findings);
  }
}
