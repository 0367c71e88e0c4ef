package dev.handoffledger.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.wire.Topics;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HandoffReaderTest {
  private static final HandoffReader READER = new HandoffReader();
  private static final String BRIEF = "01-codelens-brief.json";
  private static final String CORTEX = "17-cortex-1.json";
  private static final String KXM = "23-kxm-1.json";
  private static final String DIAGNOSED = "39-loopops-diagnosed.json";
  private static final String IN_BRIEF = "handoff.in.planner-brief";

  @Nested
  class OnTopics {
    @Test
    void artifactOnTheTopicOfItsKind_isAccepted() {
      assertThat(READER.read(bytes(document(BRIEF)), IN_BRIEF))
          .isInstanceOf(Reading.Accepted.class);
    }

    @Test
    void artifactOnTheTopicForUnknownKinds_isAccepted() {
      assertThat(READER.read(bytes(document(BRIEF)), Topics.IN_UNKNOWN))
          .isInstanceOf(Reading.Accepted.class);
    }

    @Test
    void artifactOnTheTopicOfAnotherKind_isToldItsOwn() {
      Rejection rejection = rejection(document(BRIEF), "handoff.in.builder-result");

      assertThat(rejection.reason()).isEqualTo(Reason.WRONG_TOPIC);
      assertThat(rejection.problems().get(0).message()).contains(IN_BRIEF);
    }

    @Test
    void artifactOnTheTopicOfAnotherFormat_isToldItsOwn() {
      Rejection rejection = rejection(document(BRIEF), "handoff.in.agent-handoff");

      assertThat(rejection.reason()).isEqualTo(Reason.WRONG_TOPIC);
      assertThat(rejection.problems().get(0).message()).contains(IN_BRIEF);
    }

    @Test
    void eventOnTheTopicOfPackets_isToldItsOwn() {
      Rejection rejection = rejection(document(DIAGNOSED), "handoff.in.handoff-packet");

      assertThat(rejection.reason()).isEqualTo(Reason.WRONG_TOPIC);
      assertThat(rejection.problems().get(0).message()).contains("handoff.in.issue-diagnosed");
    }

    @Test
    void artifactOnATopicThatNoKindHas_isOfAnUnknownKind() {
      assertThat(rejection(document(BRIEF), "handoff.in.invented").reason())
          .isEqualTo(Reason.UNKNOWN_KIND);
    }

    @Test
    void anythingOnATopicThatNoKindHas_isOfAnUnknownKind() {
      assertThat(rejection(object(), "handoff.in.invented").reason())
          .isEqualTo(Reason.UNKNOWN_KIND);
    }

    @Test
    void objectOfNoFormatWithoutATopic_isOfAnUnknownFormat() {
      assertThat(rejection(object(), Topics.IN_UNKNOWN).reason()).isEqualTo(Reason.UNKNOWN_FORMAT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "true", "1", "\"text\"", "[]", "[{}]"})
    void whatIsNoObject_isOfAnUnknownFormatOnEveryTopic(String json) {
      assertThat(rejection(json.getBytes(UTF_8), IN_BRIEF).reason())
          .isEqualTo(Reason.UNKNOWN_FORMAT);
    }

    @ParameterizedTest
    @CsvSource({
      "handoff.in.planner-brief, planner_brief, schema_version kind session_id created_at payload",
      "handoff.in.agent-handoff, agent_handoff, handoff_id mode from to task_id",
      "handoff.in.handoff-manifest, handoff_manifest, schema handoffId workflowRunId createdAt",
      "handoff.in.agent-state, agent_state, meta transition integrity",
      "handoff.in.handoff-packet, handoff_packet, packet generated_at issue project",
      "handoff.in.issue-diagnosed, issue_diagnosed, event record_id occurred_at project issue",
      "handoff.in.loop-verified, loop_verified, event record_id run_id verdict metric"
    })
    void emptyObjectOnATopic_isToldEveryMemberThatTheKindLacks(
        String topic, String kind, String members) {
      Rejection rejection = rejection(object(), topic);

      assertThat(rejection.kind()).isEqualTo(kind);
      assertThat(rejection.problems())
          .extracting(Problem::reason)
          .containsOnly(Reason.SCHEMA_VIOLATION);
      assertThat(rejection.problems())
          .extracting(Problem::message)
          .containsAll(
              List.of(members.split(" ")).stream()
                  .map("The member \"%s\" is missing; add it."::formatted)
                  .toList());
    }

    @Test
    void kindThatTheFormatHasNot_isNamedUnknownOnEveryTopic() {
      ObjectNode brief = document(BRIEF).put("kind", "invented");

      assertThat(rejection(brief, IN_BRIEF).problems())
          .extracting(Problem::reason, Problem::pointer)
          .contains(tuple(Reason.UNKNOWN_KIND, "/kind"));
    }
  }

  @Nested
  class Timestamps {
    @Test
    void timeThatBreaksPatternAndForm_isOneProblem() {
      assertThat(problems(document(KXM).put("createdAt", "2026-04-31 09:00"), "/createdAt"))
          .extracting(Problem::reason)
          .containsExactly(Reason.BAD_TIMESTAMP);
    }

    @Test
    void timeThatBreaksFormAndLength_isOneProblem() {
      assertThat(problems(document(DIAGNOSED).put("occurred_at", "x".repeat(65)), "/occurred_at"))
          .extracting(Problem::reason)
          .containsExactly(Reason.BAD_TIMESTAMP);
    }

    @Test
    void realTimeOfTooManyDigits_isASchemaViolation() {
      String time = "2026-04-14T09:00:07." + "0".repeat(60) + "Z";

      assertThat(problems(document(DIAGNOSED).put("occurred_at", time), "/occurred_at"))
          .extracting(Problem::reason)
          .containsExactly(Reason.SCHEMA_VIOLATION);
    }

    @Test
    void dateThatIsNot_isABadTimestampThoughItMatchesThePattern() {
      assertThat(problems(document(KXM).put("createdAt", "2026-02-30T09:00:07Z"), "/createdAt"))
          .extracting(Problem::reason)
          .containsExactly(Reason.BAD_TIMESTAMP);
    }

    @Test
    void timeThatIsNoText_isASchemaViolation() {
      assertThat(problems(document(CORTEX).put("produced_at", 5), "/produced_at"))
          .extracting(Problem::reason)
          .containsExactly(Reason.SCHEMA_VIOLATION);
    }

    @Test
    void timeDeepInside_isABadTimestamp() {
      ObjectNode brief = document(BRIEF);
      ((ObjectNode) brief.at("/payload/preflight/verify_change_readiness"))
          .put("generated_at", "yesterday");

      assertThat(problems(brief, "/payload/preflight/verify_change_readiness/generated_at"))
          .extracting(Problem::reason)
          .containsExactly(Reason.BAD_TIMESTAMP);
    }
  }

  @Nested
  class Sessions {
    @Test
    void rejection_namesFormatKindAndSession() {
      assertThat(rejection(document(CORTEX).put("extra", 1), Topics.IN_UNKNOWN))
          .extracting(Rejection::format, Rejection::kind, Rejection::session)
          .containsExactly("cortex", "agent_handoff", "cortex/T-7f3a");
    }

    @Test
    void unsafeNumber_leavesTheSessionKnown() {
      Rejection rejection =
          rejection(document(CORTEX).put("context_budget_hint", 1L << 60), Topics.IN_UNKNOWN);

      assertThat(rejection)
          .extracting(Rejection::reason, Rejection::pointer, Rejection::session)
          .containsExactly(Reason.UNSAFE_NUMBER, "/context_budget_hint", "cortex/T-7f3a");
    }

    @Test
    void wrongTopic_leavesTheSessionKnown() {
      assertThat(rejection(document(CORTEX), IN_BRIEF).session()).isEqualTo("cortex/T-7f3a");
    }

    @Test
    void unknownTopic_leavesTheSessionKnown() {
      assertThat(rejection(document(CORTEX), "handoff.in.invented").session())
          .isEqualTo("cortex/T-7f3a");
    }

    @Test
    void unknownKind_leavesTheSessionKnown() {
      assertThat(rejection(document(BRIEF).put("kind", "x"), Topics.IN_UNKNOWN).session())
          .isEqualTo("codelens/planner-7f3a");
    }

    @Test
    void correlationIdThatIsNoText_leavesTheSessionUnknown() {
      assertThat(rejection(document(CORTEX).put("task_id", 5), Topics.IN_UNKNOWN).session())
          .isNull();
    }

    @Test
    void correlationIdOfUnboundedLength_isNotRepeated() {
      assertThat(
              rejection(document(CORTEX).put("task_id", "x".repeat(100_000)), Topics.IN_UNKNOWN)
                  .session())
          .isNull();
    }
  }

  @Nested
  class Counts {
    @Test
    void everyProblem_isListed() {
      ObjectNode document = document(CORTEX).put("task_id", 5).put("extra", 1);
      document.remove("mode");

      assertThat(rejection(document, Topics.IN_UNKNOWN).problems())
          .extracting(Problem::pointer)
          .containsExactlyInAnyOrder("/task_id", "/extra", "");
    }

    @Test
    void problemsUpToTheLimit_areAllListed() {
      assertThat(rejection(withExtra(Limits.MAX_PROBLEMS), Topics.IN_UNKNOWN).problems())
          .hasSize(Limits.MAX_PROBLEMS)
          .noneSatisfy(problem -> assertThat(problem.message()).contains("not listed"));
    }

    @Test
    void problemsBeyondTheLimit_areCountedInTheLast() {
      List<Problem> problems =
          rejection(withExtra(Limits.MAX_PROBLEMS + 7), Topics.IN_UNKNOWN).problems();

      assertThat(problems).hasSize(Limits.MAX_PROBLEMS);
      assertThat(problems.get(Limits.MAX_PROBLEMS - 1).message())
          .endsWith("(7 more problems are not listed.)");
    }

    @Test
    void unsafeNumbersBeyondTheLimit_areCountedInTheLast() {
      ObjectNode document = document(CORTEX);
      ArrayNode numbers = document.putArray("numbers");
      for (int i = 0; i < 1000; i++) {
        numbers.add(1L << 60);
      }

      List<Problem> problems = rejection(document, Topics.IN_UNKNOWN).problems();

      assertThat(problems).hasSize(Limits.MAX_PROBLEMS);
      assertThat(problems.get(Limits.MAX_PROBLEMS - 1).message())
          .endsWith("(950 more problems are not listed.)");
    }

    private static ObjectNode withExtra(int members) {
      ObjectNode document = document(CORTEX);
      for (int i = 0; i < members; i++) {
        document.put("extra" + i, 1);
      }
      return document;
    }
  }

  @Nested
  class Values {
    @Test
    void integerWrittenWithAPoint_isThatInteger() {
      byte[] artifact =
          document(KXM)
              .toString()
              .replace("\"witnessExitCode\":0", "\"witnessExitCode\":0.0")
              .getBytes(UTF_8);

      assertThat(READER.read(artifact))
          .isInstanceOfSatisfying(
              Reading.Accepted.class,
              accepted ->
                  assertThat(accepted.handoff().id())
                      .isEqualTo(accepted(bytes(document(KXM))).id()));
    }

    @Test
    void spacing_doesNotChangeTheId() {
      assertThat(accepted(document(BRIEF).toPrettyString().getBytes(UTF_8)).id())
          .isEqualTo(accepted(bytes(document(BRIEF))).id());
    }

    @Test
    void spacing_changesTheRawHash() {
      assertThat(accepted(document(BRIEF).toPrettyString().getBytes(UTF_8)).rawHash())
          .isNotEqualTo(accepted(bytes(document(BRIEF))).rawHash());
    }

    @Test
    void rejection_neverQuotesAValue() {
      ObjectNode document = document(CORTEX);
      List.copyOf(document.properties())
          .forEach(member -> document.put(member.getKey(), "hunter two"));

      assertThat(rejection(document, Topics.IN_UNKNOWN).problems())
          .isNotEmpty()
          .allSatisfy(problem -> assertThat(problem.message()).doesNotContain("hunter"));
    }
  }

  @Property(tries = 3000)
  void mutatedDocument_isReadWithoutFailing(
      @ForAll("corpus") String file, @ForAll("topics") String topic, @ForAll long seed) {
    JsonNode mutated = mutated(document(file), new Random(seed));

    assertThat(READER.read(bytes(mutated), topic)).isNotNull();
  }

  @Property(tries = 2000)
  void mutatedBytes_areReadWithoutFailing(
      @ForAll("corpus") String file, @ForAll @IntRange(max = 100_000) int at, @ForAll byte octet) {
    byte[] artifact = bytes(document(file));
    artifact[at % artifact.length] = octet;

    assertThat(READER.read(artifact)).isNotNull();
  }

  @Property
  void anyBytes_areReadWithoutFailing(@ForAll byte[] artifact, @ForAll("topics") String topic) {
    assertThat(READER.read(artifact, topic)).isNotNull();
  }

  @Property
  void anyJson_isReadWithoutFailing(@ForAll long seed, @ForAll("topics") String topic) {
    assertThat(READER.read(bytes(anyValue(new Random(seed), 5)), topic)).isNotNull();
  }

  @Property(tries = 200)
  void deepestNestingAnywhere_isReadWithoutFailing(
      @ForAll("corpus") String file, @ForAll long seed) {
    JsonNode deep = JsonNodeFactory.instance.textNode("deep");
    for (int level = 0; level < Limits.MAX_DEPTH - 1; level++) {
      deep =
          level % 2 == 0
              ? JsonNodeFactory.instance.arrayNode().add(deep)
              : JsonNodeFactory.instance.objectNode().set("a", deep);
    }
    ObjectNode document = document(file);
    List<String> names = new ArrayList<>();
    document.fieldNames().forEachRemaining(names::add);
    document.set(names.get(new Random(seed).nextInt(names.size())), deep);

    assertThat(READER.read(bytes(document))).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    BRIEF + ", /session_id",
    CORTEX + ", /next_action",
    KXM + ", /createdAt",
    DIAGNOSED + ", /hypothesis"
  })
  void longestText_isReadWithoutFailing(String file, String pointer) {
    ObjectNode document = document(file).put(pointer.substring(1), "1".repeat(1_000_000));

    assertThat(READER.read(bytes(document))).isNotNull();
  }

  @Provide
  Arbitrary<String> corpus() {
    return Arbitraries.of(
        BRIEF,
        CORTEX,
        KXM,
        DIAGNOSED,
        "02-codelens-result.json",
        "03-codelens-verdict-changes.json",
        "07-codelens-baton.json",
        "18-cortex-2-human.json",
        "27-kxm-rework.json",
        "33-ace-2-first.json",
        "35-ace-3-blocked.json");
  }

  @Provide
  Arbitrary<String> topics() {
    return Arbitraries.of(
        Topics.IN_UNKNOWN,
        IN_BRIEF,
        "handoff.in.session-baton",
        "handoff.in.builder-result",
        "handoff.in.reviewer-verdict",
        "handoff.in.agent-handoff",
        "handoff.in.handoff-manifest",
        "handoff.in.agent-state",
        "handoff.in.handoff-packet",
        "handoff.in.issue-diagnosed",
        "handoff.in.issue-observed",
        "handoff.in.issue-decided",
        "handoff.in.loop-stage-recorded",
        "handoff.in.loop-verified",
        "handoff.in.invented");
  }

  /** The same document with about one value in ten gone, of another type, or of another name. */
  private static JsonNode mutated(JsonNode node, Random random) {
    if (random.nextInt(10) == 0) {
      return anyValue(random, 3);
    }
    if (node.isArray()) {
      ArrayNode items = JsonNodeFactory.instance.arrayNode();
      node.forEach(item -> items.add(mutated(item, random)));
      return items;
    }
    if (node.isObject()) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      node.properties()
          .forEach(
              member -> {
                int change = random.nextInt(20);
                if (change != 0) {
                  object.set(
                      change == 1 ? member.getKey() + "~/\u202e" : member.getKey(),
                      mutated(member.getValue(), random));
                }
              });
      return object;
    }
    return node;
  }

  private static JsonNode anyValue(Random random, int depth) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return switch (random.nextInt(depth == 0 ? 9 : 11)) {
      case 0 -> nodes.nullNode();
      case 1 -> nodes.booleanNode(random.nextBoolean());
      case 2 -> nodes.numberNode(random.nextInt());
      case 3 -> nodes.numberNode(random.nextGaussian() * 1e12);
      case 4 -> nodes.numberNode(random.nextLong());
      case 5 -> nodes.textNode("");
      case 6 -> nodes.textNode(" \u200b");
      case 7 -> nodes.textNode("2026-04-14T09:00:60Z");
      case 8 -> nodes.textNode(new String(Character.toChars(random.nextInt(0xd800))));
      case 9 -> {
        ArrayNode items = nodes.arrayNode();
        for (int i = random.nextInt(4); i > 0; i--) {
          items.add(anyValue(random, depth - 1));
        }
        yield items;
      }
      default -> {
        ObjectNode object = nodes.objectNode();
        List<String> names =
            List.of(
                "packet",
                "event",
                "schema_version",
                "schema",
                "meta",
                "transition",
                "handoff_id",
                "mode",
                "from",
                "to",
                "kind",
                "payload",
                "issue",
                "project",
                "");
        for (int i = random.nextInt(6); i > 0; i--) {
          object.set(names.get(random.nextInt(names.size())), anyValue(random, depth - 1));
        }
        yield object;
      }
    };
  }

  private static Handoff accepted(byte[] artifact) {
    Reading reading = READER.read(artifact);
    assertThat(reading).isInstanceOf(Reading.Accepted.class);
    return ((Reading.Accepted) reading).handoff();
  }

  private static List<Problem> problems(ObjectNode document, String pointer) {
    return rejection(document, Topics.IN_UNKNOWN).problems().stream()
        .filter(problem -> problem.pointer().equals(pointer))
        .toList();
  }

  private static Rejection rejection(ObjectNode document, String topic) {
    return rejection(bytes(document), topic);
  }

  private static Rejection rejection(byte[] artifact, String topic) {
    Reading reading = READER.read(artifact, topic);
    assertThat(reading).isInstanceOf(Reading.Rejected.class);
    return ((Reading.Rejected) reading).rejection();
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static byte[] bytes(JsonNode document) {
    return document.toString().getBytes(UTF_8);
  }

  private static ObjectNode document(String file) {
    try (InputStream in = HandoffReaderTest.class.getResourceAsStream("/corpus/" + file)) {
      return (ObjectNode) new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
