package dev.handoffledger.bench.internal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** How figures are written. */
final class Figures {
  private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private Figures() {}

  static double round(double figure, int decimals) {
    double scale = Math.pow(10, decimals);
    return Math.round(figure * scale) / scale;
  }

  /** Percentiles of nanoseconds, in milliseconds. */
  static ObjectNode milliseconds(Histogram nanos) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("p50_ms", milliseconds(nanos.getValueAtPercentile(50)));
    node.put("p90_ms", milliseconds(nanos.getValueAtPercentile(90)));
    node.put("p99_ms", milliseconds(nanos.getValueAtPercentile(99)));
    node.put("most_ms", milliseconds(nanos.getMaxValue()));
    node.put("count", nanos.getTotalCount());
    return node;
  }

  static double milliseconds(long nanos) {
    return round(nanos / NANOS_PER_MILLI, 3);
  }

  static double seconds(long nanos) {
    return round(nanos / 1e9, 2);
  }
}
