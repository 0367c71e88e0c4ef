package dev.handoffledger.schemas.kafka;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.Metric;

/**
 * How many records of each topic are not read yet, as the consumers of a Kafka Streams application
 * tell it.
 */
public final class ConsumerLag {
  private static final String GROUP = "consumer-fetch-manager-metrics";
  private static final String NAME = "records-lag";
  private static final String RESTORE = "-restore-consumer";

  private ConsumerLag() {}

  /** Sums it by topic, over the partitions that this process reads. */
  public static Map<String, Long> byTopic(Collection<? extends Metric> metrics) {
    Map<String, Long> lag = new TreeMap<>();
    for (Metric metric : metrics) {
      Map<String, String> tags = metric.metricName().tags();
      if (GROUP.equals(metric.metricName().group())
          && NAME.equals(metric.metricName().name())
          && tags.containsKey("partition")
          && !tags.getOrDefault("client-id", "").endsWith(RESTORE)
          && metric.metricValue() instanceof Double value
          && !value.isNaN()) {
        lag.merge(tags.get("topic"), value.longValue(), Long::sum);
      }
    }
    return lag;
  }
}
