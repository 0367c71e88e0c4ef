package dev.handoffledger.projections;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LedgerPositionTest {

  @Test
  void partitionOfWhichNothingWasRead_isAbsent() {
    assertThat(position(Map.of(0, 4L, 1, -1L))).hasToString("0:4");
  }

  @Test
  void positionBeforeEverything_isStart() {
    assertThat(position(Map.of(0, -1L)).id()).isEqualTo("start");
  }

  @Test
  void id_isReadAsThePositionItTells() {
    LedgerPosition position = position(Map.of(0, 4L, 1, -1L, 12, 0L));

    assertThat(LedgerPosition.parse(position.id())).isEqualTo(position);
  }

  private static LedgerPosition position(Map<Integer, Long> offsets) {
    return new LedgerPosition(new TreeMap<>(offsets));
  }
}
