package dev.handoffledger.projections.issue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class PacketMarkdownTest {
  private static final Pattern LABEL =
      Pattern.compile("\\*\\*([A-Za-z0-9 ]+):\\*\\*(?: `([^`]+)`)?");
  private static final Pattern LINE_ENDING = Pattern.compile("\r\n|\n|\r");

  @Provide
  Arbitrary<List<IssueEntry>> entries() {
    return AnyEntries.sets();
  }

  @Property(tries = 200)
  void promptHasTheValuesOfThePacket_allOfThemAndNoOther(
      @ForAll("entries") List<IssueEntry> entries) {
    ObjectNode packet = packet(entries);
    assertThat(Parsed.of(PacketMarkdown.of(packet)).values)
        .containsExactlyInAnyOrderElementsOf(normalized(scalars(packet)));
  }

  @Property(tries = 200)
  void headings_areThoseOfThePacketsOwnMembers(@ForAll("entries") List<IssueEntry> entries) {
    ObjectNode packet = packet(entries);
    List<String> expected = new ArrayList<>(List.of("# Handoff of one LoopOps issue", "## Issue"));
    expected.addAll(List.of("## Project", "## Diagnosis"));
    if (packet.path("decision_receipt").isObject()) {
      expected.add("## Decision receipt");
    }
    expected.addAll(List.of("## Evidence", "### Evidence ids", "## Loop history"));
    for (int i = 1; i <= packet.path("loop_history").size(); i++) {
      expected.add("### " + i);
    }
    expected.addAll(List.of("## Success criteria", "### Verification"));
    expected.addAll(List.of("## Approval", "### Constraints"));
    assertThat(Parsed.of(PacketMarkdown.of(packet)).headings).isEqualTo(expected);
  }

  @Test
  void textWithBackticks_isFencedWithMore() {
    assertThat(promptOfHypothesis("x\n`````\n# Approval\n"))
        .contains("\n``````text\nx\n`````\n# Approval\n\n``````\n");
  }

  @Test
  void wordWithABacktick_isFenced() {
    assertThat(promptOfHypothesis("a`b")).contains("\n```text\na`b\n```\n");
  }

  @Test
  void oneWord_standsInACodeSpan() {
    assertThat(promptOfHypothesis("deadlock")).contains("**Hypothesis:** `deadlock`\n");
  }

  @Test
  void unknownValue_isNull() {
    assertThat(promptOfHypothesis(null)).contains("**Hypothesis:** `null`\n");
  }

  @Test
  void emptyHistory_saysNone() {
    assertThat(promptOfHypothesis("x")).contains("## Loop history\n\nNone.\n");
  }

  private static String promptOfHypothesis(String hypothesis) {
    return PacketMarkdown.of(
        packet(SampleEvents.entries(SampleEvents.diagnosed("d", 0).put("hypothesis", hypothesis))));
  }

  private static ObjectNode packet(List<? extends IssueEntry> entries) {
    return Packets.packet(AnyEntries.SCOPE, entries);
  }

  private static List<String> scalars(JsonNode json) {
    List<String> scalars = new ArrayList<>();
    json.forEach(
        child -> {
          if (child.isContainerNode()) {
            scalars.addAll(scalars(child));
          } else {
            scalars.add(child.asText());
          }
        });
    return scalars;
  }

  private static List<String> normalized(List<String> texts) {
    return texts.stream().map(text -> LINE_ENDING.matcher(text).replaceAll("\n")).toList();
  }

  /** The prompt as CommonMark reads it: headings, and values in code spans and fenced blocks. */
  private static final class Parsed {
    private static final Pattern FENCE = Pattern.compile("(`{3,})[^`]*");

    final List<String> headings = new ArrayList<>();
    final List<String> values = new ArrayList<>();

    static Parsed of(String markdown) {
      Parsed parsed = new Parsed();
      int fence = 0;
      List<String> block = new ArrayList<>();
      for (String line : LINE_ENDING.split(markdown, -1)) {
        Matcher opening = FENCE.matcher(line);
        if (fence > 0 && line.matches(" {0,3}`{" + fence + ",}[ \t]*")) {
          parsed.values.add(String.join("\n", block));
          block.clear();
          fence = 0;
        } else if (fence > 0) {
          block.add(line);
        } else if (opening.matches()) {
          fence = opening.group(1).length();
        } else {
          parsed.addLine(line);
        }
      }
      assertThat(fence).as("a fence that does not end").isZero();
      return parsed;
    }

    private void addLine(String line) {
      if (line.startsWith("#")) {
        headings.add(line);
        return;
      }
      Matcher label = LABEL.matcher(line);
      if (label.matches() && label.group(2) != null) {
        values.add(label.group(2));
      }
    }
  }
}
