package dev.handoffledger.projections;

import java.util.Objects;
import java.util.Set;

/**
 * Which handoffs a claimer would take.
 *
 * @param role the role it acts in
 * @param capabilities what it is able to do
 * @param kinds only of these kinds; empty for all
 * @param sessions only of these sessions; empty for all
 */
public record ClaimFilter(
    String role, Set<String> capabilities, Set<String> kinds, Set<String> sessions) {
  public ClaimFilter {
    Objects.requireNonNull(role);
    capabilities = Set.copyOf(capabilities);
    kinds = Set.copyOf(kinds);
    sessions = Set.copyOf(sessions);
  }
}
