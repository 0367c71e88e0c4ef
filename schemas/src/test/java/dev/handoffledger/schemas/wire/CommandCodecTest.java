package dev.handoffledger.schemas.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reason;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandCodecTest {
  private static final ClaimToken TOKEN = new ClaimToken("codelens/s", "sha256:1", 7);

  static Stream<Command> commands() {
    return Stream.of(
        new Command.Claim("codelens/s", "r", "one", Duration.ofMinutes(2), "reviewer", "claim"),
        new Command.Claim("codelens/s", "r", "one", Duration.ofHours(24), null, null),
        new Command.Renew(TOKEN, Duration.ofSeconds(1)),
        new Command.Release(TOKEN, "no licence"),
        new Command.Release(TOKEN, null),
        new Command.Complete(TOKEN, "merged"),
        new Command.Complete(TOKEN, null),
        new Command.ForceRelease("codelens/s", "r", "ann", "gone"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void command_isReadBackAsItWasWritten(Command command) {
    assertThat(CommandCodec.decode(CommandCodec.encode(command)))
        .isEqualTo(new CommandCodec.Result.Understood(command));
  }

  @Test
  void claimWithoutALease_isForAQuarterOfAnHour() {
    assertThat(
            CommandCodec.decode(
                utf8("{'command':'claim','session':'s/1','row':'r','holder':'one'}")))
        .isEqualTo(
            new CommandCodec.Result.Understood(
                new Command.Claim("s/1", "r", "one", Duration.ofMinutes(15), null, null)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "999", "86400001", "-1", "1000.5", "'1000'", "1e300", "null"})
  void leaseOutOfBounds_isRefusedWhereItStands(String millis) {
    assertThat(
            problems(
                "{'command':'claim','session':'s/1','row':'r','holder':'one','lease_ms':"
                    + millis
                    + "}"))
        .extracting(Problem::pointer)
        .containsExactly("/lease_ms");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'command':'steal'} | /command",
        "{} | /command",
        "[] | /command",
        "{'command':'claim','row':'r','holder':'one'} | /session",
        "{'command':'claim','session':'s/1','holder':'one'} | /row",
        "{'command':'claim','session':'s/1','row':'r','holder':' '} | /holder",
        "{'command':'claim','session':'s/1','row':'r','holder':7} | /holder",
        "{'command':'claim','session':'s/1','row':'r','holder':'one','role':7} | /role",
        "{'command':'renew'} | /token",
        "{'command':'complete','token':'7'} | /token",
        "{'command':'force-release','session':'s/1','row':'r','by':'ann'} | /reason"
      })
  void commandOfAnotherForm_isToldWhere(String json, String pointer) {
    assertThat(problems(json)).extracting(Problem::pointer).containsExactly(pointer);
  }

  @Test
  void bytesThatAreNotJson_areRefusedAsSuch() {
    assertThat(problems("claim it")).extracting(Problem::reason).containsExactly(Reason.NOT_JSON);
  }

  @Test
  void noBytes_areRefused() {
    assertThat(CommandCodec.decode(null)).isInstanceOf(CommandCodec.Result.NotUnderstood.class);
  }

  @Test
  void holderLongerThanAnyName_isRefused() {
    assertThat(
            problems(
                "{'command':'claim','session':'s/1','row':'r','holder':'"
                    + "x".repeat(5000)
                    + "'}"))
        .extracting(Problem::pointer)
        .containsExactly("/holder");
  }

  @Property
  void anyBytes_areUnderstoodOrRefused(@ForAll byte[] bytes) {
    assertThat(CommandCodec.decode(bytes)).isNotNull();
  }

  private static List<Problem> problems(String json) {
    return ((CommandCodec.Result.NotUnderstood) CommandCodec.decode(utf8(json))).problems();
  }

  private static byte[] utf8(String json) {
    return json.replace('\'', '"').getBytes(UTF_8);
  }
}
