package dev.handoffledger.processor.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.handoffledger.processor.decide.SessionHead;
import dev.handoffledger.schemas.fact.FactChain;
import java.time.Instant;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

class StateRowsTest {

  @Test
  void headOfASessionThatIsOnlyReferredTo_isReadAsItWasWritten() {
    SessionHead head = new SessionHead(0, FactChain.START, Instant.EPOCH, true);

    assertThat(StateRows.head(StateRows.encode(head))).isEqualTo(head);
  }

  @Test
  void rowOfAnotherBuild_isAFailureOfTheStoreAndNotOfTheArtifact() {
    byte[] row = StateRows.encode(SessionHead.EMPTY);
    row[0]--;

    assertThatThrownBy(() -> StateRows.head(row))
        .isInstanceOf(KafkaException.class)
        .hasMessageContaining("another build");
  }
}
