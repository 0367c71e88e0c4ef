package dev.handoffledger.projections.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.format.LoopOpsEventFormat;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;

/** Sends LoopOps events to the partition of their project. */
final class IssueFeedNode extends ContextualProcessor<byte[], byte[], String, IssuePart> {

  @Override
  public void process(Record<byte[], byte[]> record) {
    LedgerFacts.read(record)
        .filter(
            fact ->
                fact.body() instanceof Fact.Recorded recorded
                    && LoopOpsEventFormat.isEvent(recorded.kind()))
        .ifPresent(fact -> send(fact, record.timestamp()));
  }

  private void send(Fact fact, long timestamp) {
    JsonNode event = IssueJson.node(fact.value());
    context()
        .forward(
            new Record<>(
                event.at("/project/project_id").textValue(),
                new IssuePart.Event(
                    event.at("/issue/id").textValue(),
                    fact.handoffId(),
                    fact.session(),
                    fact.value()),
                timestamp));
  }
}
