package dev.handoffledger.schemas.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaCheckTest {
  private static final String DRAFT_7 = "http://json-schema.org/draft-07/schema#";
  private static final String DRAFT_2020_12 = "https://json-schema.org/draft/2020-12/schema";
  private static final SchemaLibrary LIBRARY = new SchemaLibrary();

  @Nested
  class Integers {
    @ParameterizedTest
    @ValueSource(strings = {"2", "2.0", "2e0", "20e-1", "-2.0", "-0.0"})
    void numberWithoutFraction_isAnInteger(String number) {
      assertThat(problems("{'type':'integer'}", number)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.5", "2e-1", "'2'", "null", "true"})
    void anythingElse_isNoInteger(String value) {
      assertThat(problems("{'type':'integer'}", value))
          .extracting(Problem::message)
          .containsExactly("This must be of type integer.");
    }

    @Test
    void numberWithoutFraction_equalsAConstantInteger() {
      assertThat(problems("{'const':1}", "1.0")).isEmpty();
    }

    @Test
    void numberWithoutFraction_isOneOfTheIntegersListed() {
      assertThat(problems("{'enum':[1,2]}", "2.0")).isEmpty();
    }
  }

  @Nested
  class Alternatives {
    @ParameterizedTest
    @ValueSource(strings = {"oneOf", "anyOf"})
    void textOrNull_isToldToBeAText(String keyword) {
      assertThat(
              problems(
                  "{'properties':{'a':{'%s':[{'type':'null'},{'type':'string'}]}}}"
                      .formatted(keyword),
                  "{'a':5}"))
          .extracting(Problem::pointer, Problem::message)
          .containsExactly(tuple("/a", "This must be of type string."));
    }

    @Test
    void objectOrNull_isToldWhatTheObjectLacks() {
      assertThat(
              problems(
                  "{'properties':{'a':{'oneOf':[{'type':'null'},"
                      + "{'type':'object','required':['b'],'properties':{'c':{'type':'string'}}}]}}}",
                  "{'a':{'c':1}}"))
          .extracting(Problem::pointer, Problem::message)
          .containsExactlyInAnyOrder(
              tuple("/a", "The member \"b\" is missing; add it."),
              tuple("/a/c", "This must be of type string."));
    }

    @Test
    void referredObjectOrNull_isToldWhatTheObjectLacks() {
      assertThat(
              problems(
                  "{'$defs':{'B':{'type':'object','required':['b']}},"
                      + "'properties':{'a':{'oneOf':[{'$ref':'#/$defs/B'},{'type':'null'}]}}}",
                  "{'a':{}}"))
          .extracting(Problem::pointer, Problem::message)
          .containsExactly(tuple("/a", "The member \"b\" is missing; add it."));
    }

    @Test
    void nullOrText_takesNull() {
      assertThat(problems("{'anyOf':[{'type':'null'},{'type':'string'}]}", "null")).isEmpty();
    }

    @Test
    void valueOfBothForms_isAProblemOfItsOwn() {
      assertThat(
              problems(
                  "{'properties':{'a':{'oneOf':[{'type':'string'},{'minLength':1}]},"
                      + "'b':{'type':'string'}}}",
                  "{'a':'x','b':1}"))
          .extracting(Problem::pointer)
          .containsExactlyInAnyOrder("/a", "/b");
    }

    @Test
    void nullThatIsTheOnlyForm_isAskedFor() {
      assertThat(problems("{'properties':{'a':{'type':'null'}}}", "{'a':1}"))
          .extracting(Problem::pointer, Problem::message)
          .containsExactly(tuple("/a", "This must be of type null."));
    }
  }

  @Nested
  class Conditions {
    private static final String IF_THEN =
        "{'if':{'required':['s'],'properties':{'s':{'const':'approved'}}},"
            + "'then':{'required':['by'],'properties':{'by':{'type':'string'}}}}";

    @Test
    void memberThatTheConditionAsksFor_isNamed() {
      assertThat(problems(IF_THEN, "{'s':'approved'}"))
          .extracting(Problem::pointer, Problem::message)
          .containsExactly(tuple("", "The member \"by\" is missing; add it."));
    }

    @Test
    void typeThatTheConditionAsksFor_isNamed() {
      assertThat(problems(IF_THEN, "{'s':'approved','by':null}"))
          .extracting(Problem::pointer, Problem::message)
          .containsExactly(tuple("/by", "This must be of type string."));
    }

    @Test
    void conditionNotMet_isNoProblem() {
      assertThat(problems(IF_THEN, "{'s':'merged','by':null}")).isEmpty();
    }

    @Test
    void excludedForm_isAProblem() {
      assertThat(problems("{'properties':{'a':{'not':{'const':'x'}}}}", "{'a':'x'}"))
          .extracting(Problem::pointer, Problem::message)
          .containsExactly(tuple("/a", "This has a form that the schema excludes."));
    }

    @Test
    void excludedMember_isAProblem() {
      assertThat(problems("{'not':{'required':['a']}}", "{'a':'x'}")).hasSize(1);
    }

    @Test
    void memberThatMayNotBe_isAProblem() {
      assertThat(problems("{'properties':{'a':false}}", "{'a':'x'}"))
          .extracting(Problem::pointer)
          .containsExactly("/a");
    }
  }

  @Nested
  class DateTimes {
    private static final String ITEMS =
        "{'$schema':'%s','properties':{'a':{'items':{'type':'string','format':'date-time'}}}}";

    @ParameterizedTest
    @ValueSource(strings = {DRAFT_7, DRAFT_2020_12})
    void spaceForT_isABadTimestampInEveryDialect(String dialect) {
      assertThat(problems(ITEMS.formatted(dialect), "{'a':['2026-04-14 09:00:07Z']}"))
          .extracting(Problem::reason, Problem::pointer)
          .containsExactly(tuple(Reason.BAD_TIMESTAMP, "/a/0"));
    }

    @ParameterizedTest
    @ValueSource(strings = {DRAFT_7, DRAFT_2020_12})
    void unknownLocalOffsetAndLongFraction_areTimestampsInEveryDialect(String dialect) {
      assertThat(
              problems(
                  ITEMS.formatted(dialect),
                  "{'a':['2026-04-14T09:00:07-00:00','2026-04-14T09:00:07.1234567890123Z']}"))
          .isEmpty();
    }

    @Test
    void number_isASchemaViolation() {
      assertThat(problems(ITEMS.formatted(DRAFT_7), "{'a':[1]}"))
          .extracting(Problem::reason)
          .containsExactly(Reason.SCHEMA_VIOLATION);
    }

    @Test
    void patternOfTheCommonTimestamp_isABadTimestamp() {
      assertThat(
              problems(
                  "{'properties':{'a':{'$ref':"
                      + "'https://schemas.kxm.dev/common.schema.json#/$defs/timestamp'}}}",
                  "{'a':'2026-04-14T09:00:07+00:00'}"))
          .extracting(Problem::reason, Problem::pointer)
          .containsExactly(tuple(Reason.BAD_TIMESTAMP, "/a"));
    }
  }

  @Nested
  class Places {
    @Test
    void missingMember_pointsToItsObject() {
      assertThat(problems("{'properties':{'a':{'required':['b']}}}", "{'a':{}}"))
          .extracting(Problem::pointer)
          .containsExactly("/a");
    }

    @Test
    void extraMember_pointsToItself() {
      assertThat(
              problems("{'properties':{'a':{'additionalProperties':false}}}", "{'a':{'b/c~d':1}}"))
          .extracting(Problem::pointer)
          .containsExactly("/a/b~1c~0d");
    }

    @Test
    void valueUnderAnEscapedName_pointsToItself() {
      assertThat(problems("{'additionalProperties':{'items':{'type':'string'}}}", "{'b/c~d':[1]}"))
          .extracting(Problem::pointer)
          .containsExactly("/b~1c~0d/0");
    }

    @Test
    void everyExtraMember_isNamed() {
      assertThat(problems("{'additionalProperties':false}", "{'b':1,'c':2}"))
          .extracting(Problem::pointer)
          .containsExactly("/b", "/c");
    }
  }

  @Nested
  class Messages {
    @Test
    void patternWithALineBreakAtTheEnd_isRefused() {
      assertThat(problems("{'pattern':'^[a-z]+$'}", "'abc\\n'")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "{'type':'integer'}",
          "{'enum':['a','b']}",
          "{'const':'a'}",
          "{'pattern':'^a$'}",
          "{'maxLength':2}",
          "{'minLength':20}",
          "{'format':'date-time'}",
          "{'format':'uri'}",
          "{'not':{'type':'string'}}",
          "{'oneOf':[{'type':'null'},{'maxLength':2}]}"
        })
    void value_isNeverQuoted(String schema) {
      assertThat(problems(schema, "'hunter two'"))
          .isNotEmpty()
          .allSatisfy(problem -> assertThat(problem.message()).doesNotContain("hunter"));
    }

    @Test
    void hostileName_isEscaped() {
      assertThat(
              problems(
                  "{'additionalProperties':false}", "{'a\\n\\u001b\\u202e\\u2028\\\\\\u0000z':1}"))
          .singleElement()
          .satisfies(
              problem ->
                  assertThat(problem.message())
                      .contains("\"a\\u{a}\\u{1b}\\u{202e}\\u{2028}\\u{5c}\\u{0}z\""));
    }

    @Test
    void quotationMarkInAName_cannotEndIt() {
      assertThat(problemsOf("{\"additionalProperties\":false}", "{\"a\\\" is fine. \\\"\":1}"))
          .singleElement()
          .satisfies(
              problem -> assertThat(problem.message()).contains("\"a\\u{22} is fine. \\u{22}\""));
    }

    @Test
    void longName_isCut() {
      assertThat(problems("{'additionalProperties':false}", "{'" + "x".repeat(1000) + "':1}"))
          .singleElement()
          .satisfies(
              problem ->
                  assertThat(problem.message())
                      .contains("\"" + "x".repeat(64) + "…\"")
                      .doesNotContain("x".repeat(65)));
    }
  }

  private static List<Problem> problems(String schema, String document) {
    return problemsOf(schema.replace('\'', '"'), document.replace('\'', '"'));
  }

  private static List<Problem> problemsOf(String schema, String document) {
    ObjectMapper json = new ObjectMapper();
    try {
      ObjectNode parsed = (ObjectNode) json.readTree(schema);
      if (!parsed.has("$schema")) {
        parsed.put("$schema", DRAFT_2020_12);
      }
      return LIBRARY.compile(parsed).problems(json.readTree(document));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the test's own JSON is wrong", e);
    }
  }
}
