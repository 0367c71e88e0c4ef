package dev.handoffledger.gateway.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class IdempotencyKeysTest {
  private static final long DAY = Duration.ofDays(1).toMillis();

  private final IdempotencyKeys keys = new IdempotencyKeys(3);

  @Test
  void freeKey_standsForNothing() {
    assertThat(keys.value("k", 0)).isEmpty();
  }

  @Test
  void firstRecordOfAKey_wins() {
    keys.handle(record("k", "first", 0));
    keys.handle(record("k", "second", 1));

    assertThat(keys.value("k", 2)).hasValue("first");
  }

  @Test
  void key_isFreeAfterADay() {
    keys.handle(record("k", "first", 0));

    assertThat(keys.value("k", DAY - 1)).hasValue("first");
    assertThat(keys.value("k", DAY)).isEmpty();
  }

  @Test
  void keyThatIsFreeAgain_isBoundByTheNextRecord() {
    keys.handle(record("k", "first", 0));
    keys.handle(record("k", "second", DAY));

    assertThat(keys.value("k", DAY + 1)).hasValue("second");
  }

  @Test
  void oldestKey_makesRoomForANewOne() {
    for (String key : new String[] {"a", "b", "c", "d"}) {
      keys.handle(record(key, "hash", 0));
    }

    assertThat(keys.value("a", 1)).isEmpty();
    assertThat(keys.value("b", 1)).hasValue("hash");
    assertThat(keys.value("d", 1)).hasValue("hash");
  }

  @Test
  void recordWithoutKeyOrValue_isPassedOver() {
    keys.handle(record(null, "hash", 0));
    keys.handle(record("k", null, 0));

    assertThat(keys.value("k", 1)).isEmpty();
  }

  private static ConsumerRecord<byte[], byte[]> record(String key, String value, long timestamp) {
    return new ConsumerRecord<>(
        "handoff.idempotency",
        0,
        0,
        timestamp,
        TimestampType.CREATE_TIME,
        0,
        0,
        bytes(key),
        bytes(value),
        new RecordHeaders(),
        Optional.empty());
  }

  private static byte[] bytes(String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }
}
