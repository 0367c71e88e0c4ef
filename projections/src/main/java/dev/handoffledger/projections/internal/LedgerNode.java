package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.SessionState;
import dev.handoffledger.projections.fold.LedgerFold;
import dev.handoffledger.projections.fold.SessionRow;
import dev.handoffledger.schemas.fact.Fact;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Folds one partition of the ledger into its stores. */
final class LedgerNode implements Processor<byte[], byte[], Void, Void> {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerNode.class);

  private final LedgerProgress progress;
  private final ProjectionCounters counters;
  private ProcessorContext<Void, Void> context;
  private StoreRows rows;
  private StoreWriter writer;
  private int partition;

  LedgerNode(LedgerProgress progress, ProjectionCounters counters) {
    this.progress = progress;
    this.counters = counters;
  }

  @Override
  public void init(ProcessorContext<Void, Void> newContext) {
    context = newContext;
    partition = context.taskId().partition();
    rows = new StoreRows(context::getStateStore);
    writer = new StoreWriter(context::getStateStore);
    writer.recountLists();
    progress.resumed(partition, rows.offset(partition));
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordMetadata at =
        context
            .recordMetadata()
            .orElseThrow(() -> new IllegalStateException("a record without its place"));
    Optional<Fact> fact = decode(record, at);
    fact.ifPresent(decoded -> fold(decoded, at));
    // Last, so that whoever waits for the position finds all that it promises.
    writer.reached(at.partition(), at.offset());
    progress.read(
        at.partition(),
        at.offset(),
        fact.map(read -> new LedgerProgress.Step(read.session(), read.seq()))
            .orElse(LedgerProgress.Step.WITHOUT_FACT));
  }

  @Override
  public void close() {
    progress.left(partition);
  }

  private void fold(Fact fact, RecordMetadata at) {
    warnOfMissing(fact, at);
    SessionRow before = rows.session(fact.session()).orElse(null);
    SessionState stateBefore = rows.state(fact.session());
    writer.keep(fact, at.partition(), at.offset());
    LedgerFold.enter(rows, fact).forEach(writer::make);
    LedgerFold.settle(rows, fact).forEach(writer::make);
    SessionRow after =
        rows.session(fact.session())
            .orElseThrow(() -> new IllegalStateException("a fact without its session"));
    writer.list(before, stateBefore, after, rows.state(fact.session()));
    counters.factRead();
  }

  private void warnOfMissing(Fact fact, RecordMetadata at) {
    long missing = LedgerFold.missingBefore(rows, fact);
    if (missing > 0) {
      counters.missingFacts(missing);
      LOG.error(
          "missing={} facts of a session before the one at topic={} partition={} offset={}",
          missing,
          at.topic(),
          at.partition(),
          at.offset());
    }
  }

  /** What cannot be read is passed over: a record that stops its partition stops every session. */
  private Optional<Fact> decode(Record<byte[], byte[]> record, RecordMetadata at) {
    try {
      return Optional.of(LedgerFacts.decode(record));
    } catch (RuntimeException e) {
      counters.unreadableFact();
      LOG.error(
          "passed over a record that holds no fact: topic={} partition={} offset={}",
          at.topic(),
          at.partition(),
          at.offset(),
          e);
      return Optional.empty();
    }
  }
}
