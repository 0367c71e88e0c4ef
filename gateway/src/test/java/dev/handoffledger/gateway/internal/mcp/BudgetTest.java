package dev.handoffledger.gateway.internal.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.handoffledger.gateway.internal.HttpProblem;
import dev.handoffledger.projections.Page;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class BudgetTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Budget SMALLEST = Budget.ofCall(Budget.LEAST);
  private static final Set<String> OF_THE_CUT = Set.of("notice", "part", "more", "next_cursor");

  @Property(tries = 150)
  void anyAnswer_isWithinItsBudgetAndItsPartsMakeAllOfIt(
      @ForAll("documents") ObjectNode members, @ForAll("lists") List<JsonNode> items) {
    Answer answer = Answer.fromOthers(members).followedBy(listing(items));

    ObjectNode put = walk(answer);

    ObjectNode all = members.deepCopy();
    all.set("items", array(items));
    assertThat(put).isEqualTo(all);
  }

  @Test
  void shortAnswer_isGivenWholeAndSaysNothingOfMore() {
    ObjectNode members = object().put("a", 1);

    assertThat(SMALLEST.fit(Answer.of(members), null)).isEqualTo(members);
  }

  @Test
  void cutAnswer_saysSoAndWhereItGoesOn() {
    ObjectNode cut = SMALLEST.fit(Answer.of(object().put("text", "x".repeat(9000))), null);

    assertThat(cut.path("more").textValue()).contains("next_cursor");
    assertThat(cut.at("/part/member").textValue()).isEqualTo("text");
    assertThat(cut.at("/part/of").intValue()).isEqualTo(9002);
    assertThat(cut.path("next_cursor").isTextual()).isTrue();
  }

  @Test
  void answerThatNoCallContinues_saysSoWithoutACursor() {
    Budget budget = Budget.cutting(Budget.LEAST, "There is more.");

    ObjectNode cut = budget.fit(Answer.of(object().put("text", "x".repeat(9000))), null);

    assertThat(cut.path("more").textValue()).isEqualTo("There is more.");
    assertThat(cut.has("next_cursor")).isFalse();
  }

  @Test
  void textThatHasChangedSince_isNotContinued() {
    ObjectNode cut = SMALLEST.fit(Answer.of(object().put("text", "x".repeat(9000))), null);
    Cursor cursor = Cursor.parse(cut.path("next_cursor").textValue());

    assertThatThrownBy(
            () -> SMALLEST.fit(Answer.of(object().put("text", "y".repeat(9000))), cursor))
        .isInstanceOfSatisfying(
            HttpProblem.class, problem -> assertThat(problem.type()).isEqualTo("answer-changed"));
  }

  @Test
  void cursorOfAnotherQuestion_isRefused() {
    ObjectNode cut = SMALLEST.fit(Answer.of(object().put("text", "x".repeat(9000))), null);
    Cursor cursor = Cursor.parse(cut.path("next_cursor").textValue());

    assertThatThrownBy(() -> SMALLEST.fit(Answer.of(object().put("other", "x")), cursor))
        .isInstanceOf(HttpProblem.class)
        .hasMessageContaining("cursor");
  }

  @Property(tries = 100)
  void textThatNoAnswerGave_isNoCursor(@ForAll String text) {
    assertThatThrownBy(() -> Cursor.parse(text))
        .isInstanceOf(HttpProblem.class)
        .hasMessageContaining("next_cursor");
  }

  @Provide
  Arbitrary<ObjectNode> documents() {
    return Arbitraries.oneOf(values(12_000), values(12_000), arrays(6_000))
        .list()
        .ofMaxSize(4)
        .map(
            values -> {
              ObjectNode members = object();
              values.forEach(value -> members.set("m" + members.size(), value));
              return members;
            });
  }

  @Provide
  Arbitrary<List<JsonNode>> lists() {
    return values(5_000).list().ofMaxSize(8);
  }

  private static Arbitrary<JsonNode> arrays(int maxLength) {
    return values(maxLength).list().ofMaxSize(6).map(BudgetTest::array);
  }

  /** Texts and objects with one, of characters that take one or more when they are written. */
  private static Arbitrary<JsonNode> values(int maxLength) {
    Arbitrary<JsonNode> texts =
        Arbitraries.of("a", "\"\\", "\u202e", "\ud83d\ude00", "\n", "é")
            .flatMap(unit -> Arbitraries.integers().between(0, maxLength / 2).map(unit::repeat))
            .map(TextNode::valueOf);
    return Arbitraries.oneOf(texts, texts.map(text -> object().set("text", text)));
  }

  /** Calls until there is no more, as an agent does, and puts together what was given. */
  private static ObjectNode walk(Answer answer) {
    ObjectNode put = object();
    answer
        .members()
        .properties()
        .forEach(
            member -> {
              if (member.getValue().isArray()) {
                put.putArray(member.getKey());
              }
            });
    put.putArray("items");
    StringBuilder text = new StringBuilder();
    Cursor cursor = null;
    do {
      ObjectNode given = SMALLEST.fit(answer, cursor);
      assertThat(SafeJson.of(given).length()).isLessThanOrEqualTo(Budget.LEAST);
      given
          .properties()
          .forEach(
              member -> {
                if (!OF_THE_CUT.contains(member.getKey())) {
                  put(put, member.getKey(), member.getValue());
                }
              });
      JsonNode part = given.path("part");
      if (part.has("text")) {
        text.append(part.path("text").textValue());
        if (part.path("to").equals(part.path("of"))) {
          putText(put, part, text.toString());
          text.setLength(0);
        }
      }
      JsonNode next = given.path("next_cursor");
      cursor = next.isTextual() ? Cursor.parse(next.textValue()) : null;
    } while (cursor != null);
    assertThat(text).isEmpty();
    return put;
  }

  private static void put(ObjectNode put, String name, JsonNode value) {
    if (put.path(name).isArray()) {
      ((ArrayNode) put.get(name)).addAll((ArrayNode) value);
    } else {
      put.set(name, value);
    }
  }

  private static void putText(ObjectNode put, JsonNode part, String text) {
    JsonNode value;
    try {
      value = JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError("the parts make no JSON", e);
    }
    String name = part.path("member").textValue();
    if (put.path(name).isArray()) {
      ((ArrayNode) put.get(name)).add(value);
    } else {
      put.set(name, value);
    }
  }

  private static Answer.Listing listing(List<JsonNode> items) {
    return new Answer.Listing(
        "items",
        (cursor, limit) -> {
          int from = cursor == null ? 0 : Integer.parseInt(cursor);
          int to = Math.min(items.size(), from + limit);
          return new Page<>(
              items.subList(from, to), to < items.size() ? Integer.toString(to) : null);
        });
  }

  private static ArrayNode array(List<JsonNode> items) {
    return JsonNodeFactory.instance.arrayNode().addAll(items);
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
