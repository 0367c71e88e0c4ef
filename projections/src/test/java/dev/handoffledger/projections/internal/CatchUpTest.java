package dev.handoffledger.projections.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.projections.LedgerPosition;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CatchUpTest {

  @Test
  void emptyLedger_isCaughtUpWith() {
    assertThat(new CatchUp(Map.of()).isDone()).isTrue();
  }

  @Test
  void partitionShortOfItsEnd_isBehind() {
    CatchUp catchUp = new CatchUp(Map.of(0, 5L, 1, 7L));
    catchUp.read(LedgerPosition.parse("0:5,1:6"));
    assertThat(catchUp.behind()).containsExactly(1);
  }

  @Test
  void partitionOnceAtItsEnd_staysCaughtUpWith() {
    CatchUp catchUp = new CatchUp(Map.of(0, 5L));
    catchUp.read(LedgerPosition.parse("0:6"));
    catchUp.read(LedgerPosition.START);
    assertThat(catchUp.isDone()).isTrue();
  }
}
