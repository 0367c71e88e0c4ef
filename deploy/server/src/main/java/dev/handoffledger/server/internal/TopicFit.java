package dev.handoffledger.server.internal;

import dev.handoffledger.producer.TopicDifference;
import java.util.Optional;

/**
 * Which differences between topics and their plan a ledger cannot live with, and what mends them.
 */
public final class TopicFit {
  private static final long FOR_EVER = -1;

  private final String bootstrapServers;

  /**
   * @param bootstrapServers of the cluster, for the commands
   */
  public TopicFit(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
  }

  /** What to do about a difference; empty if the ledger's promises hold with it. */
  public Optional<String> remedy(TopicDifference difference) {
    return switch (difference.aspect()) {
      case MISSING ->
          Optional.of("create it, or let it be created with handoff.topics.create=true");
      case PARTITIONS ->
          Optional.of(
              "a ledger keeps its partition count for life: set handoff.topics.partitions to the"
                  + " count that it has, or take another cluster");
      case REPLICATION_FACTOR ->
          number(difference.found()) >= number(difference.wanted())
              ? Optional.empty()
              : Optional.of(
                  "give it more replicas with kafka-reassign-partitions.sh, or set"
                      + " handoff.topics.replication-factor="
                      + difference.found());
      case SETTING -> isEnough(difference) ? Optional.empty() : Optional.of(command(difference));
    };
  }

  private static boolean isEnough(TopicDifference difference) {
    if (difference.found() == null) {
      return false;
    }
    return switch (difference.setting()) {
      case "retention.ms", "retention.bytes" ->
          lasting(difference.found()) >= lasting(difference.wanted());
      case "max.message.bytes", "message.timestamp.after.max.ms", "min.insync.replicas" ->
          number(difference.found()) >= number(difference.wanted());
      // Only how soon old replies are gone.
      case "segment.ms" -> true;
      default -> false;
    };
  }

  private static long lasting(String value) {
    long number = number(value);
    return number == FOR_EVER ? Long.MAX_VALUE : number;
  }

  private static long number(String value) {
    return Long.parseLong(value);
  }

  private String command(TopicDifference difference) {
    return "kafka-configs.sh --bootstrap-server %s --alter --entity-type topics --entity-name %s --add-config %s=%s"
        .formatted(bootstrapServers, difference.topic(), difference.setting(), difference.wanted());
  }
}
