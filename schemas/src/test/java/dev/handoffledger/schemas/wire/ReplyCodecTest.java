package dev.handoffledger.schemas.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.fact.Link;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyCodecTest {
  private static final String ID = "sha256:" + "ab".repeat(32);

  static Stream<Reply> replies() {
    return Stream.of(
        recorded(),
        new Reply(
            "c-2",
            Reply.Outcome.DUPLICATE,
            null,
            ID,
            "kxm/run",
            "handoff_manifest",
            7,
            List.of(),
            Link.ROOT,
            List.of(),
            List.of()),
        lease(Reply.Outcome.GRANTED, null, null),
        lease(
            Reply.Outcome.REFUSED,
            Reply.Refusal.LEASE_ENDED,
            new Reply.EndedLease("one", Instant.parse("2026-04-14T09:00:00.001Z"), "expired")),
        rejected(new Problem(Reason.SCHEMA_VIOLATION, "/a~1b", "This must be of type string.")));
  }

  @ParameterizedTest
  @MethodSource("replies")
  void reply_isReadBackAsItWasWritten(Reply reply) {
    assertThat(ReplyCodec.decode(ReplyCodec.encode(reply))).isEqualTo(reply);
  }

  @ParameterizedTest
  @EnumSource
  void everyReason_isReadBackAsItWasWritten(Reason reason) {
    Reply reply = rejected(new Problem(reason, "", "Change it."));

    assertThat(ReplyCodec.decode(ReplyCodec.encode(reply))).isEqualTo(reply);
  }

  @Property
  void anyPointerAndMessage_areReadBackAsTheyWereWritten(
      @ForAll String pointer, @ForAll String message) {
    Reply reply = rejected(new Problem(Reason.NOT_JSON, wellFormed(pointer), wellFormed(message)));

    assertThat(ReplyCodec.decode(ReplyCodec.encode(reply))).isEqualTo(reply);
  }

  @Test
  void reply_isWrittenInTheNamesOfTheContract() {
    assertThat(new String(ReplyCodec.encode(recorded()), UTF_8))
        .isEqualTo(
            "{\"correlation_id\":\"c-1\",\"outcome\":\"recorded\",\"fact\":\"recorded\","
                + "\"id\":\""
                + ID
                + "\",\"session\":\"codelens/s\",\"kind\":\"builder_result\","
                + "\"seq\":9007199254740993,\"roles\":[\"reviewer\",\"prüfer\"],"
                + "\"link\":{\"status\":\"pending\",\"by\":\"declared\","
                + "\"parent_session\":\"codelens/p\",\"parent_kind\":\"planner_brief\","
                + "\"verified\":false,\"ambiguous\":false},"
                + "\"warnings\":[{\"code\":\"future_time\",\"pointer\":\"/created_at\","
                + "\"message\":\"It is ahead.\"}],\"problems\":[]}");
  }

  @Test
  void problem_isWrittenInTheNamesOfTheContract() {
    assertThat(
            ReplyCodec.problems(List.of(new Problem(Reason.BAD_TIMESTAMP, "/a", "Correct it.")))
                .toString())
        .isEqualTo("[{\"code\":\"bad_timestamp\",\"pointer\":\"/a\",\"message\":\"Correct it.\"}]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "not json",
        "null",
        "[]",
        "{}",
        "{\"correlation_id\":\"c\"}",
        "{\"outcome\":\"recorded\"}",
        "{\"correlation_id\":\"c\",\"outcome\":\"lost\"}",
        "{\"correlation_id\":\"c\",\"outcome\":\"rejected\",\"problems\":[{\"code\":\"odd\"}]}",
        "{\"correlation_id\":\"c\",\"outcome\":\"recorded\",\"roles\":[1]}",
        "{\"correlation_id\":\"c\",\"outcome\":\"recorded\",\"warnings\":[{}]}",
        "{\"correlation_id\":\"c\",\"outcome\":\"recorded\",\"link\":{}}"
      })
  void bytesOfAnotherForm_areNoReply(String value) {
    assertThatIllegalArgumentException().isThrownBy(() -> ReplyCodec.decode(value.getBytes(UTF_8)));
  }

  @Test
  void noBytes_areNoReply() {
    assertThatIllegalArgumentException().isThrownBy(() -> ReplyCodec.decode(new byte[0]));
  }

  private static Reply recorded() {
    return new Reply(
        "c-1",
        Reply.Outcome.RECORDED,
        "recorded",
        ID,
        "codelens/s",
        "builder_result",
        9_007_199_254_740_993L,
        List.of("reviewer", "prüfer"),
        new Link(
            Link.Status.PENDING,
            Link.By.DECLARED,
            null,
            "codelens/p",
            "planner_brief",
            false,
            false),
        List.of(new Warning("future_time", "/created_at", "It is ahead.")),
        List.of());
  }

  private static Reply lease(Reply.Outcome outcome, Reply.Refusal refusal, Reply.EndedLease ended) {
    return new Reply(
        "c-4",
        outcome,
        "claimed",
        ID,
        "codelens/s",
        "planner_brief",
        3,
        List.of(),
        Link.ROOT,
        List.of(),
        List.of(),
        refusal,
        new Reply.Lease(
            new ClaimToken("codelens/s", ID, 3).text(),
            "two",
            Instant.parse("2026-04-14T09:00:00Z"),
            Instant.parse("2026-04-14T09:15:00Z"),
            2),
        ended);
  }

  private static Reply rejected(Problem... problems) {
    return new Reply(
        "c-3",
        Reply.Outcome.REJECTED,
        null,
        null,
        null,
        null,
        0,
        List.of(),
        null,
        List.of(),
        Arrays.asList(problems));
  }

  private static String wellFormed(String text) {
    return new String(text.getBytes(UTF_8), UTF_8);
  }
}
