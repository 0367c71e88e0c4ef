package dev.handoffledger.cli.internal.http;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The greatest {@code Ledger-Position} of several answers, partition by partition. Safe for use by
 * several threads.
 */
final class ReadPositions {
  private static final Pattern POSITION =
      Pattern.compile("[0-9]{1,9}:[0-9]{1,18}(,[0-9]{1,9}:[0-9]{1,18})*");

  private final Map<Integer, Long> offsets = new TreeMap<>();

  /**
   * @param position for example {@code 0:12,1:7}
   * @throws IllegalArgumentException if it is no position
   */
  synchronized void merge(String position) {
    if (!POSITION.matcher(position).matches()) {
      throw new IllegalArgumentException("not a ledger position");
    }
    for (String partition : position.split(",")) {
      String[] parts = partition.split(":");
      offsets.merge(Integer.valueOf(parts[0]), Long.valueOf(parts[1]), Math::max);
    }
  }

  /** The merged position, or empty if there was none. */
  synchronized Optional<String> merged() {
    if (offsets.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        offsets.entrySet().stream()
            .map(entry -> entry.getKey() + ":" + entry.getValue())
            .collect(Collectors.joining(",")));
  }
}
