package dev.handoffledger.projections.issue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The diagnosis by events: the first one freezes the identity, the newest gives the texts.
 *
 * @param newestFirst at least one
 */
record EventDiagnosis(List<RecordedEvent> newestFirst) implements Diagnosis {

  private RecordedEvent newest() {
    return newestFirst.get(0);
  }

  private RecordedEvent first() {
    return newestFirst.get(newestFirst.size() - 1);
  }

  @Override
  public Fingerprint fingerprint() {
    return Fingerprint.ofDiagnosis(first());
  }

  @Override
  public String issueId() {
    return first().requiredText("/issue/id");
  }

  @Override
  public String title() {
    return newest().requiredText("/issue/title");
  }

  @Override
  public String severity() {
    return newest().requiredText("/issue/severity");
  }

  @Override
  public String issueClass() {
    return newest().text("/issue/issue_class").orElse(null);
  }

  @Override
  public String harnessArea() {
    return newest().text("/issue/harness_area").orElse(null);
  }

  @Override
  public JsonNode priority() {
    return newestThatSays(diagnosis -> diagnosis.number("/issue/priority"));
  }

  @Override
  public ProjectDetails project() {
    return new ProjectDetails(
        newestThatSays(diagnosis -> diagnosis.text("/project/name")),
        newestWithMember("/project/default_environment"),
        newestWithMember("/project/environment"),
        newestWithMember("/project/repository_full_name"),
        newestWithMember("/project/repository_url"));
  }

  @Override
  public Instant diagnosedAt() {
    return newest().time();
  }

  @Override
  public String diagnosedBy() {
    return newest().requiredText("/diagnosed_by");
  }

  @Override
  public String hypothesis() {
    return newest().text("/hypothesis").orElse(null);
  }

  @Override
  public String recommendedNext() {
    return newest().requiredText("/recommended_next");
  }

  @Override
  public String successDefinition() {
    return newest().requiredText("/success_criteria/definition");
  }

  @Override
  public String metric() {
    return newest().requiredText("/success_criteria/metric");
  }

  @Override
  public String guidance() {
    return newestThatSays(diagnosis -> diagnosis.text("/success_criteria/guidance"));
  }

  private <T> T newestThatSays(Function<RecordedEvent, Optional<T>> what) {
    return newestFirst.stream()
        .flatMap(diagnosis -> what.apply(diagnosis).stream())
        .findFirst()
        .orElse(null);
  }

  /** An explicit null takes back what an older diagnosis said. */
  private String newestWithMember(String pointer) {
    return newestFirst.stream()
        .filter(diagnosis -> diagnosis.has(pointer))
        .findFirst()
        .flatMap(diagnosis -> diagnosis.text(pointer))
        .orElse(null);
  }
}
