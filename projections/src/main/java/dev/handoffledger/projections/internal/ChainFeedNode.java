package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.chain.ChainChange;
import dev.handoffledger.projections.chain.ChainFeed;
import dev.handoffledger.schemas.fact.Fact;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends what a fact changes in a chain to the chain's partition. */
final class ChainFeedNode extends ContextualProcessor<byte[], byte[], String, ChainChange> {
  private static final Logger LOG = LoggerFactory.getLogger(ChainFeedNode.class);

  private final ChainFeed feed;

  ChainFeedNode(ChainFeed feed) {
    this.feed = feed;
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    LedgerFacts.read(record)
        .flatMap(this::entry)
        .ifPresent(
            entry ->
                context().forward(new Record<>(entry.group(), entry.change(), record.timestamp())));
  }

  /** What cannot be read is passed over: a record that stops its partition stops every session. */
  private Optional<ChainFeed.Entry> entry(Fact fact) {
    try {
      return feed.entry(fact);
    } catch (RuntimeException e) {
      LOG.error("passed over a fact whose artifact cannot be read: {}", fact.handoffId(), e);
      return Optional.empty();
    }
  }
}
