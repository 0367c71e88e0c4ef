package dev.handoffledger.standalone.guarantees;

import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.Topics;
import dev.handoffledger.standalone.internal.TopicReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** What the ledger and its rejections hold, as SHA-256 of the artifacts' bytes. */
record LedgerContents(List<String> recorded, List<String> rejected) {

  static LedgerContents read(TopicReader reader) {
    List<String> recorded = new ArrayList<>();
    List<String> rejected = new ArrayList<>();
    reader.readAll(
        Topics.LEDGER,
        (partition, record) -> {
          if ("recorded".equals(record.headers().get(HandoffHeaders.FACT))) {
            recorded.add(Sha256.hex(record.value()));
          }
        });
    reader.readAll(
        Topics.REJECTED, (partition, record) -> rejected.add(Sha256.hex(record.value())));
    return new LedgerContents(recorded, rejected);
  }

  int size() {
    return recorded.size() + rejected.size();
  }

  /** Waits until a condition holds, checking it again and again. */
  static void await(String what, long seconds, BooleanSupplier condition) {
    long deadline = System.nanoTime() + seconds * 1_000_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not within " + seconds + " s: " + what);
      }
      LockSupport.parkNanos(200_000_000L);
    }
  }
}
