package dev.handoffledger.producer;

import java.util.Objects;

/**
 * One way in which a topic on the broker is not as planned.
 *
 * @param topic the topic's name
 * @param aspect what differs
 * @param setting the name of the topic setting if that is what differs, else null
 * @param wanted what the plan says, as text
 * @param found what the broker has, as text; null if the topic is missing
 */
public record TopicDifference(
    String topic, Aspect aspect, String setting, String wanted, String found) {

  /** What differs. */
  public enum Aspect {
    /** The topic is not there. */
    MISSING,
    /** It has another number of partitions, which would send sessions to other partitions. */
    PARTITIONS,
    /** It is on another number of brokers. */
    REPLICATION_FACTOR,
    /** One of its settings has another value. */
    SETTING
  }

  public TopicDifference {
    Objects.requireNonNull(topic);
    Objects.requireNonNull(aspect);
    Objects.requireNonNull(wanted);
  }

  @Override
  public String toString() {
    return switch (aspect) {
      case MISSING -> "topic %s is missing".formatted(topic);
      case PARTITIONS -> "topic %s has %s partitions, not %s".formatted(topic, found, wanted);
      case REPLICATION_FACTOR ->
          "topic %s has replication factor %s, not %s".formatted(topic, found, wanted);
      case SETTING -> "topic %s has %s=%s, not %s".formatted(topic, setting, found, wanted);
    };
  }
}
