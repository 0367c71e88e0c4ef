package dev.handoffledger.projections.internal;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** What went wrong without stopping anything, since this instance started. */
final class ProjectionCounters {
  private final LongAdder factsRead = new LongAdder();
  private final LongAdder rejectionsRead = new LongAdder();
  private final LongAdder issuePartsRead = new LongAdder();
  private final LongAdder unreadableFacts = new LongAdder();
  private final LongAdder unreadableRejections = new LongAdder();
  private final LongAdder missingFacts = new LongAdder();
  private final LongAdder replacedThreads = new LongAdder();
  private final LongAdder fetchedBodies = new LongAdder();

  void factRead() {
    factsRead.increment();
  }

  void rejectionRead() {
    rejectionsRead.increment();
  }

  void issuePartRead() {
    issuePartsRead.increment();
  }

  void unreadableFact() {
    unreadableFacts.increment();
  }

  void unreadableRejection() {
    unreadableRejections.increment();
  }

  void missingFacts(long number) {
    missingFacts.add(number);
  }

  void replacedThread() {
    replacedThreads.increment();
  }

  void fetchedBody() {
    fetchedBodies.increment();
  }

  Map<String, Double> read() {
    Map<String, Double> values = new TreeMap<>();
    values.put("facts_read_total", factsRead.doubleValue());
    values.put("rejections_read_total", rejectionsRead.doubleValue());
    values.put("issue_parts_read_total", issuePartsRead.doubleValue());
    values.put("unreadable_facts_total", unreadableFacts.doubleValue());
    values.put("unreadable_rejections_total", unreadableRejections.doubleValue());
    values.put("missing_facts_total", missingFacts.doubleValue());
    values.put("replaced_threads_total", replacedThreads.doubleValue());
    values.put("fetched_bodies_total", fetchedBodies.doubleValue());
    return values;
  }
}
