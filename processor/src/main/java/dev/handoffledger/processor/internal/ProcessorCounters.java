package dev.handoffledger.processor.internal;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What this process has done since it started. Work that a failed transaction did is counted again
 * when it is done again.
 */
public final class ProcessorCounters {
  private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();

  void fact(String type) {
    count("handoff_facts_total{fact=\"" + type + "\"}");
  }

  void rejected(String reason) {
    count("handoff_rejected_total{reason=\"" + reason + "\"}");
  }

  void routed() {
    count("handoff_routed_total");
  }

  void quarantined() {
    count("handoff_quarantined_total");
  }

  void escalated() {
    count("handoff_escalated_total");
  }

  void relayed() {
    count("handoff_relayed_total");
  }

  void roleOverflowed() {
    count("handoff_role_overflow_total");
  }

  void threadReplaced() {
    count("handoff_processor_thread_replacements_total");
  }

  private void count(String name) {
    counters.computeIfAbsent(name, unused -> new LongAdder()).increment();
  }

  /** Every counter by its Prometheus name and labels. */
  public Map<String, Long> values() {
    Map<String, Long> values = new TreeMap<>();
    counters.forEach((name, counter) -> values.put(name, counter.sum()));
    return values;
  }
}
