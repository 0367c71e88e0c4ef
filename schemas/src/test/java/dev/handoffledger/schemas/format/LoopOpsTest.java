package dev.handoffledger.schemas.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class LoopOpsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Property
  void session_givesBackProjectAndIssue(
      @ForAll("texts") String project, @ForAll("texts") String issue) {
    String[] parts = LoopOps.session(document(project, issue)).orElseThrow().split("/", -1);

    assertThat(parts).hasSize(3);
    assertThat(decoded(parts[1])).isEqualTo(project);
    assertThat(decoded(parts[2])).isEqualTo(issue);
  }

  @Property
  void session_isOfUnreservedCharactersAndEscapesAlone(@ForAll("texts") String issue) {
    assertThat(LoopOps.session(document("p", issue)).orElseThrow())
        .matches("loopops/p/(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})*");
  }

  @Test
  void documentWithoutAnIssue_namesNoSession() {
    assertThat(LoopOps.session(JSON.valueToTree(Map.of("project", Map.of("project_id", "p")))))
        .isEmpty();
  }

  @Test
  void documentWhoseIssueIsNoText_namesNoSession() {
    assertThat(LoopOps.session(document("p", 7))).isEmpty();
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.strings()
        .all()
        .filter(text -> StandardCharsets.UTF_8.newEncoder().canEncode(text));
  }

  private static JsonNode document(String project, Object issue) {
    return JSON.valueToTree(
        Map.of("project", Map.of("project_id", project), "issue", Map.of("id", issue)));
  }

  private static String decoded(String part) {
    return URLDecoder.decode(part, StandardCharsets.UTF_8);
  }
}
