package dev.handoffledger.standalone.internal;

import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.fact.RecordPlace;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.Topics;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What a ledger has, by the log alone.
 *
 * @param sessions in the order of their first facts
 * @param handoffs the ids of those that were recorded, in that order
 */
public record LedgerInventory(Set<String> sessions, Set<String> handoffs) {
  public LedgerInventory {
    sessions = Collections.unmodifiableSet(new LinkedHashSet<>(sessions));
    handoffs = Collections.unmodifiableSet(new LinkedHashSet<>(handoffs));
  }

  /**
   * Reads the ledger as it stands now. Moves no cursor.
   *
   * @param progress is told how far it is, as a sentence without a full stop
   */
  public static LedgerInventory of(TopicReader reader, Consumer<String> progress) {
    Set<String> sessions = new LinkedHashSet<>();
    Set<String> handoffs = new LinkedHashSet<>();
    reader.readAll(
        Topics.LEDGER,
        new TopicReader.Listener() {
          @Override
          public void read(RecordPlace at, LedgerRecord ledgerRecord, Set<String> hidden) {
            sessions.add(ledgerRecord.key());
            String id = ledgerRecord.headers().get(HandoffHeaders.ID);
            if (id != null && "recorded".equals(ledgerRecord.headers().get(HandoffHeaders.FACT))) {
              handoffs.add(id);
            }
          }

          @Override
          public void unreadable(int partition, long from, long to, String reason) {
            throw new IllegalStateException(
                "%s-%d cannot be read at offset %d; handoff audit verify says more: %s"
                    .formatted(Topics.LEDGER, partition, from, reason));
          }

          @Override
          public void progress(long offsets, long all) {
            progress.accept("looking through the ledger: %d %%".formatted(offsets * 100 / all));
          }
        });
    return new LedgerInventory(sessions, handoffs);
  }
}
