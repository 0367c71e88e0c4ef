package dev.handoffledger.projections.issue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import dev.handoffledger.schemas.Timestamp;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/** A LoopOps event with its place among the others, oldest first. */
record RecordedEvent(
    String handoffId, String session, EventKind kind, EventKey key, JsonNode document)
    implements Comparable<RecordedEvent> {
  // Two sessions of one issue may each have an event of this time and record id.
  private static final Comparator<RecordedEvent> ORDER =
      Comparator.comparing(RecordedEvent::key).thenComparing(RecordedEvent::handoffId);

  static RecordedEvent of(IssueEntry.Event entry) {
    JsonNode document = entry.document();
    return new RecordedEvent(
        entry.handoffId(),
        entry.session(),
        EventKind.of(document.path("event").asText()),
        new EventKey(instant(document.path("occurred_at")), document.path("record_id").asText()),
        document);
  }

  Instant time() {
    return key.time();
  }

  boolean has(String pointer) {
    return !document.at(pointer).isMissingNode();
  }

  /** The text there; empty if there is none or null. */
  Optional<String> text(String pointer) {
    return Optional.ofNullable(document.at(pointer).textValue());
  }

  /** A text that the event's schema requires. */
  String requiredText(String pointer) {
    return text(pointer)
        .orElseThrow(() -> new IllegalArgumentException("the event lacks " + pointer));
  }

  /**
   * The number there, in one form whatever the form in which it was written: two artifacts of one
   * canonical form are the same handoff, and either may be the one that was recorded.
   */
  Optional<JsonNode> number(String pointer) {
    JsonNode number = document.at(pointer);
    if (!number.isNumber()) {
      return Optional.empty();
    }
    double value = number.doubleValue();
    long whole = number.longValue();
    return Optional.of(
        value == (double) whole ? LongNode.valueOf(whole) : DoubleNode.valueOf(value));
  }

  Optional<Instant> instant(String pointer) {
    JsonNode time = document.at(pointer);
    return time.isTextual() ? Optional.of(instant(time)) : Optional.empty();
  }

  private static Instant instant(JsonNode time) {
    return Timestamp.parse(time.asText())
        .orElseThrow(() -> new IllegalArgumentException("the event has a bad time"))
        .instant();
  }

  @Override
  public int compareTo(RecordedEvent other) {
    return ORDER.compare(this, other);
  }
}
