package dev.handoffledger.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the reader alone can say of documents shaped like those found in the wild. */
class CorpusTest {
  private static final HandoffReader READER = new HandoffReader();

  /** What only a document's session decides. */
  private static final Set<String> DECIDED_LATER = Set.of("conflicting_id", "illegal_transition");

  @ParameterizedTest(name = "{0}")
  @MethodSource("expectations")
  void document_isReadAsExpected(String file, JsonNode expected) throws IOException {
    Reading reading = READER.read(resource(file));

    boolean refusedLater = anyOf(expected.path("reasons"), DECIDED_LATER);
    if (expected.path("outcome").asText().equals("rejected") && !refusedLater) {
      assertRejected(((Reading.Rejected) reading).rejection(), expected);
    } else {
      assertThat(reading).isInstanceOf(Reading.Accepted.class);
      assertAccepted(((Reading.Accepted) reading).handoff(), expected);
    }
  }

  private static void assertRejected(Rejection rejection, JsonNode expected) {
    List<String> codes =
        rejection.problems().stream().map(problem -> problem.reason().code()).toList();
    List<String> pointers = rejection.problems().stream().map(Problem::pointer).toList();
    String messages = rejection.problems().toString();
    assertThat(codes).containsAll(texts(expected.path("reasons")));
    if (expected.has("reasons_any")) {
      assertThat(codes).containsAnyElementsOf(texts(expected.path("reasons_any")));
    }
    assertThat(pointers).containsAll(texts(expected.path("pointers")));
    texts(expected.path("names")).forEach(name -> assertThat(messages).contains(name));
  }

  private static void assertAccepted(Handoff handoff, JsonNode expected) {
    if (expected.has("session")) {
      assertThat(handoff.session()).isEqualTo(expected.path("session").asText());
    }
    if (expected.has("roles")) {
      assertThat(handoff.roles())
          .containsExactlyInAnyOrderElementsOf(texts(expected.path("roles")));
    }
  }

  static Stream<Object[]> expectations() throws IOException {
    List<Object[]> expectations = new ArrayList<>();
    for (JsonNode expected : new ObjectMapper().readTree(resource("EXPECTED.json"))) {
      expectations.add(new Object[] {expected.path("file").asText(), expected});
    }
    return expectations.stream();
  }

  private static boolean anyOf(JsonNode codes, Set<String> wanted) {
    return texts(codes).stream().anyMatch(wanted::contains);
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  private static byte[] resource(String file) throws IOException {
    try (InputStream in = CorpusTest.class.getResourceAsStream("/corpus/" + file)) {
      return in.readAllBytes();
    }
  }
}
