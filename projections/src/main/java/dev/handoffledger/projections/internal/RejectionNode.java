package dev.handoffledger.projections.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.handoffledger.projections.RejectionView;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.kafka.HeaderMap;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.ReplyCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private static final ObjectMapper JSON = new ObjectMapper();
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
      RejectionView rejection = read(record, at);
      rejections.put(
          RowKeys.rejection(rejection.at(), rejection.partition(), rejection.offset()),
          RowCodec.rejection(rejection));
      counters.rejectionRead();
    } catch (IllegalArgumentException | JsonProcessingException e) {
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

  private static RejectionView read(Record<byte[], byte[]> record, RecordMetadata at)
      throws JsonProcessingException {
    Map<String, String> headers = HeaderMap.read(record.headers());
    List<Problem> problems =
        ReplyCodec.problems(JSON.readTree(required(headers, HandoffHeaders.PROBLEMS)));
    byte[] artifact = record.value() == null ? new byte[0] : record.value();
    return new RejectionView(
        at.partition(),
        at.offset(),
        Instant.ofEpochMilli(record.timestamp()),
        required(headers, HandoffHeaders.ERROR_TOPIC),
        Integer.parseInt(required(headers, HandoffHeaders.ERROR_PARTITION)),
        Long.parseLong(required(headers, HandoffHeaders.ERROR_OFFSET)),
        headers.get(HandoffHeaders.SESSION),
        headers.get(HandoffHeaders.KIND),
        headers.get(HandoffHeaders.PUBLISHER),
        problems,
        artifact.length,
        Sha256.hex(artifact));
  }

  private static String required(Map<String, String> headers, String name) {
    String value = headers.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no header " + name);
    }
    return value;
  }
}
