package dev.handoffledger.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;

class ProcessorConfigTest {
  private static final ProcessorConfig CONFIG =
      ProcessorConfig.singleNode("localhost:9092", Path.of("state"));

  @Test
  void waitForRecords_isShortBesideTheCommitInterval() {
    assertThat(CONFIG.withCommitInterval(Duration.ofMillis(50)).streamsProperties())
        .containsEntry(StreamsConfig.POLL_MS_CONFIG, 10L);
  }

  @Test
  void waitForRecords_isNeverZeroSinceThatWouldSpin() {
    assertThat(CONFIG.withCommitInterval(Duration.ofMillis(1)).streamsProperties())
        .containsEntry(StreamsConfig.POLL_MS_CONFIG, 1L);
  }
}
