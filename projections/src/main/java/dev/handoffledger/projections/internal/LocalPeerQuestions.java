package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.projections.PeerQuestions;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** Answers other instances from the stores that are here. */
final class LocalPeerQuestions implements PeerQuestions {
  /** A page of rows ends once it has as many bytes. */
  private static final int PAGE_BYTES = 1 << 20;

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

  private final StoreAccess stores;
  private final StoreCopies copies;
  private final LedgerProgress progress;

  LocalPeerQuestions(StoreAccess stores, StoreCopies copies, LedgerProgress progress) {
    this.stores = stores;
    this.copies = copies;
    this.progress = progress;
  }

  @Override
  public byte[] answer(byte[] question) throws InterruptedException {
    PeerRequest request = PeerRequest.read(question);
    try {
      if (request instanceof PeerRequest.Get get) {
        return found(stores, get);
      }
      if (request instanceof PeerRequest.Range range) {
        return PeerReply.rows(rows(stores, range));
      }
      if (request instanceof PeerRequest.OfCopy copy) {
        return PeerReply.ofCopy(answerOfCopy(copy.question()));
      }
      if (request instanceof PeerRequest.AwaitPosition await) {
        return PeerReply.reached(progress.await(await.position(), bounded(await.atMost())));
      }
      if (request instanceof PeerRequest.AwaitFact await) {
        return PeerReply.reached(
            progress.await(
                await.session(), await.seq(), () -> isThere(await), bounded(await.atMost())));
      }
      return PeerReply.position(progress.position());
    } catch (InvalidStateStoreException e) {
      throw new NotAvailableException("the stores of the projections are being moved", e);
    }
  }

  private static byte[] found(StoreAccess stores, PeerRequest.Get get) {
    return PeerReply.found(StoreAccess.find(stores, get.store(), get.partitions(), get.key()));
  }

  private PeerReply.OfCopy answerOfCopy(PeerRequest question) {
    if (question instanceof PeerRequest.Range range) {
      return new PeerReply.OfCopy(
          lag(range.store(), range.partition()), PeerReply.rows(rows(copies, range)));
    }
    if (question instanceof PeerRequest.Get get) {
      long lag =
          get.partitions().stream()
              .mapToLong(partition -> lag(get.store(), partition))
              .max()
              .orElse(0);
      return new PeerReply.OfCopy(lag, found(copies, get));
    }
    throw new IllegalArgumentException("a copy is asked for rows alone");
  }

  private long lag(String store, int partition) {
    return copies
        .lag(store, partition)
        .orElseThrow(
            () ->
                new NotAvailableException(
                    "there is no copy of partition %d of %s here".formatted(partition, store),
                    null));
  }

  private boolean isThere(PeerRequest.AwaitFact await) {
    int partition = SessionPartitioner.partition(await.session(), stores.ledgerPartitions());
    return new StoreRows(name -> stores.store(name, partition))
        .session(await.session())
        .filter(row -> row.facts() >= await.seq())
        .isPresent();
  }

  private static Duration bounded(Duration asked) {
    return asked.compareTo(LONGEST_WAIT) < 0 ? asked : LONGEST_WAIT;
  }

  private static PeerReply.Rows rows(StoreAccess stores, PeerRequest.Range range) {
    List<KeyValue<Bytes, byte[]>> rows = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> all = open(stores, range)) {
      int bytes = 0;
      while (all.hasNext() && rows.size() < range.limit() && bytes < PAGE_BYTES) {
        KeyValue<Bytes, byte[]> row = all.next();
        if (!row.key.equals(range.passed())) {
          rows.add(row);
          bytes += row.key.get().length + row.value.length;
        }
      }
      return new PeerReply.Rows(rows, all.hasNext());
    }
  }

  private static KeyValueIterator<Bytes, byte[]> open(StoreAccess stores, PeerRequest.Range range) {
    ReadOnlyKeyValueStore<Bytes, byte[]> store = stores.store(range.store(), range.partition());
    return range.direction() == MergedRange.Direction.ASCENDING
        ? store.range(range.from(), range.to())
        : store.reverseRange(range.from(), range.to());
  }
}
