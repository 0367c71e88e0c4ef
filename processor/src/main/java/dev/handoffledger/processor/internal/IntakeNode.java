package dev.handoffledger.processor.internal;

import dev.handoffledger.processor.decide.Input;
import dev.handoffledger.processor.decide.Intake;
import dev.handoffledger.processor.decide.Message;
import dev.handoffledger.schemas.kafka.HeaderMap;
import dev.handoffledger.schemas.wire.RecordOrigin;
import dev.handoffledger.schemas.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** Runs {@link Intake} on every consumed record. Keeps nothing. */
final class IntakeNode implements Processor<byte[], byte[], String, Object> {
  private final Intake intake;
  private ProcessorContext<String, Object> context;

  IntakeNode(Intake intake) {
    this.intake = intake;
  }

  @Override
  public void init(ProcessorContext<String, Object> processorContext) {
    this.context = processorContext;
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordMetadata metadata =
        context
            .recordMetadata()
            .orElseThrow(() -> new IllegalStateException("a record without its metadata"));
    String key = record.key() == null ? null : new String(record.key(), StandardCharsets.UTF_8);
    RecordOrigin origin =
        new RecordOrigin(
            metadata.topic(), metadata.partition(), metadata.offset(), key, record.timestamp());
    Map<String, String> headers = HeaderMap.read(record.headers());
    Intake.Result result =
        metadata.topic().equals(Topics.RELAY)
            ? intake.relayed(origin, headers, record.value())
            : intake.published(origin, headers, record.value());
    forward(record.timestamp(), result);
  }

  private void forward(long timestamp, Intake.Result result) {
    Instant at = Instant.ofEpochMilli(timestamp);
    if (result instanceof Intake.Result.ForSession forSession) {
      Input input = forSession.input();
      context.forward(new Record<>(forSession.session(), input, timestamp), Nodes.SESSION);
    } else if (result instanceof Intake.Result.Hop hop) {
      route(timestamp, new Outgoing.Relay(hop.envelope(), at));
    } else if (result instanceof Intake.Result.Refused refused) {
      for (Message message : refused.messages()) {
        route(timestamp, new Outgoing.Send(message));
      }
    } else if (result instanceof Intake.Result.RoleTopicReady ready) {
      route(timestamp, new Outgoing.RoleTopicReady(ready.role(), at));
    }
  }

  private void route(long timestamp, Outgoing outgoing) {
    context.forward(new Record<>(null, outgoing, timestamp), Nodes.ROUTE);
  }
}
