package dev.handoffledger.projections.internal;

import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.kafka.HeaderMap;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Facts out of records of the ledger's topic. */
final class LedgerFacts {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerFacts.class);

  private LedgerFacts() {}

  /** The fact of a record; empty if it holds none, which the ledger's own fold reports. */
  static Optional<Fact> read(Record<byte[], byte[]> record) {
    try {
      return Optional.of(decode(record));
    } catch (RuntimeException e) {
      LOG.debug("passed over a record that holds no fact", e);
      return Optional.empty();
    }
  }

  /**
   * The fact of a record.
   *
   * @throws RuntimeException if it holds none
   */
  static Fact decode(Record<byte[], byte[]> record) {
    return FactCodec.decode(
        new LedgerRecord(
            RowCodec.text(record.key()),
            HeaderMap.read(record.headers()),
            record.value(),
            record.timestamp()));
  }
}
