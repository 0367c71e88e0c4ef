package dev.handoffledger.processor.internal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.handoffledger.processor.decide.SessionHead;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

class StateRowsTest {

  @Test
  void rowOfAnotherBuild_isAFailureOfTheStoreAndNotOfTheArtifact() {
    byte[] row = StateRows.encode(SessionHead.EMPTY);
    row[0]--;

    assertThatThrownBy(() -> StateRows.head(row))
        .isInstanceOf(KafkaException.class)
        .hasMessageContaining("another build");
  }
}
