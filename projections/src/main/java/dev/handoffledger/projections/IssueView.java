package dev.handoffledger.projections;

import dev.handoffledger.projections.issue.IssueState;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A LoopOps issue as its newest packet has it.
 *
 * @param projectId its project
 * @param id its id within the project
 * @param fingerprint what groups its sightings, another name for it within the project
 * @param aliases other ids and fingerprints that it has or had within the project, sorted
 * @param title hostile text of at most 300 code points
 * @param state how far it has come
 * @param decision {@code patch}, {@code observe}, {@code defer}, {@code skip} or {@code unknown}
 * @param severity {@code error} or {@code warn}
 * @param priority the smaller, the more urgent; null if nobody gave one
 * @param firstObservedAt when it was first seen
 * @param generatedAt the newest time that the packet tells of
 * @param packet the LoopOps packet v2, as JSON in UTF-8: equal facts, equal bytes; not to be
 *     changed
 */
// The bytes are large and shared as they are stored; nobody compares two of these.
@SuppressWarnings("ArrayRecordComponent")
public record IssueView(
    String projectId,
    String id,
    String fingerprint,
    List<String> aliases,
    String title,
    IssueState state,
    String decision,
    String severity,
    BigDecimal priority,
    Instant firstObservedAt,
    Instant generatedAt,
    byte[] packet) {
  public IssueView {
    Objects.requireNonNull(projectId);
    Objects.requireNonNull(id);
    Objects.requireNonNull(fingerprint);
    aliases = List.copyOf(aliases);
    Objects.requireNonNull(title);
    Objects.requireNonNull(state);
    Objects.requireNonNull(packet);
  }

  /** Everything that it goes by within its project. */
  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>(aliases);
    names.add(id);
    names.add(fingerprint);
    return names;
  }
}
