package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.apache.kafka.streams.state.HostInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How far all instances together have read the ledger. */
final class SharedProgress implements ReadProgress {
  private static final Logger LOG = LoggerFactory.getLogger(SharedProgress.class);

  /** After each turn it is looked again who has what. */
  private static final Duration TURN = Duration.ofSeconds(1);

  private static final Duration BETWEEN_FAILURES = Duration.ofMillis(50);

  private final LedgerProgress here;
  private final Peers peers;
  private final int partitions;

  /**
   * @param partitions of the ledger
   */
  SharedProgress(LedgerProgress here, Peers peers, int partitions) {
    this.here = here;
    this.peers = peers;
    this.partitions = partitions;
  }

  /** Without the partitions of an instance that does not answer. */
  @Override
  public LedgerPosition position() {
    SortedMap<Integer, Long> offsets = new TreeMap<>(here.position().offsets());
    for (HostInfo peer : peers.others()) {
      try {
        PeerReply.readPosition(peers.ask(peer, new PeerRequest.Position()))
            .offsets()
            .forEach((partition, offset) -> offsets.merge(partition, offset, Math::max));
      } catch (NotAvailableException e) {
        LOG.debug("an instance does not say how far it has read", e);
      }
    }
    return new LedgerPosition(offsets);
  }

  @Override
  public boolean await(LedgerPosition position, Duration atMost) throws InterruptedException {
    Deadline deadline = new Deadline(atMost);
    SortedMap<Integer, Long> awaited = new TreeMap<>(position.offsets());
    while (!awaited.isEmpty() && !deadline.isOver()) {
      Map<Optional<HostInfo>, SortedMap<Integer, Long>> byOwner = new HashMap<>();
      try {
        awaited.forEach(
            (partition, offset) ->
                byOwner
                    .computeIfAbsent(
                        peers.owner(StoreNames.POSITIONS, partition), any -> new TreeMap<>())
                    .put(partition, offset));
        for (Map.Entry<Optional<HostInfo>, SortedMap<Integer, Long>> owner : byOwner.entrySet()) {
          if (await(owner.getKey(), new LedgerPosition(owner.getValue()), deadline.turn())) {
            awaited.keySet().removeAll(owner.getValue().keySet());
          }
        }
      } catch (NotAvailableException e) {
        LOG.debug("a partition is being moved while a position is awaited", e);
        deadline.pause();
      }
    }
    return awaited.isEmpty();
  }

  private boolean await(Optional<HostInfo> owner, LedgerPosition position, Duration turn)
      throws InterruptedException {
    return owner.isEmpty()
        ? here.await(position, turn)
        : PeerReply.readReached(
            peers.ask(owner.get(), new PeerRequest.AwaitPosition(position, turn)));
  }

  @Override
  public boolean await(String session, long seq, BooleanSupplier isThere, Duration atMost)
      throws InterruptedException {
    Deadline deadline = new Deadline(atMost);
    int partition = SessionPartitioner.partition(session, partitions);
    while (!isThere.getAsBoolean()) {
      if (deadline.isOver()) {
        return false;
      }
      try {
        Optional<HostInfo> owner = peers.owner(StoreNames.POSITIONS, partition);
        if (owner.isEmpty()) {
          here.await(session, seq, isThere, deadline.turn());
        } else {
          peers.ask(owner.get(), new PeerRequest.AwaitFact(session, seq, deadline.turn()));
        }
      } catch (NotAvailableException e) {
        LOG.debug("a partition is being moved while a fact is awaited", e);
        deadline.pause();
      }
    }
    return true;
  }

  private static final class Deadline {
    private final long end;

    Deadline(Duration atMost) {
      end = System.nanoTime() + atMost.toNanos();
    }

    boolean isOver() {
      return System.nanoTime() - end >= 0;
    }

    Duration turn() {
      Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
      return left.compareTo(TURN) < 0 ? left : TURN;
    }

    void pause() throws InterruptedException {
      Duration left = turn();
      Thread.sleep((left.compareTo(BETWEEN_FAILURES) < 0 ? left : BETWEEN_FAILURES).toMillis());
    }
  }
}
