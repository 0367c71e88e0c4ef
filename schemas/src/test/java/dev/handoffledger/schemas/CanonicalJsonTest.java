package dev.handoffledger.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** RFC 8785 appendix B, but for NaN and Infinity, which no JSON has. */
  @ParameterizedTest
  @CsvSource({
    "0000000000000000, 0",
    "8000000000000000, 0",
    "0000000000000001, 5e-324",
    "8000000000000001, -5e-324",
    "7fefffffffffffff, 1.7976931348623157e+308",
    "ffefffffffffffff, -1.7976931348623157e+308",
    "4340000000000000, 9007199254740992",
    "c340000000000000, -9007199254740992",
    "4430000000000000, 295147905179352830000",
    "44b52d02c7e14af5, 9.999999999999997e+22",
    "44b52d02c7e14af6, 1e+23",
    "44b52d02c7e14af7, 1.0000000000000001e+23",
    "444b1ae4d6e2ef4e, 999999999999999700000",
    "444b1ae4d6e2ef4f, 999999999999999900000",
    "444b1ae4d6e2ef50, 1e+21",
    "3eb0c6f7a0b5ed8c, 9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d, 0.000001",
    "41b3de4355555553, 333333333.3333332",
    "41b3de4355555554, 333333333.33333325",
    "41b3de4355555555, 333333333.3333333",
    "41b3de4355555556, 333333333.3333334",
    "41b3de4355555557, 333333333.33333343",
    "becbf647612f3696, -0.0000033333333333333333",
    "43143ff3c1cb0959, 1424953923781206.2"
  })
  void number_isWrittenAsAppendixBHasIt(String bits, String written) {
    double value = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));

    assertThat(canonical(DoubleNode.valueOf(value))).isEqualTo(written);
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "2.0, 2", "20e-1, 2", "-0, 0", "-0.0, 0", "1E3, 1000", "0.10, 0.1"})
  void numbersOfOneValue_areWrittenAlike(String number, String written)
      throws InvalidJsonException {
    assertThat(canonical(number)).isEqualTo(written);
  }

  @Test
  void members_areSortedAsSection323HasIt() throws InvalidJsonException {
    String sample =
        """
        {
          "\\u20ac": "Euro Sign",
          "\\r": "Carriage Return",
          "\\ufb33": "Hebrew Letter Dalet With Dagesh",
          "1": "One",
          "\\ud83d\\ude00": "Emoji: Grinning Face",
          "\\u0080": "Control",
          "\\u00f6": "Latin Small Letter O With Diaeresis"
        }
        """;

    assertThat(canonical(sample))
        .isEqualTo(
            "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\","
                + "\"ö\":\"Latin Small Letter O With Diaeresis\",\"€\":\"Euro Sign\","
                + "\"😀\":\"Emoji: Grinning Face\","
                + "\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}");
  }

  @Test
  void document_isWrittenAsSection322HasIt() throws InvalidJsonException {
    String sample =
        """
        {
          "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
          "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
          "literals": [null, true, false]
        }
        """;

    // 1E30 is more than StrictJson lets through.
    assertThat(canonical(tree(sample)))
        .isEqualTo(
            "{\"literals\":[null,true,false],"
                + "\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
                + "\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
  }

  @Test
  void controlCharacters_areEscapedInTheirShortestForm() {
    StringBuilder controls = new StringBuilder();
    for (char c = 0; c < 0x20; c++) {
      controls.append(c);
    }

    assertThat(canonical(NODES.textNode(controls.toString())))
        .isEqualTo(
            "\"\\u0000\\u0001\\u0002\\u0003\\u0004\\u0005\\u0006\\u0007\\b\\t\\n\\u000b\\f\\r"
                + "\\u000e\\u000f\\u0010\\u0011\\u0012\\u0013\\u0014\\u0015\\u0016\\u0017\\u0018"
                + "\\u0019\\u001a\\u001b\\u001c\\u001d\\u001e\\u001f\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "\u007f", "\u2028", "é", "e\u0301", "😀", "<>&'"})
  void everyOtherCharacter_isWrittenAsItIs(String text) {
    assertThat(canonical(NODES.textNode(text))).isEqualTo("\"" + text + "\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "{}", "null", "true", "false", "\"\"", "[[],{}]"})
  void smallestValues_areTheirOwnCanonicalForm(String text) throws InvalidJsonException {
    assertThat(canonical(text)).isEqualTo(text);
  }

  @Property
  void orderOfMembers_doesNotChangeTheForm(@ForAll("documents") JsonNode node, @ForAll long seed) {
    assertThat(canonical(shuffled(node, new Random(seed)))).isEqualTo(canonical(node));
  }

  @Property
  void whiteSpace_doesNotChangeTheForm(@ForAll("documents") JsonNode node)
      throws InvalidJsonException {
    assertThat(canonical(node.toPrettyString())).isEqualTo(canonical(node));
  }

  @Property
  void escapes_doNotChangeTheForm(@ForAll("texts") String text) throws InvalidJsonException {
    StringBuilder escaped = new StringBuilder("\"");
    text.chars().forEach(c -> escaped.append("\\u%04X".formatted(c)));

    assertThat(canonical(escaped.append('"').toString()))
        .isEqualTo(canonical(NODES.textNode(text)));
  }

  @Property
  void form_readBackIsTheSameValue(@ForAll("documents") JsonNode node) throws InvalidJsonException {
    assertThat(StrictJson.parse(CanonicalJson.bytes(node))).isEqualTo(node);
  }

  @Property
  void differentValues_haveDifferentForms(
      @ForAll("documents") JsonNode one, @ForAll("documents") JsonNode other) {
    assertThat(canonical(one).equals(canonical(other))).isEqualTo(one.equals(other));
  }

  @Property
  void differentTexts_haveDifferentForms(
      @ForAll("texts") String one, @ForAll("texts") String other) {
    assertThat(canonical(NODES.textNode(one)).equals(canonical(NODES.textNode(other))))
        .isEqualTo(one.equals(other));
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.oneOf(
            Arbitraries.strings().ofMaxLength(8),
            Arbitraries.of("", "a", "\u0000", "\"", "\\", "😀", "\u2028", "é", "e\u0301", "/"))
        .filter(text -> text.codePoints().noneMatch(CanonicalJsonTest::isSurrogate));
  }

  @Provide
  Arbitrary<JsonNode> documents() {
    Arbitrary<JsonNode> leaves =
        Arbitraries.oneOf(
            Arbitraries.of(NODES.nullNode(), NODES.booleanNode(true), NODES.booleanNode(false)),
            Arbitraries.integers().map(NODES::numberNode),
            Arbitraries.integers().map(number -> NODES.numberNode(number + 0.5)),
            texts().map(NODES::textNode));
    return Arbitraries.recursive(() -> leaves, this::container, 0, 3);
  }

  private Arbitrary<JsonNode> container(Arbitrary<JsonNode> inner) {
    Arbitrary<JsonNode> arrays =
        inner.list().ofMaxSize(4).map(items -> NODES.arrayNode().addAll(items));
    Arbitrary<JsonNode> objects =
        Arbitraries.maps(texts(), inner)
            .ofMaxSize(4)
            .map(members -> NODES.objectNode().setAll(members));
    return Combinators.combine(Arbitraries.of(true, false), arrays, objects)
        .as((array, first, second) -> array ? first : second);
  }

  private static boolean isSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  private static JsonNode shuffled(JsonNode node, Random random) {
    if (node.isArray()) {
      var items = NODES.arrayNode();
      node.forEach(item -> items.add(shuffled(item, random)));
      return items;
    }
    if (node.isObject()) {
      List<Map.Entry<String, JsonNode>> members = new ArrayList<>();
      for (Iterator<Map.Entry<String, JsonNode>> all = node.fields(); all.hasNext(); ) {
        members.add(all.next());
      }
      Collections.shuffle(members, random);
      ObjectNode object = NODES.objectNode();
      members.forEach(member -> object.set(member.getKey(), shuffled(member.getValue(), random)));
      return object;
    }
    return node;
  }

  private static String canonical(JsonNode node) {
    return new String(CanonicalJson.bytes(node), UTF_8);
  }

  private static String canonical(String json) throws InvalidJsonException {
    return canonical(StrictJson.parse(json.getBytes(UTF_8)));
  }

  private static JsonNode tree(String json) {
    try {
      return new ObjectMapper().readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the test's own JSON is wrong", e);
    }
  }
}
