package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.NotAvailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.HostInfo;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * The stores of all instances, and while a store cannot answer, a copy of it: here, or at another
 * instance.
 */
final class CopiedStores implements StoreAccess {
  private final StoreAccess originals;
  private final StoreCopies copiesHere;
  private final Peers peers;
  private final StandbyWatches watches;
  private final long mostLag;

  /**
   * @param watches are told of every answer that a copy gives
   * @param mostLag a copy that lacks more changes does not answer
   */
  CopiedStores(
      StoreAccess originals,
      StoreCopies copiesHere,
      Peers peers,
      StandbyWatches watches,
      long mostLag) {
    this.originals = originals;
    this.copiesHere = copiesHere;
    this.peers = peers;
    this.watches = watches;
    this.mostLag = mostLag;
  }

  @Override
  public int ledgerPartitions() {
    return originals.ledgerPartitions();
  }

  @Override
  public int rejectedPartitions() {
    return originals.rejectedPartitions();
  }

  @Override
  public ReadOnlyKeyValueStore<Bytes, byte[]> store(String name, int partition) {
    return new OriginalOrCopy(name, partition);
  }

  /** Where a copy answered, what is not found may be what the copy lacks: those who watch know. */
  @Override
  public Optional<Found> find(String name, Bytes key) {
    try {
      return originals.find(name, key);
    } catch (NotAvailableException | InvalidStateStoreException e) {
      for (int partition = 0; partition < ledgerPartitions(); partition++) {
        byte[] value = store(name, partition).get(key);
        if (value != null) {
          return Optional.of(new Found(partition, value));
        }
      }
      return Optional.empty();
    }
  }

  private final class OriginalOrCopy implements ReadOnlyKeyValueStore<Bytes, byte[]> {
    private final String name;
    private final int partition;

    OriginalOrCopy(String name, int partition) {
      this.name = name;
      this.partition = partition;
    }

    @Override
    public byte[] get(Bytes key) {
      return ask(store -> store.get(key));
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
      return ask(store -> store.range(from, to));
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> reverseRange(Bytes from, Bytes to) {
      return ask(store -> store.reverseRange(from, to));
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
      return ask(ReadOnlyKeyValueStore::all);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> reverseAll() {
      return ask(ReadOnlyKeyValueStore::reverseAll);
    }

    /** No question counts rows by this. */
    @Override
    public long approximateNumEntries() {
      throw new UnsupportedOperationException("the rows of other instances are not counted");
    }

    private <T> T ask(Function<ReadOnlyKeyValueStore<Bytes, byte[]>, T> question) {
      try {
        return question.apply(originals.store(name, partition));
      } catch (NotAvailableException | InvalidStateStoreException e) {
        return askCopies(question, e);
      }
    }

    private <T> T askCopies(
        Function<ReadOnlyKeyValueStore<Bytes, byte[]>, T> question, RuntimeException reason) {
      NotAvailableException nobody =
          new NotAvailableException(
              "nobody has a copy of partition %d of %s that goes far enough"
                  .formatted(partition, name),
              reason);
      for (Supplier<ReadOnlyKeyValueStore<Bytes, byte[]>> copy : copies()) {
        try {
          return question.apply(copy.get());
        } catch (NotAvailableException | InvalidStateStoreException e) {
          nobody.addSuppressed(e);
        }
      }
      throw nobody;
    }

    private List<Supplier<ReadOnlyKeyValueStore<Bytes, byte[]>>> copies() {
      List<Supplier<ReadOnlyKeyValueStore<Bytes, byte[]>>> copies = new ArrayList<>();
      copies.add(this::copyHere);
      for (HostInfo peer : peers.copies(name, partition)) {
        copies.add(() -> new PeerStore(name, partition, question -> askCopyOf(peer, question)));
      }
      return copies;
    }

    private ReadOnlyKeyValueStore<Bytes, byte[]> copyHere() {
      long lag =
          copiesHere
              .lag(name, partition)
              .orElseThrow(
                  () ->
                      new NotAvailableException(
                          "there is no copy of partition %d of %s here".formatted(partition, name),
                          null));
      ReadOnlyKeyValueStore<Bytes, byte[]> copy = copiesHere.store(name, partition);
      answers(lag);
      return copy;
    }

    private byte[] askCopyOf(HostInfo peer, PeerRequest question) {
      PeerReply.OfCopy reply =
          PeerReply.readOfCopy(peers.ask(peer, new PeerRequest.OfCopy(question)));
      answers(reply.lag());
      return reply.reply();
    }

    /** Told before the answer is used: whoever watches must not miss one. */
    private void answers(long lag) {
      if (lag > mostLag) {
        throw new NotAvailableException(
            "a copy of partition %d of %s lacks %d changes".formatted(partition, name, lag), null);
      }
      watches.answered(name, partition, lag);
    }
  }
}
