package dev.handoffledger.gateway.internal.events;

import dev.handoffledger.projections.FactView;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.kafka.HeaderMap;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Events out of records of the ledger topic. */
final class EventReader {
  private static final Logger LOG = LoggerFactory.getLogger(EventReader.class);
  private static final byte[] NO_VALUE = {};

  private EventReader() {}

  /** The event of a record; empty if the record holds no fact. */
  static Optional<LedgerEvent> event(ConsumerRecord<byte[], byte[]> record) {
    try {
      Fact fact =
          FactCodec.decode(
              new LedgerRecord(
                  new String(record.key(), StandardCharsets.UTF_8),
                  HeaderMap.read(record.headers()),
                  NO_VALUE,
                  record.timestamp()));
      return Optional.of(new LedgerEvent(new FactView(fact, record.partition(), record.offset())));
    } catch (RuntimeException e) {
      LOG.warn(
          "passed over the record at {}-{} offset {}, which holds no fact",
          record.topic(),
          record.partition(),
          record.offset(),
          e);
      return Optional.empty();
    }
  }
}
