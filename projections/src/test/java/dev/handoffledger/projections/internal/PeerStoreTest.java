package dev.handoffledger.projections.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.NotAvailableException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.internals.InMemoryKeyValueStore;
import org.junit.jupiter.api.Test;

/** A store read from another instance gives what it gives at home. */
class PeerStoreTest {
  private static final String NAME = "rows";
  private static final int ROWS = 6_000;
  private static final long LAG = 57;

  private final InMemoryKeyValueStore home = filled();
  private final LedgerProgress progress = new LedgerProgress();
  private final LocalPeerQuestions answers =
      new LocalPeerQuestions(new OneStore(home), new OneStore(home), progress);
  private final PeerStore away = new PeerStore(NAME, 0, this::ask);

  private record OneStore(InMemoryKeyValueStore rows) implements StoreCopies {
    @Override
    public OptionalLong lag(String store, int partition) {
      return partition == 0 ? OptionalLong.of(LAG) : OptionalLong.empty();
    }

    @Override
    public int ledgerPartitions() {
      return 1;
    }

    @Override
    public int rejectedPartitions() {
      return 1;
    }

    @Override
    public ReadOnlyKeyValueStore<Bytes, byte[]> store(String name, int partition) {
      return rows;
    }
  }

  private static InMemoryKeyValueStore filled() {
    InMemoryKeyValueStore store = new InMemoryKeyValueStore(NAME);
    Random random = new Random(7);
    for (int row = 0; row < ROWS; row++) {
      byte[] value = new byte[random.nextInt(1_000)];
      random.nextBytes(value);
      store.put(key(row), value);
    }
    return store;
  }

  private static Bytes key(int row) {
    return Bytes.wrap("%05d".formatted(row).getBytes(StandardCharsets.UTF_8));
  }

  /** Both ways through the bytes that would go over HTTP. */
  private byte[] ask(PeerRequest question) {
    try {
      return answers.answer(PeerRequest.write(question));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void rowByItsKey_isTheSame() {
    assertThat(away.get(key(17))).isEqualTo(home.get(key(17)));
  }

  @Test
  void rowThatIsNotThere_isNull() {
    assertThat(away.get(key(ROWS))).isNull();
  }

  @Test
  void wholeStore_isTheSameEitherWay() {
    assertThat(read(away.all())).isEqualTo(read(home.all()));
    assertThat(read(away.reverseAll())).isEqualTo(read(home.reverseAll()));
  }

  @Property(tries = 100)
  void anyRange_isTheSameEitherWay(
      @ForAll @IntRange(max = ROWS) int from, @ForAll @IntRange(max = ROWS) int rows) {
    Bytes to = key(from + rows);
    assertThat(read(away.range(key(from), to))).isEqualTo(read(home.range(key(from), to)));
    assertThat(read(away.reverseRange(key(from), to)))
        .isEqualTo(read(home.reverseRange(key(from), to)));
  }

  private static List<String> read(KeyValueIterator<Bytes, byte[]> rows) {
    List<String> read = new ArrayList<>();
    try (rows) {
      while (rows.hasNext()) {
        Bytes ahead = rows.peekNextKey();
        KeyValue<Bytes, byte[]> row = rows.next();
        assertThat(row.key).isEqualTo(ahead);
        read.add(row.key + "=" + new String(row.value, StandardCharsets.ISO_8859_1));
      }
    }
    return read;
  }

  @Test
  void copy_givesTheSameRowsAndSaysWhatItLacks() {
    PeerRequest row = new PeerRequest.Get(NAME, List.of(0), key(17));

    PeerReply.OfCopy reply = PeerReply.readOfCopy(ask(new PeerRequest.OfCopy(row)));

    assertThat(reply.lag()).isEqualTo(LAG);
    assertThat(reply.reply()).isEqualTo(ask(row));
  }

  @Test
  void copyThatIsNotHere_doesNotAnswerThatThereIsNothing() {
    PeerRequest row = new PeerRequest.Get(NAME, List.of(1), key(17));
    assertThatThrownBy(() -> ask(new PeerRequest.OfCopy(row)))
        .isInstanceOf(NotAvailableException.class);
  }

  @Test
  void position_isWhatWasReadThere() {
    progress.read(2, 40, LedgerProgress.Step.WITHOUT_FACT);
    assertThat(PeerReply.readPosition(ask(new PeerRequest.Position())))
        .isEqualTo(LedgerPosition.parse("2:40"));
  }

  @Test
  void positionThatWasReached_isAnsweredAtOnce() {
    progress.read(2, 40, LedgerProgress.Step.WITHOUT_FACT);
    assertThat(PeerReply.readReached(ask(await("2:40", Duration.ofMinutes(1))))).isTrue();
  }

  @Test
  void positionThatIsNotReached_isNotWaitedForLongerThanAsked() {
    assertThat(PeerReply.readReached(ask(await("2:40", Duration.ofMillis(1))))).isFalse();
  }

  private static PeerRequest await(String position, Duration atMost) {
    return new PeerRequest.AwaitPosition(LedgerPosition.parse(position), atMost);
  }

  @Property(tries = 300)
  void bytesThatAreNoQuestion_areRefused(@ForAll byte[] bytes) {
    byte[] question = PeerRequest.write(new PeerRequest.Get(NAME, List.of(0), key(1)));
    for (int length = 0; length < question.length; length++) {
      byte[] cut = Arrays.copyOf(question, length);
      assertThatIllegalArgumentException().isThrownBy(() -> PeerRequest.read(cut));
    }
    byte[] unknown = new byte[bytes.length + 1];
    System.arraycopy(bytes, 0, unknown, 1, bytes.length);
    assertThatIllegalArgumentException().isThrownBy(() -> PeerRequest.read(unknown));
  }
}
