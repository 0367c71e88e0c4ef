package dev.handoffledger.projections.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class RestoreProgressTest {
  private final RestoreProgress progress = new RestoreProgress();

  @Test
  void partitionsOfOneStore_areAddedUp() {
    progress.onRestoreStart(new TopicPartition("c", 0), "facts", 10, 110);
    progress.onRestoreStart(new TopicPartition("c", 1), "facts", 0, 50);
    progress.onBatchRestored(new TopicPartition("c", 0), "facts", 40, 30);
    assertThat(progress.remaining()).containsEntry("facts", 120L);
  }

  @Test
  void storeThatIsRestored_isGone() {
    progress.onRestoreStart(new TopicPartition("c", 0), "facts", 0, 1);
    progress.onRestoreEnd(new TopicPartition("c", 0), "facts", 1);
    assertThat(progress.remaining()).isEmpty();
  }
}
