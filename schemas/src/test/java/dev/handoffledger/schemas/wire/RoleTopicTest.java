package dev.handoffledger.schemas.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoleTopicTest {
  private static final Pattern LEGAL_TOPIC = Pattern.compile("[a-zA-Z0-9._-]{1,249}");

  @ParameterizedTest
  @CsvSource({
    "coding-agent,            coding-agent",
    "0-9,                     0-9",
    "-,                       -",
    "a-,                      a-",
    "--,                      --",
    "-x,                      -x2dx",
    "a-x41,                   a-x2dx41",
    "--x,                     --x2dx",
    "-A,                      --x41",
    "Reviewer,                -x52eviewer",
    "a_b.c,                   a-x5fb-x2ec",
    "a b,                     a-x20b",
    "prüfer,                  pr-xc3-xbcfer",
    "\uD83D\uDE80,            -xf0-x9f-x9a-x80",
    "overflow,                -x6fverflow",
    "overflow-,               overflow-",
    "my-overflow,             my-overflow",
  })
  void role_hasItsTopicAndIsReadBack(String role, String name) {
    String topic = RoleTopic.of(role);

    assertThat(topic).isEqualTo("handoff.role." + name);
    assertThat(RoleTopic.role(topic)).contains(role);
  }

  @Test
  void escapedNameOf120Characters_isReadBack() {
    String role = "a".repeat(116) + "!";

    assertThat(RoleTopic.of(role)).isEqualTo("handoff.role." + "a".repeat(116) + "-x21");
    assertThat(RoleTopic.role(RoleTopic.of(role))).contains(role);
  }

  @Test
  void escapedNameOf121Characters_isCutAndHashed() {
    String role = "a".repeat(121);

    assertThat(RoleTopic.of(role))
        .isEqualTo("handoff.role." + "a".repeat(80) + "-xze9615320128cc7a3d6078e9af0560318");
    assertThat(RoleTopic.role(RoleTopic.of(role))).isEmpty();
  }

  @Test
  void longRolesThatDifferAtTheirEnd_haveDifferentTopics() {
    assertThat(RoleTopic.of("a".repeat(200) + "b")).isNotEqualTo(RoleTopic.of("a".repeat(200)));
  }

  @Test
  void cutInsideAnEscape_isNoRoleThatCanBeReadBack() {
    for (int lead = 76; lead <= 80; lead++) {
      String topic = RoleTopic.of("a".repeat(lead) + "é".repeat(20));

      assertThat(RoleTopic.role(topic)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "handoff.role.",
        "handoff.role.overflow",
        "handoff.role.Reviewer",
        "handoff.role.a-x",
        "handoff.role.a-x4",
        "handoff.role.a-x4G",
        "handoff.role.a-x4A",
        "handoff.role.-x61",
        "handoff.role.-xff",
        "handoff.role.-xc3",
        "handoff.role.a.b",
        "handoff.role.é",
        "handoff.ledger",
        "",
      })
  void topicThatNoRoleHas_isReadAsNone(String topic) {
    assertThat(RoleTopic.role(topic)).isEmpty();
  }

  @Test
  void emptyRole_isRefused() {
    assertThatThrownBy(() -> RoleTopic.of("")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void halfOfASurrogatePair_isRefused() {
    assertThatThrownBy(() -> RoleTopic.of("a\uD800")).isInstanceOf(IllegalArgumentException.class);
  }

  @Property
  void everyRoleWhoseTopicIsNotCut_isReadBack(@ForAll("roles") String role) {
    String topic = RoleTopic.of(role);

    assertThat(RoleTopic.role(topic))
        .isEqualTo(topic.contains("-xz") ? Optional.empty() : Optional.of(role));
  }

  @Property
  void everyTopic_isLegalForKafkaAndNeverTheOverflow(@ForAll("roles") String role) {
    assertThat(RoleTopic.of(role)).matches(LEGAL_TOPIC).isNotEqualTo(RoleTopic.OVERFLOW);
  }

  @Property
  void differentRoles_haveDifferentTopics(
      @ForAll("roles") String one, @ForAll("roles") String other) {
    assertThat(RoleTopic.of(one).equals(RoleTopic.of(other))).isEqualTo(one.equals(other));
  }

  @Property
  void topicThatIsReadBack_isTheTopicOfThatRole(@ForAll("names") String name) {
    String topic = Topics.ROLE_PREFIX + name;

    assertThat(RoleTopic.role(topic).map(RoleTopic::of).orElse(topic)).isEqualTo(topic);
  }

  @Provide
  Arbitrary<String> roles() {
    Arbitrary<String> tricky =
        Arbitraries.of(
                "-",
                "x",
                "z",
                "-x",
                "-xz",
                "a",
                "2d",
                "4",
                "A",
                "é",
                "\uD83D\uDE80",
                " ",
                "overflow")
            .list()
            .ofMinSize(1)
            .ofMaxSize(60)
            .map(parts -> String.join("", parts));
    Arbitrary<String> any =
        Arbitraries.strings().ofMinLength(1).ofMaxLength(200).filter(RoleTopicTest::isWellFormed);
    return Arbitraries.oneOf(tricky, any);
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.strings().withChars("-xzo0149af.A").ofMaxLength(130);
  }

  private static boolean isWellFormed(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }
}
