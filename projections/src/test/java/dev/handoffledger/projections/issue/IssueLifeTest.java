package dev.handoffledger.projections.issue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One issue's life. Each event of {@code life/} comes after those before it by name; the packet
 * beside it says what the contract gives then. The packets were written from the contract, not by
 * the code.
 */
class IssueLifeTest {
  private static final String EVENT = ".event.json";
  private static final String PACKET = ".packet.json";
  private static final IssueScope SCOPE = IssueScope.ofEvents("shop", "iss-7f3a");

  static List<String> steps() {
    try (Stream<Path> files = Files.list(folder())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(EVENT))
          .map(name -> name.substring(0, name.length() - EVENT.length()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<String> diagnosedSteps() {
    return steps().stream().filter(step -> Files.exists(folder().resolve(step + PACKET))).toList();
  }

  @Test
  void beforeTheDiagnosis_theIssueIsUndiagnosed() {
    assertThat(Issue.of(SCOPE, entriesUntil("01-observed-before-diagnosis")))
        .isEqualTo(new FoldedIssue.Undiagnosed(SCOPE));
  }

  @Test
  void withoutEntries_theIssueIsUndiagnosed() {
    assertThat(Issue.of(SCOPE, List.of())).isEqualTo(new FoldedIssue.Undiagnosed(SCOPE));
  }

  @ParameterizedTest
  @MethodSource("diagnosedSteps")
  void afterEachEvent_thePacketIsThatOfTheContract(String step) {
    ObjectNode packet = Packets.packet(SCOPE, entriesUntil(step));
    assertThat(Packets.pretty(packet)).isEqualTo(Packets.pretty(read(step + PACKET)));
  }

  @ParameterizedTest
  @MethodSource("diagnosedSteps")
  void afterEachEvent_thePacketIsValid(String step) {
    Packets.assertValid(Packets.packet(SCOPE, entriesUntil(step)));
  }

  @ParameterizedTest
  @MethodSource("diagnosedSteps")
  void eventsThatCameBackwards_giveTheSamePacket(String step) {
    List<IssueEntry.Event> entries = entriesUntil(step);
    ObjectNode inOrder = Packets.packet(SCOPE, entries);
    Collections.reverse(entries);
    assertThat(Packets.packet(SCOPE, entries).toString()).isEqualTo(inOrder.toString());
  }

  @Test
  void theLife_passesThroughEveryState() {
    Set<String> states =
        diagnosedSteps().stream()
            .map(step -> read(step + PACKET).at("/issue/state").asText())
            .collect(Collectors.toSet());
    assertThat(states)
        .isEqualTo(
            EnumSet.allOf(IssueState.class).stream()
                .map(IssueState::word)
                .collect(Collectors.toSet()));
  }

  private static List<IssueEntry.Event> entriesUntil(String step) {
    List<String> steps = steps();
    return IntStream.rangeClosed(0, steps.indexOf(step))
        .mapToObj(i -> Packets.event(read(steps.get(i) + EVENT)))
        .collect(Collectors.toList());
  }

  private static JsonNode read(String name) {
    try {
      return Packets.json(Files.readString(folder().resolve(name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path folder() {
    try {
      return Path.of(IssueLifeTest.class.getResource("life").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("no folder of resources", e);
    }
  }
}
