package dev.handoffledger.projections.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.projections.SessionState;
import dev.handoffledger.schemas.succession.Lane;
import dev.handoffledger.schemas.succession.LanePosition;
import java.time.Instant;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.apache.kafka.common.utils.Bytes;

class RowKeysTest {

  @Property
  void seqs_areOrdered(@ForAll("texts") String session, @ForAll long one, @ForAll long other) {
    assertThat(sign(RowKeys.fact(session, one).compareTo(RowKeys.fact(session, other))))
        .isEqualTo(Long.compare(one, other));
  }

  @Property
  void times_areOrderedBeforeTheEpochToo(
      @ForAll("texts") String role, @ForAll("times") Instant one, @ForAll("times") Instant other) {
    assertThat(
            sign(RowKeys.open(role, one, "s/1", 1).compareTo(RowKeys.open(role, other, "s/1", 1))))
        .isEqualTo(sign(one.compareTo(other)));
  }

  @Property
  void lanePositions_areOrderedAsTheyCompare(
      @ForAll("lanes") Lane lane,
      @ForAll("positions") LanePosition one,
      @ForAll("positions") LanePosition other) {
    assertThat(sign(RowKeys.inLane(lane, one).compareTo(RowKeys.inLane(lane, other))))
        .isEqualTo(sign(one.compareTo(other)));
  }

  @Property
  void keysOfOneSession_areApartFromThoseOfAnother(
      @ForAll("texts") String one, @ForAll("texts") String other, @ForAll long seq) {
    assertThat(isIn(RowKeys.fact(other, seq), RowKeys.ofSession(one))).isEqualTo(one.equals(other));
  }

  @Property
  void firstOpenOfOneSession_isApartFromTheRowsOfAnother(@ForAll("texts") String one) {
    String next = one + "2";
    assertThat(isIn(RowKeys.firstOpen(next), RowKeys.ofSession(one + "1"))).isFalse();
    assertThat(isIn(RowKeys.firstOpen(next), RowKeys.ofSession(next))).isTrue();
  }

  @Property
  void keysOfOneRole_areApartFromThoseOfAnother(
      @ForAll("texts") String one,
      @ForAll("texts") String other,
      @ForAll("texts") String session,
      @ForAll("times") Instant time) {
    assertThat(isIn(RowKeys.open(other, time, session, 1), RowKeys.openOf(one)))
        .isEqualTo(one.equals(other));
  }

  @Property
  void keysOfOneLane_areApartFromThoseOfAnother(
      @ForAll("lanes") Lane one,
      @ForAll("lanes") Lane other,
      @ForAll("positions") LanePosition position) {
    assertThat(isIn(RowKeys.inLane(other, position), RowKeys.lane(one)))
        .isEqualTo(one.equals(other));
  }

  @Property
  void answersOfOneHandoff_areApartFromThoseOfAnother(
      @ForAll("texts") String one, @ForAll("texts") String other, @ForAll("texts") String answer) {
    assertThat(isIn(RowKeys.answer(other, true, answer), RowKeys.answersOf(one)))
        .isEqualTo(one.equals(other));
  }

  @Property
  void positionInLane_isReadBack(
      @ForAll("lanes") Lane lane, @ForAll("positions") LanePosition position) {
    assertThat(RowKeys.positionInLane(lane, RowKeys.inLane(lane, position))).isEqualTo(position);
  }

  @Property
  void placeAmongSessions_isReadBack(
      @ForAll("texts") String format,
      @ForAll SessionState state,
      @ForAll("times") Instant time,
      @ForAll("texts") String session) {
    byte[] place =
        after(
            RowKeys.sessionsOf(format, state), RowKeys.sessionByTime(format, state, time, session));
    assertThat(RowKeys.timeOfPlaceAmongSessions(place)).isEqualTo(time);
    assertThat(RowKeys.sessionOfPlaceAmongSessions(place)).isEqualTo(session);
  }

  @Property
  void openKey_tellsRoleAndTime(
      @ForAll("texts") String role,
      @ForAll("times") Instant time,
      @ForAll("texts") String session) {
    Bytes key = RowKeys.open(role, time, session, 7);
    assertThat(RowKeys.roleOfOpen(key)).isEqualTo(role);
    assertThat(RowKeys.timeOfPlaceAmongOpen(RowKeys.placeAmongOpen(role, key))).isEqualTo(time);
    assertThat(RowKeys.isPlaceAmongOpen(RowKeys.placeAmongOpen(role, key))).isTrue();
  }

  @Property
  void shortenedPlace_isNoPlace(
      @ForAll("texts") String session,
      @ForAll("times") Instant time,
      @ForAll @LongRange(min = 1) long seq,
      @ForAll @IntRange(min = 1, max = 24) int cut) {
    byte[] place = after(RowKeys.openOf("r"), RowKeys.open("r", time, session, seq));
    assertThat(RowKeys.isPlaceAmongOpen(Arrays.copyOf(place, place.length - cut))).isFalse();
  }

  @Property
  void randomBytes_neverBreakTheCheckOfACursor(@ForAll byte[] bytes) {
    assertThat(RowKeys.isNumber(bytes)).isEqualTo(bytes.length == Long.BYTES);
    assertThat(RowKeys.isPlaceAmongOpen(bytes) && bytes.length < 24).isFalse();
    assertThat(RowKeys.isPlaceAmongSessions(bytes) && bytes.length < 12).isFalse();
    assertThat(RowKeys.isRejection(bytes) && bytes.length != 28).isFalse();
  }

  @Provide
  Arbitrary<String> texts() {
    // Ids may have any character; these are the ones that break separators.
    return Arbitraries.strings().withChars('\0', '\1', '/', 'a', '\u00ff', '\uffff').ofMaxLength(4);
  }

  @Provide
  Arbitrary<Lane> lanes() {
    return Combinators.combine(texts(), Arbitraries.of(Lane.Side.class), texts()).as(Lane::new);
  }

  @Provide
  Arbitrary<LanePosition> positions() {
    return Combinators.combine(
            Arbitraries.longs(), Arbitraries.integers().between(0, 999_999_999), tieBreaks())
        .as(LanePosition::new);
  }

  private static Arbitrary<String> tieBreaks() {
    return Arbitraries.of("", "a", "ab", "\0", "\uFF5E", "\uD83D\uDE00");
  }

  @Provide
  Arbitrary<Instant> times() {
    return Combinators.combine(
            Arbitraries.longs().between(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond()),
            Arbitraries.integers().between(0, 999_999_999))
        .as(Instant::ofEpochSecond);
  }

  private static boolean isIn(Bytes key, Bytes prefix) {
    return key.compareTo(prefix) >= 0 && key.compareTo(RowKeys.afterAllOf(prefix)) <= 0;
  }

  private static byte[] after(Bytes beginning, Bytes key) {
    return Arrays.copyOfRange(key.get(), beginning.get().length, key.get().length);
  }

  private static int sign(int number) {
    return Integer.signum(number);
  }
}
