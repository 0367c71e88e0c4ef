package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.NotAvailableException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.HostInfo;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** The stores of all instances: those that are here, and the others' over HTTP. */
final class SharedStores implements StoreAccess {
  private final StoreAccess here;
  private final Peers peers;

  SharedStores(StoreAccess here, Peers peers) {
    this.here = here;
    this.peers = peers;
  }

  @Override
  public int ledgerPartitions() {
    return here.ledgerPartitions();
  }

  @Override
  public int rejectedPartitions() {
    return here.rejectedPartitions();
  }

  @Override
  public ReadOnlyKeyValueStore<Bytes, byte[]> store(String name, int partition) {
    return peers
        .owner(name, partition)
        .<ReadOnlyKeyValueStore<Bytes, byte[]>>map(
            owner -> new PeerStore(name, partition, question -> peers.ask(owner, question)))
        .orElseGet(() -> here.store(name, partition));
  }

  /** One question to each instance, however many partitions it has. */
  @Override
  public Optional<Found> find(String name, Bytes key) {
    Map<HostInfo, List<Integer>> elsewhere = new LinkedHashMap<>();
    List<Integer> local = new ArrayList<>();
    for (int partition = 0; partition < ledgerPartitions(); partition++) {
      int asked = partition;
      peers
          .owner(name, partition)
          .ifPresentOrElse(
              owner -> elsewhere.computeIfAbsent(owner, any -> new ArrayList<>()).add(asked),
              () -> local.add(asked));
    }
    Optional<Found> found = StoreAccess.find(here, name, local, key);
    NotAvailableException failure = null;
    for (Map.Entry<HostInfo, List<Integer>> owner : elsewhere.entrySet()) {
      if (found.isPresent()) {
        return found;
      }
      try {
        found =
            PeerReply.readFound(
                peers.ask(owner.getKey(), new PeerRequest.Get(name, owner.getValue(), key)));
      } catch (NotAvailableException e) {
        // Another instance may have it.
        failure = e;
      }
    }
    if (found.isEmpty() && failure != null) {
      throw failure;
    }
    return found;
  }
}
