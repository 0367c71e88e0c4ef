package dev.handoffledger.projections.issue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.Reading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;

/** Entries from events, packets from entries, and whether a packet is valid. */
final class Packets {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HandoffReader READER = new HandoffReader();

  private Packets() {}

  /** The entry of a valid event. */
  static IssueEntry.Event event(String json) {
    Handoff handoff = accepted(json.getBytes(StandardCharsets.UTF_8));
    return new IssueEntry.Event(handoff.id(), handoff.session(), json(json));
  }

  static IssueEntry.Event event(JsonNode document) {
    return event(document.toString());
  }

  static Issue issue(IssueScope scope, Collection<? extends IssueEntry> entries) {
    FoldedIssue folded = Issue.of(scope, entries);
    assertThat(folded).isInstanceOf(FoldedIssue.Diagnosed.class);
    return ((FoldedIssue.Diagnosed) folded).issue();
  }

  static ObjectNode packet(IssueScope scope, Collection<? extends IssueEntry> entries) {
    return new PacketBuilder(new LedgerCalls()).build(issue(scope, entries));
  }

  static byte[] bytes(ObjectNode packet) {
    return packet.toString().getBytes(StandardCharsets.UTF_8);
  }

  static void assertValid(ObjectNode packet) {
    assertThat(accepted(bytes(packet)).kind()).isEqualTo("handoff_packet");
  }

  private static Handoff accepted(byte[] artifact) {
    Reading reading = READER.read(artifact);
    assertThat(reading)
        .as(() -> new String(artifact, StandardCharsets.UTF_8))
        .isInstanceOf(Reading.Accepted.class);
    return ((Reading.Accepted) reading).handoff();
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String pretty(JsonNode json) {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
