package dev.handoffledger.schemas.fact;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.Timestamp;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.fact.Fact.Answered;
import dev.handoffledger.schemas.fact.Fact.Body;
import dev.handoffledger.schemas.fact.Fact.Linked;
import dev.handoffledger.schemas.fact.Fact.Recorded;
import dev.handoffledger.schemas.fact.Fact.StatusChanged;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FactCodecTest {
  private static final Instant UNTIL = Instant.parse("2026-04-14T09:15:00.5Z");

  static Stream<Body> bodies() {
    return Stream.of(
        Facts.everythingRecorded(),
        Facts.leastRecorded(),
        Facts.linked(),
        Facts.answered(),
        Facts.statusChanged(),
        new StatusChanged("rejected", null, "cd".repeat(32), null),
        new StatusChanged("superseded", null, null, Facts.id(8)),
        new Fact.Claimed("builder-1", UNTIL, 2, "builder-refactor", "claim é"),
        new Fact.Claimed("builder-1", UNTIL, 1, null, null),
        new Fact.Renewed(7, "builder-1", UNTIL),
        new Fact.Released(7, "builder-1", "ann", "it is gone", true),
        new Fact.Released(7, "builder-1", null, null, false),
        new Fact.Expired(7, "builder-1", UNTIL, true),
        new Fact.Completed(7, "builder-1", Facts.id(5), "done"),
        new Fact.Completed(7, "builder-1", null, null),
        new Linked(
            new Link(
                Link.Status.PENDING,
                Link.By.RULE,
                null,
                "kxm/run",
                "handoff_manifest",
                false,
                false),
            3),
        new Answered(Facts.id(5), "kxm/run", "handoff_manifest", Link.By.RULE, false, false, true));
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void fact_isReadBackAsItWasWritten(Body body) {
    Fact fact = Facts.fact(FactChain.START, 1, Facts.id(1), body);

    assertThat(FactCodec.decode(FactCodec.encode(fact))).usingRecursiveComparison().isEqualTo(fact);
  }

  @Property
  void anyFact_isReadBackAsItWasWritten(@ForAll("anyBody") Body body) {
    Fact fact = Facts.fact(FactChain.START, 1, Facts.id(1), body);

    assertThat(FactCodec.decode(FactCodec.encode(fact))).usingRecursiveComparison().isEqualTo(fact);
  }

  @Test
  void successionByTime_isReadBackAsItWasWritten() {
    Succession succession = Succession.byTime("lane/a", null, "hnd_1", false);
    Recorded body = withSuccession(succession);

    Fact read =
        FactCodec.decode(FactCodec.encode(Facts.fact(FactChain.START, 1, Facts.id(1), body)));

    assertThat(((Recorded) read.body()).succession()).isEqualTo(succession);
  }

  @Test
  void record_hasTheSessionAsItsKey() {
    assertThat(recorded().key()).isEqualTo(Facts.SESSION);
  }

  @Test
  void record_hasTheArtifactAsItsValue() {
    assertThat(recorded().value()).isEqualTo(Facts.ARTIFACT);
  }

  @Test
  void record_hasTheRecordedTimeAsItsOwn() {
    LedgerRecord written = recorded();

    assertThat(Instant.ofEpochMilli(written.timestamp()))
        .isEqualTo(Instant.parse(written.headers().get(HandoffHeaders.RECORDED_AT)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "handoff-fact | recorded",
        "handoff-seq | 1",
        "handoff-recorded-at | 2026-04-14T09:00:08.126Z",
        "handoff-format | codelens",
        "handoff-kind | builder_result",
        "handoff-natural-key | key/1",
        "handoff-time | {\"text\":\"2026-04-14T17:00:07.123456789+08:00\",\"instant\":\"2026-04-14T09:00:07.123456789Z\"}",
        "handoff-roles | [\"reviewer\",\"prüfer\"]",
        "handoff-status | pending",
        "handoff-publisher | planner.py",
        "handoff-project | shop",
        "handoff-issue | iss-1",
        "handoff-registry-schema-id | 77",
        "handoff-idempotency-key | idempotency 1"
      })
  void header_saysWhatWasDerived(String name, String value) {
    assertThat(recorded().headers()).containsEntry(name, value);
  }

  @Test
  void whatIsAbsent_hasNoHeader() {
    LedgerRecord written =
        FactCodec.encode(Facts.fact(FactChain.START, 1, Facts.id(1), Facts.leastRecorded()));

    assertThat(written.headers())
        .containsOnlyKeys(
            "handoff-fact",
            "handoff-seq",
            "handoff-id",
            "handoff-recorded-at",
            "handoff-format",
            "handoff-kind",
            "handoff-time",
            "handoff-roles",
            "handoff-link",
            "handoff-raw-sha256",
            "handoff-chain");
  }

  @Test
  void factWithoutArtifact_hasItsOwnJsonAsItsValue() {
    LedgerRecord written =
        FactCodec.encode(Facts.fact(FactChain.START, 1, Facts.id(1), Facts.answered()));

    assertThat(new String(written.value(), UTF_8))
        .isEqualTo(written.headers().get(HandoffHeaders.ANSWER));
  }

  @Test
  void factOfAnArtifact_needsItsBytes() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                FactCodec.next(
                    FactChain.START,
                    Facts.SESSION,
                    1,
                    Facts.id(1),
                    Facts.RECORDED_AT,
                    Facts.leastRecorded(),
                    null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "handoff-fact",
        "handoff-seq",
        "handoff-id",
        "handoff-recorded-at",
        "handoff-format",
        "handoff-kind",
        "handoff-time",
        "handoff-roles",
        "handoff-link",
        "handoff-raw-sha256",
        "handoff-chain"
      })
  void recordWithoutARequiredHeader_isNoFact(String name) {
    assertThatIllegalArgumentException().isThrownBy(() -> FactCodec.decode(without(name)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "handoff-fact | invented",
        "handoff-seq | one",
        "handoff-recorded-at | yesterday",
        "handoff-time | {}",
        "handoff-time | {\"text\":\"2026-04-14T09:00:07Z\",\"instant\":\"then\"}",
        "handoff-time | not json",
        "handoff-roles | [1]",
        "handoff-link | {}",
        "handoff-link | {\"status\":\"linked\",\"by\":\"nobody\"}",
        "handoff-succession | {\"order\":\"random\"}",
        "handoff-warnings | [{}]",
        "handoff-registry-schema-id | many",
        "handoff-registry-schema-id | 4294967296",
        "handoff-chain | ab",
        "handoff-chain | 000000000000000000000000000000000000000000000000000000000000000G"
      })
  void recordWithAHeaderOfAnotherForm_isNoFact(String name, String value) {
    assertThatIllegalArgumentException().isThrownBy(() -> FactCodec.decode(with(name, value)));
  }

  @Property
  void anyHeaders_areRefusedOrReadButNeverElse(
      @ForAll("headerNames") String name, @ForAll("headerValues") String value) {
    try {
      assertThat(FactCodec.decode(with(name, value))).isNotNull();
    } catch (IllegalArgumentException refused) {
      assertThat(refused.getMessage()).isNotBlank();
    }
  }

  @Provide
  Arbitrary<String> headerNames() {
    return Arbitraries.of(recorded().headers().keySet());
  }

  @Provide
  Arbitrary<String> headerValues() {
    return Arbitraries.oneOf(
        Arbitraries.strings(),
        Arbitraries.of(
            "", "linked", "answered", "status", "recorded", "[]", "{}", "null", "[null]", "1"));
  }

  @Provide
  Arbitrary<Body> anyBody() {
    return Arbitraries.oneOf(
        anyRecorded(),
        Combinators.combine(anyLink(), Arbitraries.longs().greaterOrEqual(1)).as(Linked::new),
        Combinators.combine(
                text(),
                text(),
                text(),
                Arbitraries.of(Link.By.class),
                Arbitraries.of(true, false),
                Arbitraries.of(true, false),
                Arbitraries.of(true, false))
            .as(Answered::new),
        Combinators.combine(text(), text().injectNull(0.3), text())
            .as((status, publisher, hash) -> new StatusChanged(status, publisher, hash, null)),
        anyLease());
  }

  private Arbitrary<Body> anyLease() {
    Arbitrary<String> absent = text().injectNull(0.3);
    return Combinators.combine(
            Arbitraries.longs().greaterOrEqual(1), text(), absent, absent, Arbitraries.integers())
        .as(
            (token, holder, one, other, number) ->
                switch (Math.floorMod(number, 5)) {
                  case 0 -> new Fact.Claimed(holder, UNTIL, number, one, other);
                  case 1 -> new Fact.Renewed(token, holder, UNTIL);
                  case 2 -> new Fact.Released(token, holder, one, other, number > 0);
                  case 3 -> new Fact.Expired(token, holder, UNTIL, number > 0);
                  default -> new Fact.Completed(token, holder, one, other);
                });
  }

  private Arbitrary<Body> anyRecorded() {
    Arbitrary<Timestamp> times =
        Combinators.combine(
                text(),
                Arbitraries.longs().between(-62_000_000_000L, 253_000_000_000L),
                Arbitraries.integers().between(0, 999_999_999))
            .as((text, second, nanos) -> new Timestamp(text, Instant.ofEpochSecond(second, nanos)));
    Arbitrary<List<String>> texts = text().injectNull(0.3).list().ofSize(10);
    Arbitrary<List<Warning>> warnings =
        Combinators.combine(text(), text(), text()).as(Warning::new).list().ofMaxSize(3);
    Arbitrary<Succession> successions =
        Combinators.combine(
                text().injectNull(0.3), text().injectNull(0.3), text(), Arbitraries.of(true, false))
            .as(Succession::byTime)
            .injectNull(0.3);
    Arbitrary<Integer> schemaIds = Arbitraries.integers().injectNull(0.3);
    return Combinators.combine(
            times, texts, text().list().ofMaxSize(3), anyLink(), successions, warnings, schemaIds)
        .as(
            (time, any, roles, link, succession, warned, schemaId) ->
                new Recorded(
                    "" + any.get(0),
                    "" + any.get(1),
                    any.get(2),
                    time,
                    roles,
                    link,
                    succession,
                    any.get(3),
                    warned,
                    "" + any.get(4),
                    any.get(5),
                    any.get(6),
                    any.get(7),
                    schemaId,
                    any.get(8),
                    any.get(9),
                    any.get(9)));
  }

  private Arbitrary<Link> anyLink() {
    Arbitrary<String> absent = text().injectNull(0.4);
    return Combinators.combine(
            Arbitraries.of(Link.Status.class),
            Arbitraries.of(Link.By.class),
            absent,
            absent,
            absent,
            Arbitraries.of(true, false),
            Arbitraries.of(true, false))
        .as(
            (status, by, parent, session, kind, verified, ambiguous) ->
                new Link(status, by, parent, session, kind, verified, ambiguous));
  }

  private static Arbitrary<String> text() {
    return Arbitraries.strings()
        .ofMaxLength(12)
        .filter(text -> text.chars().noneMatch(c -> Character.isSurrogate((char) c)));
  }

  private static Recorded withSuccession(Succession succession) {
    Recorded least = Facts.leastRecorded();
    return new Recorded(
        least.format(),
        least.kind(),
        null,
        least.time(),
        least.roles(),
        least.link(),
        succession,
        null,
        List.of(),
        least.rawHash(),
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private static LedgerRecord recorded() {
    return FactCodec.encode(
        Facts.fact(FactChain.START, 1, Facts.id(1), Facts.everythingRecorded()));
  }

  private static LedgerRecord with(String name, String value) {
    Map<String, String> headers = new LinkedHashMap<>(recorded().headers());
    headers.put(name, value);
    return new LedgerRecord(Facts.SESSION, headers, Facts.ARTIFACT, 0);
  }

  private static LedgerRecord without(String name) {
    Map<String, String> headers = new LinkedHashMap<>(recorded().headers());
    headers.remove(name);
    return new LedgerRecord(Facts.SESSION, headers, Facts.ARTIFACT, 0);
  }
}
