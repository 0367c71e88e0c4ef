package dev.handoffledger.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.standalone.guarantees.LedgerTopics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every ledger has to say of the corpus, however it was started. */
abstract class CorpusContract {

  /** To which the corpus was published. */
  abstract CorpusLedger ledger();

  @Test
  void outcomes_areOnePerFileInOrder() throws IOException {
    assertThat(ledger().outcomes())
        .extracting(outcome -> Path.of(outcome.path("file").asText()).getFileName().toString())
        .containsExactlyElementsOf(
            CorpusLedger.expectations().stream()
                .map(expected -> expected.path("file").asText())
                .toList());
  }

  @Test
  void exitCode_saysThatSomeWereRejected() {
    assertThat(ledger().exitCode()).isEqualTo(1);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void file_becomesWhatIsExpected(String file, JsonNode expected, int index) {
    JsonNode outcome = ledger().outcomes().get(index);

    assertThat(outcome.path("outcome")).isEqualTo(expected.path("outcome"));
    for (String member : List.of("session", "fact")) {
      if (expected.has(member)) {
        assertThat(outcome.path(member)).isEqualTo(expected.path(member));
      }
    }
    if (expected.has("roles")) {
      assertThat(texts(outcome.path("roles"))).isEqualTo(texts(expected.path("roles")));
    }
    assertThat(texts(outcome.path("problems"), "code"))
        .containsAll(texts(expected.path("reasons")));
    if (expected.has("reasons_any")) {
      assertThat(texts(outcome.path("problems"), "code"))
          .containsAnyElementsOf(texts(expected.path("reasons_any")));
    }
    assertThat(texts(outcome.path("problems"), "pointer"))
        .containsAll(texts(expected.path("pointers")));
    for (String name : texts(expected.path("names"))) {
      assertThat(outcome.path("problems").toString()).contains(name);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void link_isInTheEndWhatIsExpected(String file, JsonNode expected, int index) throws Exception {
    String wanted = expected.path("link_final").asText(expected.path("link").asText(""));
    if (wanted.isEmpty()) {
      return;
    }
    String id = ledger().outcomes().get(index).path("id").asText();
    LedgerTopics.await(
        file + " is " + wanted,
        30,
        () -> ledger().getJson("/v1/handoffs/" + id).at("/link/status").asText().equals(wanted));
  }

  static Stream<Object[]> files() throws IOException {
    List<JsonNode> expectations = CorpusLedger.expectations();
    List<Object[]> files = new ArrayList<>();
    for (int i = 0; i < expectations.size(); i++) {
      files.add(new Object[] {expectations.get(i).path("file").asText(), expectations.get(i), i});
    }
    return files.stream();
  }

  private static Set<String> texts(JsonNode array) {
    Set<String> texts = new HashSet<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  static Set<String> texts(JsonNode array, String member) {
    Set<String> texts = new HashSet<>();
    array.forEach(object -> texts.add(object.path(member).asText()));
    return texts;
  }
}
