package dev.handoffledger.schemas.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.schemas.internal.SchemaLibrary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IssueReferenceTest {
  private final JsonNode definitions = SchemaLibrary.read("loopops-event.v1.json").path("$defs");

  @Test
  void idsOfIssues_areThoseOfTheSchema() {
    assertThat("^" + IssueReference.ISSUE_ID.pattern() + "$")
        .isEqualTo(definitions.at("/IssueId/pattern").textValue());
    assertThat("^" + IssueReference.FINGERPRINT_PREFIX)
        .isEqualTo(definitions.at("/IssueId/not/pattern").textValue());
  }

  @Test
  void idsOfProjects_areThoseOfTheSchema() {
    assertThat("^" + IssueReference.PROJECT_ID.pattern() + "$")
        .isEqualTo(definitions.at("/ProjectId/pattern").textValue());
  }

  @ParameterizedTest
  @CsvSource({"shop, iss-1, loopops/shop/iss-1", "a/b%, i:1@x, loopops/a%2Fb%25/i%3A1%40x"})
  void session_namesTheIssueAndIsReadBack(String project, String issue, String session) {
    IssueReference reference = new IssueReference(project, issue);

    assertThat(reference.session()).isEqualTo(session);
    assertThat(IssueReference.ofSession(session)).contains(reference);
  }

  @ParameterizedTest
  @ValueSource(strings = {"codelens/a/b", "loopops/a", "loopopsx/a/b"})
  void sessionOfSomethingElse_namesNoIssue(String session) {
    assertThat(IssueReference.ofSession(session)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "if_slow", "a b", "-a"})
  void textThatNoEventCouldSay_isNoIssueId(String text) {
    assertThat(IssueReference.isIssueId(text)).isFalse();
  }
}
