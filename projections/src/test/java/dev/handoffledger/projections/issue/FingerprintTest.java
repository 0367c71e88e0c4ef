package dev.handoffledger.projections.issue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.text.Normalizer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FingerprintTest {

  // The hashes are of sha256sum, over the texts in UTF-8 and composed.
  @ParameterizedTest
  @CsvSource({
    "Tool: search times out!, tool_search_times_out",
    "__A--B__, a_b",
    "İ, _a65018cffe8e0ed3",
    "'Caf\u00e9 down', caf_down_4be93dc69343ecf9",
    "!!!, _e84c538e7fe25073"
  })
  void norm_isWhatTheContractSays(String text, String normal) {
    assertThat(Fingerprint.norm(text)).isEqualTo(normal);
  }

  @Test
  void textOf120_isKept() {
    assertThat(Fingerprint.norm("a".repeat(120))).isEqualTo("a".repeat(120));
  }

  @Test
  void textOver120_isCutAndEndsInAHash() {
    assertThat(Fingerprint.norm("a".repeat(121))).matches("a{103}_[0-9a-f]{16}");
  }

  @Test
  void textCutAtASeparator_hasNoSecondOneBeforeTheHash() {
    assertThat(Fingerprint.norm("a".repeat(102) + "!" + "b".repeat(30)))
        .matches("a{102}_[0-9a-f]{16}");
  }

  @Test
  void emojiAlone_isNoLetterThatWasLost() {
    assertThat(Fingerprint.norm("Build 🔥 broken")).isEqualTo("build_broken");
  }

  @Property
  void decomposedText_hasTheFingerprintOfTheComposed(@ForAll("titles") String title) {
    assertThat(Fingerprint.norm(Normalizer.normalize(title, Normalizer.Form.NFD)))
        .isEqualTo(Fingerprint.norm(Normalizer.normalize(title, Normalizer.Form.NFC)));
  }

  @Property
  void anyText_givesAValidFingerprint(@ForAll String text) {
    assertThat(Fingerprint.ofRule(text).value()).matches("if_[a-z0-9_]{1,120}");
  }

  @Property
  void titlesOfOtherScripts_haveDistinctFingerprints(
      @ForAll("titles") String one, @ForAll("titles") String other) {
    Assume.that(
        !Normalizer.normalize(one, Normalizer.Form.NFC)
            .equals(Normalizer.normalize(other, Normalizer.Form.NFC)));
    assertThat(Fingerprint.norm(one)).isNotEqualTo(Fingerprint.norm(other));
  }

  @Provide
  Arbitrary<String> titles() {
    return Arbitraries.strings()
        .withCharRange('\u0410', '\u044f')
        .withCharRange('\u4e00', '\u4e20')
        .withCharRange('\u0905', '\u0939')
        .withChars('é', 'ü', '\u0301')
        .ofMinLength(1)
        .ofMaxLength(12);
  }

  @Test
  void rule_comesBeforeClusterAndTitle() {
    assertThat(fingerprint("Rule 1", "cluster_1", null)).isEqualTo("if_rule_1");
  }

  @Test
  void cluster_comesBeforeTitle() {
    assertThat(fingerprint(null, "cluster_1", null)).isEqualTo("if_cluster_1");
  }

  @Test
  void clusterOfTheEvidence_countsToo() {
    assertThat(fingerprint(null, null, "cluster_2")).isEqualTo("if_cluster_2");
  }

  @Test
  void title_isTheLastResort() {
    assertThat(fingerprint(null, null, null)).isEqualTo("if_search_times_out");
  }

  private static String fingerprint(String rule, String cluster, String evidenceCluster) {
    ObjectNode event = SampleEvents.diagnosed("d", 0);
    ((ObjectNode) event.get("issue")).put("rule", rule).put("cluster_id", cluster);
    ((ObjectNode) event.get("evidence")).put("cluster_id", evidenceCluster);
    return Fingerprint.ofDiagnosis(RecordedEvent.of(Packets.event(event))).value();
  }
}
