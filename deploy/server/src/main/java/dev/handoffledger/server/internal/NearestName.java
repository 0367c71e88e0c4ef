package dev.handoffledger.server.internal;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what somebody may have meant. */
public final class NearestName {
  private static final int FARTHEST_SHARE = 3;

  private NearestName() {}

  /** The known name with the fewest letters to change; empty if none is like it. */
  public static Optional<String> of(String name, Collection<String> known) {
    return known.stream()
        .min(Comparator.<String>comparingInt(other -> distance(name, other)).thenComparing(o -> o))
        .filter(nearest -> distance(name, nearest) <= Math.max(2, name.length() / FARTHEST_SHARE));
  }

  /** Levenshtein's distance. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int above = row[j];
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(above, row[j - 1]) + 1);
        diagonal = above;
      }
    }
    return row[b.length()];
  }
}
