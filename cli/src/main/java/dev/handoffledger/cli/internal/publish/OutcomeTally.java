package dev.handoffledger.cli.internal.publish;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Counts outcomes. To be used by one thread at a time. */
public final class OutcomeTally {
  private static final List<String> ORDER =
      List.of(
          PublishOutcome.RECORDED,
          PublishOutcome.VALID,
          PublishOutcome.DUPLICATE,
          PublishOutcome.REJECTED,
          PublishOutcome.PENDING);

  private final Map<String, Integer> counts = new HashMap<>();

  public void add(PublishOutcome outcome) {
    counts.merge(outcome.outcome(), 1, Integer::sum);
  }

  public int total() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /**
   * How many had this outcome.
   *
   * @param outcome for example {@link PublishOutcome#REJECTED}
   */
  public int of(String outcome) {
    return counts.getOrDefault(outcome, 0);
  }

  /** For example {@code 12 recorded, 1 rejected}. */
  public String sentence() {
    return ORDER.stream()
        .filter(counts::containsKey)
        .map(outcome -> counts.get(outcome) + " " + outcome)
        .collect(Collectors.joining(", "));
  }
}
