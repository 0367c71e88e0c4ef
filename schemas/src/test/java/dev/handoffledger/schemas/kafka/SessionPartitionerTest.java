package dev.handoffledger.schemas.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionPartitionerTest {

  /**
   * The hashes are those of Kafka's own tests for murmur2: 21, foobar, a-little-bit-long-string.
   */
  @ParameterizedTest
  @CsvSource({"21, -973932308", "foobar, -790332482", "a-little-bit-long-string, -985981536"})
  void partition_isThatOfEveryKafkaClientWithMurmur2(String session, int hash) {
    assertThat(SessionPartitioner.partition(session, 12)).isEqualTo((hash & 0x7fffffff) % 12);
  }
}
