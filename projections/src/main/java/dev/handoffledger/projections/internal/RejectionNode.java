package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.RejectionView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lists refused artifacts by time, for as long as their topic keeps them. */
final class RejectionNode implements Processor<byte[], byte[], Void, Void> {
  private static final Logger LOG = LoggerFactory.getLogger(RejectionNode.class);
  private static final int EXPIRED_AT_ONCE = 1000;

  private final Duration retention;
  private final ProjectionCounters counters;
  private ProcessorContext<Void, Void> context;
  private KeyValueStore<Bytes, byte[]> rejections;

  RejectionNode(Duration retention, ProjectionCounters counters) {
    this.retention = retention;
    this.counters = counters;
  }

  @Override
  public void init(ProcessorContext<Void, Void> newContext) {
    context = newContext;
    rejections = context.getStateStore(StoreNames.REJECTIONS);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordMetadata at =
        context
            .recordMetadata()
            .orElseThrow(() -> new IllegalStateException("a record without its place"));
    try {
      RejectionView rejection =
          new RejectionRecord(
                  at.partition(), at.offset(), record.timestamp(), record.headers(), record.value())
              .read()
              .rejection();
      rejections.put(
          RowKeys.rejection(rejection.at(), rejection.partition(), rejection.offset()),
          RowCodec.rejection(rejection));
      counters.rejectionRead();
    } catch (IllegalArgumentException e) {
      counters.unreadableRejection();
      LOG.error(
          "passed over a record that holds no rejection: topic={} partition={} offset={}",
          at.topic(),
          at.partition(),
          at.offset(),
          e);
    }
    expire();
  }

  private void expire() {
    Instant end = Instant.ofEpochMilli(context.currentStreamTimeMs()).minus(retention);
    List<Bytes> expired = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> rows =
        rejections.range(null, Bytes.wrap(RowKeys.time(end)))) {
      while (expired.size() < EXPIRED_AT_ONCE && rows.hasNext()) {
        expired.add(rows.next().key);
      }
    }
    expired.forEach(rejections::delete);
  }
}
