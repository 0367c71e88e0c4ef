package dev.handoffledger.schemas.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.wire.RelayEnvelope.Due.What;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RelayEnvelopeTest {
  private static final String SESSION = "codelens/planner-7f3a";
  private static final String ID = "sha256:" + "ab".repeat(32);
  private static final Instant TIME = Instant.parse("2026-04-14T09:00:07.123456789Z");
  private static final byte[] ARTIFACT = {0, (byte) 0xff, '{', '}'};
  private static final RecordOrigin ORIGIN =
      new RecordOrigin("handoff.in.planner-brief", 3, 1L << 40, "key é", 1_776_157_207_123L);

  static Stream<RelayEnvelope> envelopes() {
    return Stream.of(
        new RelayEnvelope.Misrouted(SESSION, ORIGIN, Map.of("handoff-publisher", "p"), ARTIFACT),
        new RelayEnvelope.Misrouted(
            SESSION, new RecordOrigin("handoff.commands", 0, 0, null, -1), Map.of(), ARTIFACT),
        request(new ParentReference(SESSION, "planner_brief", null, "cd".repeat(32), true)),
        request(new ParentReference(SESSION, "handoff_manifest", "hnd_1", null, false)),
        new RelayEnvelope.LinkAnswer(
            SESSION,
            "row",
            new Link(
                Link.Status.LINKED,
                Link.By.DECLARED,
                ID,
                "s",
                "k",
                true,
                false,
                List.of(new Warning("w", "/payload", "Look."))),
            false),
        new RelayEnvelope.LinkAnswer(
            SESSION,
            "row",
            new Link(Link.Status.MISMATCH, Link.By.DECLARED, null, "s", "k", false, true),
            true),
        new RelayEnvelope.CompletedBySibling(SESSION, "row", child("{}"), true),
        new RelayEnvelope.CompletedBySibling(SESSION, "row", child(null), false),
        new RelayEnvelope.Due(SESSION, What.PARENT, "codelens/other", "row\n\"é😀"),
        new RelayEnvelope.Due(SESSION, What.LEASE_END, SESSION, "row"),
        new RelayEnvelope.RoleTopicReady(SESSION, "prüfer"));
  }

  @ParameterizedTest
  @MethodSource("envelopes")
  void envelope_isReadBackAsItWasWritten(RelayEnvelope envelope) {
    assertThat(reread(envelope)).usingRecursiveComparison().isEqualTo(envelope);
  }

  @Property
  void anyRow_isReadBackAsItWasWritten(@ForAll String text) {
    String row = new String(text.getBytes(UTF_8), UTF_8);
    RelayEnvelope envelope = new RelayEnvelope.Due(SESSION, What.ROUTE, SESSION, row);

    assertThat(reread(envelope)).isEqualTo(envelope);
  }

  @Test
  void misroutedRecord_travelsAsItIs() {
    RelayEnvelope envelope = new RelayEnvelope.Misrouted(SESSION, ORIGIN, Map.of(), ARTIFACT);

    assertThat(envelope.recordValue()).isEqualTo(ARTIFACT);
  }

  @Test
  void linkRequest_goesToTheSessionOfTheParent() {
    RelayEnvelope request = request(new ParentReference("kxm/run", "k", "n", null, true));

    assertThat(request.session()).isEqualTo("kxm/run");
  }

  @Test
  void publisherCannotForgeAnOrigin() {
    Map<String, String> forged =
        Map.of("handoff-relay", "link-answer", "handoff-origin-offset", "1", "x-note", "kept");
    RelayEnvelope envelope = new RelayEnvelope.Misrouted(SESSION, ORIGIN, forged, ARTIFACT);

    assertThat(reread(envelope))
        .usingRecursiveComparison()
        .isEqualTo(
            new RelayEnvelope.Misrouted(SESSION, ORIGIN, Map.of("x-note", "kept"), ARTIFACT));
  }

  @Test
  void publisherCannotForgeTheKeyOfARecordWithoutOne() {
    RecordOrigin keyless = new RecordOrigin("handoff.commands", 0, 0, null, 0);
    RelayEnvelope envelope =
        new RelayEnvelope.Misrouted(
            SESSION, keyless, Map.of("handoff-origin-key", "forged"), ARTIFACT);

    assertThat(reread(envelope))
        .isInstanceOfSatisfying(
            RelayEnvelope.Misrouted.class, read -> assertThat(read.origin()).isEqualTo(keyless));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "handoff-origin-topic",
        "handoff-origin-partition",
        "handoff-origin-offset",
        "handoff-origin-timestamp"
      })
  void misroutedRecordWithoutItsOrigin_isNoEnvelope(String name) {
    RelayEnvelope envelope = new RelayEnvelope.Misrouted(SESSION, ORIGIN, Map.of(), ARTIFACT);
    Map<String, String> headers = new HashMap<>(envelope.recordHeaders());
    headers.remove(name);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> RelayEnvelope.read(SESSION, headers, ARTIFACT));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "link-request | {}",
        "link-request | not json",
        "link-answer | {}",
        "link-answer | {\"child_row\":\"r\",\"link\":{\"status\":\"x\",\"by\":\"rule\"}}",
        "completed-by-sibling | {}",
        "completed-by-sibling | {\"row\":\"r\",\"sibling\":{}}",
        "due | {}",
        "due | {\"what\":\"route\",\"row_session\":\"s\",\"row\":1}",
        "due | {\"what\":\"tea\",\"row_session\":\"s\",\"row\":\"r\"}",
        "due | []",
        "role-topic-ready | {}",
        "invented | {}"
      })
  void recordOfAnotherForm_isNoEnvelope(String type, String value) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                RelayEnvelope.read(SESSION, Map.of("handoff-relay", type), value.getBytes(UTF_8)));
  }

  @Test
  void recordWithoutAType_isNoEnvelope() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RelayEnvelope.read(SESSION, Map.of(), "{}".getBytes(UTF_8)));
  }

  private static RelayEnvelope request(ParentReference reference) {
    return new RelayEnvelope.LinkRequest(reference, child("{\"a\":1}"), TIME.plusSeconds(30));
  }

  private static Child child(String evidence) {
    return new Child(
        "codelens/builder",
        "row",
        ID,
        "builder_result",
        TIME,
        evidence == null ? null : "builder.py",
        evidence == null ? null : new ClaimToken("s", "r", 2).text(),
        evidence);
  }

  private static RelayEnvelope reread(RelayEnvelope envelope) {
    return RelayEnvelope.read(envelope.session(), envelope.recordHeaders(), envelope.recordValue());
  }
}
