package dev.handoffledger.schemas.wire;

import dev.handoffledger.schemas.format.Roles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The topics that a ledger needs, and the settings that its promises rest on.
 *
 * <p>Inbound topics, commands, relay and ledger have one partition count, because the session
 * decides the partition in all of them by one function; it is fixed for the ledger's life. Role
 * topics have at most {@value #MOST_ROLE_PARTITIONS} partitions, because there may be hundreds of
 * them; what people and gateways read has at most {@value #MOST_SIDE_PARTITIONS}.
 *
 * @param topics every topic, each name once
 */
public record TopicPlan(List<Topic> topics) {
  /** The partition count of a ledger that was not told another. */
  public static final int DEFAULT_PARTITIONS = 12;

  /**
   * Roles that a ledger meets from its first day on; other roles get their topics when they come.
   */
  public static final List<String> WELL_KNOWN_ROLES =
      List.of(
          "coding-agent",
          "solo-agent",
          Roles.HUMAN,
          "builder-refactor",
          "planner-reviewer",
          "reviewer",
          "merge-gate");

  private static final int MOST_ROLE_PARTITIONS = 6;
  private static final int MOST_SIDE_PARTITIONS = 3;
  private static final String FOR_EVER = "-1";
  private static final String SIX_HOURS = Long.toString(Duration.ofHours(6).toMillis());
  private static final String ONE_DAY = days(1);
  private static final String SEVEN_DAYS = days(7);
  private static final String THIRTY_DAYS = days(30);

  /**
   * One topic.
   *
   * @param partitions how many partitions it has
   * @param replicationFactor on how many brokers each partition is
   * @param configs Kafka's topic settings by name
   */
  public record Topic(
      String name, int partitions, int replicationFactor, Map<String, String> configs) {
    public Topic {
      Objects.requireNonNull(name);
      configs = Map.copyOf(configs);
      if (partitions < 1 || replicationFactor < 1) {
        throw new IllegalArgumentException("a topic has at least one partition and one replica");
      }
    }
  }

  /**
   * On how many brokers records are.
   *
   * @param factor how many brokers have each partition
   * @param minInSync how many must have a record before it is acknowledged
   */
  public record Replication(int factor, int minInSync) {
    public Replication {
      if (factor < 1 || minInSync < 1 || minInSync > factor) {
        throw new IllegalArgumentException(
            "a replication factor is at least 1, and of so many replicas 1 to all must be in sync;"
                + " given were %d and %d".formatted(factor, minInSync));
      }
    }

    /** With as many in sync as let one broker fail, where there are so many. */
    public static Replication of(int factor) {
      return new Replication(factor, factor >= 3 ? 2 : 1);
    }
  }

  public TopicPlan {
    topics = List.copyOf(topics);
  }

  /**
   * Every topic of a ledger.
   *
   * @param kinds the names of all kinds that have an inbound topic, for example {@code
   *     planner_brief}
   * @param partitions the ledger's partition count
   * @param replicationFactor on how many brokers every record is
   */
  public static TopicPlan of(Collection<String> kinds, int partitions, int replicationFactor) {
    return of(kinds, partitions, Replication.of(replicationFactor));
  }

  /**
   * Every topic of a ledger.
   *
   * @param kinds the names of all kinds that have an inbound topic, for example {@code
   *     planner_brief}
   * @param partitions the ledger's partition count
   */
  public static TopicPlan of(Collection<String> kinds, int partitions, Replication replication) {
    List<Topic> topics = new ArrayList<>();
    for (String kind : kinds) {
      topics.add(input(Topics.in(kind), partitions, replication));
    }
    topics.add(input(Topics.IN_UNKNOWN, partitions, replication));
    topics.add(input(Topics.COMMANDS, partitions, replication));
    topics.add(relay(partitions, replication));
    topics.add(output(Topics.LEDGER, partitions, replication, FOR_EVER));
    for (String role : WELL_KNOWN_ROLES) {
      topics.add(role(RoleTopic.of(role), partitions, replication));
    }
    topics.add(role(RoleTopic.OVERFLOW, partitions, replication));
    int sidePartitions = Math.min(partitions, MOST_SIDE_PARTITIONS);
    topics.add(output(Topics.QUARANTINE, sidePartitions, replication, THIRTY_DAYS));
    topics.add(packets(sidePartitions, replication));
    topics.add(output(Topics.REJECTED, sidePartitions, replication, THIRTY_DAYS));
    topics.add(briefly(output(Topics.REPLIES, sidePartitions, replication, ONE_DAY)));
    topics.add(briefly(idempotency(replication)));
    return new TopicPlan(topics);
  }

  /**
   * A role's topic.
   *
   * @param name {@link RoleTopic#of} the role, or {@link RoleTopic#OVERFLOW}
   * @param partitions the ledger's partition count
   */
  public static Topic role(String name, int partitions, Replication replication) {
    return output(name, Math.min(partitions, MOST_ROLE_PARTITIONS), replication, SEVEN_DAYS);
  }

  private static Topic input(String name, int partitions, Replication replication) {
    // Purged by the ledger itself behind what it has read, never by age alone: an outage loses
    // nothing.
    return brokerTimed(
        name, partitions, replication, FOR_EVER, RecordSizes.MAX_INBOUND_RECORD_BYTES);
  }

  private static Topic relay(int partitions, Replication replication) {
    return brokerTimed(
        Topics.RELAY, partitions, replication, FOR_EVER, RecordSizes.MAX_RECORD_BYTES);
  }

  /** Of each issue the newest packet is kept. */
  private static Topic packets(int partitions, Replication replication) {
    Topic topic = output(Topics.PACKETS, partitions, replication, FOR_EVER);
    Map<String, String> configs = new LinkedHashMap<>(topic.configs());
    configs.put("cleanup.policy", "compact");
    return new Topic(topic.name(), topic.partitions(), topic.replicationFactor(), configs);
  }

  /** In one partition, so that every gateway sees all keys in one order. */
  private static Topic idempotency(Replication replication) {
    return brokerTimed(
        Topics.IDEMPOTENCY, 1, replication, ONE_DAY, RecordSizes.MAX_INBOUND_RECORD_BYTES);
  }

  private static Topic brokerTimed(
      String name, int partitions, Replication replication, String retention, int maxRecordBytes) {
    Map<String, String> configs = common(replication, maxRecordBytes);
    configs.put("message.timestamp.type", "LogAppendTime");
    configs.put("retention.ms", retention);
    return new Topic(name, partitions, replication.factor(), configs);
  }

  private static Topic output(
      String name, int partitions, Replication replication, String retention) {
    Map<String, String> configs = common(replication, RecordSizes.MAX_RECORD_BYTES);
    configs.put("message.timestamp.type", "CreateTime");
    // A broker whose clock was set back must not refuse the time that the ledger has reached.
    configs.put("message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE));
    configs.put("retention.ms", retention);
    return new Topic(name, partitions, replication.factor(), configs);
  }

  /** Old records are deleted by the segment, and a segment lasts a week unless told otherwise. */
  private static Topic briefly(Topic topic) {
    Map<String, String> configs = new LinkedHashMap<>(topic.configs());
    configs.put("segment.ms", SIX_HOURS);
    return new Topic(topic.name(), topic.partitions(), topic.replicationFactor(), configs);
  }

  private static Map<String, String> common(Replication replication, int maxRecordBytes) {
    Map<String, String> configs = new LinkedHashMap<>();
    configs.put("cleanup.policy", "delete");
    configs.put("retention.bytes", "-1");
    configs.put("max.message.bytes", Integer.toString(maxRecordBytes));
    configs.put("min.insync.replicas", Integer.toString(replication.minInSync()));
    configs.put("unclean.leader.election.enable", "false");
    return configs;
  }

  private static String days(int count) {
    return Long.toString(Duration.ofDays(count).toMillis());
  }
}
