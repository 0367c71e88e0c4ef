package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.NotAvailableException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.state.HostInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which instance of the projections has which partitions. */
final class Peers {
  private static final Logger LOG = LoggerFactory.getLogger(Peers.class);

  private final String applicationId;
  private final HostInfo self;
  private final Supplier<Collection<StreamsMetadata>> instances;
  private final PeerClient client;

  /**
   * @param applicationId starts the names of the topics within the projections
   * @param self the address of this instance
   * @param instances those that Kafka Streams knows, this one among them
   */
  Peers(
      String applicationId,
      HostInfo self,
      Supplier<Collection<StreamsMetadata>> instances,
      PeerClient client) {
    this.applicationId = applicationId;
    this.self = self;
    this.instances = instances;
    this.client = client;
  }

  /**
   * The other instance that has a store's partition; empty if this one has it.
   *
   * @throws NotAvailableException if nobody has it now
   */
  Optional<HostInfo> owner(String store, int partition) {
    TopicPartition read =
        new TopicPartition(ProjectionTopology.topicOf(store, applicationId), partition);
    HostInfo owner =
        known().stream()
            .filter(instance -> instance.topicPartitions().contains(read))
            .map(StreamsMetadata::hostInfo)
            .filter(host -> !host.equals(HostInfo.unavailable()))
            .findFirst()
            .orElseThrow(
                () ->
                    new NotAvailableException(
                        "no instance has partition %d of %s now".formatted(partition, read.topic()),
                        null));
    return Optional.of(owner).filter(host -> !host.equals(self));
  }

  /** The other instances that have a copy of a store's partition, the one first that has most. */
  List<HostInfo> copies(String store, int partition) {
    TopicPartition read =
        new TopicPartition(ProjectionTopology.topicOf(store, applicationId), partition);
    Collection<StreamsMetadata> known = known();
    // What an owner is still restoring is a copy too.
    return Stream.concat(
            known.stream().filter(instance -> instance.topicPartitions().contains(read)),
            known.stream().filter(instance -> instance.standbyTopicPartitions().contains(read)))
        .map(StreamsMetadata::hostInfo)
        .filter(host -> !host.equals(self) && !host.equals(HostInfo.unavailable()))
        .distinct()
        .toList();
  }

  private Collection<StreamsMetadata> known() {
    try {
      return instances.get();
    } catch (IllegalStateException e) {
      LOG.debug("the projections do not run, so no instance is known", e);
      return List.of();
    }
  }

  /** The other instances. */
  Set<HostInfo> others() {
    Set<HostInfo> others = new HashSet<>();
    known().forEach(instance -> others.add(instance.hostInfo()));
    others.remove(self);
    others.remove(HostInfo.unavailable());
    return others;
  }

  byte[] ask(HostInfo peer, PeerRequest question) {
    return client.ask(peer, question);
  }
}
