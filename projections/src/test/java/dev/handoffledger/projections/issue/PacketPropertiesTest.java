package dev.handoffledger.projections.issue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.Reading;
import dev.handoffledger.schemas.Timestamp;
import dev.handoffledger.schemas.WorkRejection;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** What holds of the packet of any entries. */
class PacketPropertiesTest {
  private static final List<String> STAGES =
      List.of("diagnosed", "approved", "issue_opened", "pr_opened", "merged");

  @Provide
  Arbitrary<List<IssueEntry>> entries() {
    return AnyEntries.sets();
  }

  @Property(tries = 300)
  void anyOrderWithDuplicates_givesTheSameBytes(
      @ForAll("entries") List<IssueEntry> entries, @ForAll Random random) {
    List<IssueEntry> again = new ArrayList<>(entries);
    again.addAll(entries.subList(0, random.nextInt(entries.size())));
    Collections.shuffle(again, random);
    assertThat(Packets.bytes(packet(again))).isEqualTo(Packets.bytes(packet(entries)));
  }

  @Property(tries = 300)
  void everyPacket_isValid(@ForAll("entries") List<IssueEntry> entries) {
    Packets.assertValid(packet(entries));
  }

  @Property(tries = 300)
  void generatedAt_isNoEarlierThanAnyTimeOfThePacket(@ForAll("entries") List<IssueEntry> entries) {
    JsonNode packet = packet(entries);
    Instant generated = instant(packet.path("generated_at"));
    assertThat(instant(packet.at("/diagnosis/diagnosed_at"))).isBeforeOrEqualTo(generated);
    assertThat(instant(packet.at("/issue/first_observed_at"))).isBeforeOrEqualTo(generated);
  }

  @Property(tries = 300)
  void loopHistory_isTheFirstTwentyOfTheRunsInOrder(@ForAll("entries") List<IssueEntry> entries) {
    JsonNode history = packet(entries).path("loop_history");
    Map<String, Instant> newest = newestTimes(entries);
    assertThat(history.size()).isEqualTo(Math.min(20, newest.size()));
    Set<String> shown = new TreeSet<>();
    for (int i = 0; i < history.size(); i++) {
      shown.add(history.get(i).path("run_id").asText());
      if (i > 0) {
        assertThat(isInOrder(history.get(i - 1), history.get(i), newest))
            .as("%s before %s", history.get(i - 1), history.get(i))
            .isTrue();
      }
    }
    assertThat(shown).hasSize(history.size()).isSubsetOf(newest.keySet());
  }

  private static boolean isInOrder(JsonNode first, JsonNode second, Map<String, Instant> newest) {
    int ranks = Integer.compare(rank(first), rank(second));
    if (ranks != 0) {
      return ranks > 0;
    }
    String one = first.path("run_id").asText();
    String other = second.path("run_id").asText();
    int times = newest.get(one).compareTo(newest.get(other));
    return times > 0 || (times == 0 && one.compareTo(other) < 0);
  }

  private static int rank(JsonNode run) {
    return run.path("verified").booleanValue()
        ? STAGES.size()
        : Math.max(0, STAGES.indexOf(run.path("furthest_stage").asText()));
  }

  private static Map<String, Instant> newestTimes(List<IssueEntry> entries) {
    Map<String, Instant> newest = new HashMap<>();
    for (IssueEntry entry : entries) {
      if (entry instanceof IssueEntry.Round round) {
        newest.merge(round.runId(), round.time(), PacketPropertiesTest::later);
      } else if (entry instanceof IssueEntry.Event event && event.document().has("run_id")) {
        newest.merge(
            event.document().path("run_id").asText(),
            instant(event.document().path("occurred_at")),
            PacketPropertiesTest::later);
      }
    }
    return newest;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  @Property(tries = 300)
  void runs_areNeverTwoOfVerifiedFailedAndBlocked(@ForAll("entries") List<IssueEntry> entries) {
    for (JsonNode run : packet(entries).path("loop_history")) {
      assertThat(
              Stream.of("verified", "verification_failed", "verification_blocked")
                  .filter(member -> run.path(member).booleanValue()))
          .hasSizeLessThanOrEqualTo(1);
    }
  }

  @Property(tries = 300)
  void decidedVia_isNeverWhatAPublisherClaims(@ForAll("entries") List<IssueEntry> entries) {
    JsonNode receipt = packet(entries).path("decision_receipt");
    assertThat(receipt.path("decided_via").asText("api_self_reported"))
        .isEqualTo("api_self_reported");
  }

  @Test
  void textOf2000Emoji_staysWhole() {
    String text = "🔥".repeat(2000);
    ObjectNode packet =
        Packets.packet(
            SampleEvents.SCOPE,
            SampleEvents.entries(SampleEvents.diagnosed("d", 0).put("hypothesis", text)));
    assertThat(packet.at("/diagnosis/hypothesis").asText()).isEqualTo(text);
    Packets.assertValid(packet);
  }

  @Test
  void textOf2001Emoji_isRefusedBeforeItCanBeFolded() {
    ObjectNode event = SampleEvents.diagnosed("d", 0).put("hypothesis", "🔥".repeat(2001));
    assertThat(new HandoffReader().read(event.toString().getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(Reading.Rejected.class);
  }

  @Test
  void rejectionOfTheLongestTexts_givesAValidPacket() {
    WorkRejection longest =
        new WorkRejection(
            "error", "🔥".repeat(300), "r", "🔥".repeat(2000), "🔥".repeat(2000), "feedback_rate");
    Instant time = Instant.parse("2026-05-01T00:00:00Z");
    Packets.assertValid(packet(List.of(new IssueEntry.Rejected("sha256:01", time, time, longest))));
  }

  @Test
  void timesOutsideTheYearsOfFourDigits_stayReadable() {
    ObjectNode packet =
        packet(
            SampleEvents.entries(
                SampleEvents.diagnosed("d", 0).put("occurred_at", "9999-12-31T23:59:59-01:00"),
                SampleEvents.diagnosed("e", 0).put("occurred_at", "0000-01-01T00:00:00+01:00")));
    assertThat(packet.path("generated_at").asText()).startsWith("9999-12-31T23:59:59");
    assertThat(packet.at("/issue/first_observed_at").asText()).startsWith("0000-01-01T00:00:00");
    Packets.assertValid(packet);
  }

  @Test
  void numbersWrittenAnotherWay_giveTheSameBytes() {
    ObjectNode plain = SampleEvents.diagnosed("d", 0);
    ObjectNode decimal = plain.deepCopy();
    ((ObjectNode) plain.get("issue")).put("priority", 1);
    ((ObjectNode) decimal.get("issue")).put("priority", 1.0);
    assertThat(packet(SampleEvents.entries(decimal)).toString())
        .isEqualTo(packet(SampleEvents.entries(plain)).toString());
  }

  @Test
  void issueOfTwoIds_hasTheEarliestDiagnosisesAndKnowsTheOther() {
    ObjectNode later = SampleEvents.diagnosed("d", 2);
    ObjectNode earlier = SampleEvents.diagnosed("e", 1);
    ((ObjectNode) earlier.get("issue")).put("id", "iss-0");
    Issue issue = Packets.issue(SampleEvents.SCOPE, SampleEvents.entries(later, earlier));
    assertThat(issue.id()).isEqualTo("iss-0");
    assertThat(issue.idAliases()).containsExactly("iss-1");
  }

  private static ObjectNode packet(List<? extends IssueEntry> entries) {
    return Packets.packet(AnyEntries.SCOPE, entries);
  }

  private static Instant instant(JsonNode time) {
    return Timestamp.parse(time.asText()).orElseThrow().instant();
  }
}
