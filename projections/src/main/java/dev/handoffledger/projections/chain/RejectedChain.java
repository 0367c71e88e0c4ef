package dev.handoffledger.projections.chain;

import dev.handoffledger.projections.issue.IssueEntry;
import dev.handoffledger.projections.issue.ProjectIds;
import dev.handoffledger.projections.issue.RejectionSource;
import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.WorkRejection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a chain tells of the issue that its rejections open: all of it, so that of two the later one
 * stands for both.
 *
 * @param root the chain's root: where chains run across sessions, the handoff that answers nothing
 *     known; else the session's handoff of the earliest own time
 * @param project the root's project, {@value #DEFAULT_PROJECT} if it has none
 * @param earlierRoots handoffs on the way from a rejection to the root that were roots themselves
 *     until their parents came
 * @param rejections that stand, oldest first; of handoffs in quarantine none. Only the newest about
 *     an issue has all its texts
 */
public record RejectedChain(
    ChainMember root,
    String project,
    Set<String> earlierRoots,
    List<Rejection> rejections,
    List<IssueEntry.Round> rounds,
    List<IssueEntry.LiveLease> leases) {
  public static final String DEFAULT_PROJECT = "default";

  /**
   * One rejection.
   *
   * @param issue the issue that its publisher names, or null
   */
  public record Rejection(String issue, IssueEntry.Rejected entry) {
    private Rejection shortened() {
      WorkRejection says = entry.rejection();
      return new Rejection(
          issue,
          new IssueEntry.Rejected(
              entry.handoffId(),
              entry.time(),
              entry.recordedAt(),
              new WorkRejection(
                  says.severity(), says.title(), says.diagnosedBy(), null, null, says.metric())));
    }
  }

  public RejectedChain {
    earlierRoots = Set.copyOf(earlierRoots);
    rejections = List.copyOf(rejections);
    rounds = List.copyOf(rounds);
    leases = List.copyOf(leases);
  }

  /** The project of a handoff that is a root. */
  public static String projectOf(ChainMember root) {
    return root.project() == null ? DEFAULT_PROJECT : ProjectIds.of(root.project());
  }

  /**
   * What groups the chain's rejections.
   *
   * @param name the root's handoff id, or the session
   */
  public RejectionSource source(String name) {
    return name.equals(root.id())
        ? RejectionSource.ofCodeLensChain(name, earlierRoots)
        : RejectionSource.ofSession(new Kind(root.format(), root.kind()), name);
  }

  /** The same chain with those rejections alone that name an issue; null for those that do not. */
  public RejectedChain about(String issue) {
    return new RejectedChain(
        root,
        project,
        earlierRoots,
        rejections.stream().filter(rejection -> Objects.equals(rejection.issue(), issue)).toList(),
        rounds,
        leases);
  }

  /** What it tells, to be folded. */
  public List<IssueEntry> entries() {
    List<IssueEntry> entries = new ArrayList<>(rounds);
    rejections.forEach(rejection -> entries.add(rejection.entry()));
    entries.addAll(leases);
    return entries;
  }

  /**
   * Folds the members of a chain.
   *
   * @param members the root among them if it matters
   */
  public static RejectedChain of(ChainMember root, Collection<ChainMember> members) {
    Map<String, ChainMember> byId = new HashMap<>();
    members.forEach(member -> byId.put(member.id(), member));
    Set<String> earlierRoots = new TreeSet<>();
    List<Rejection> rejections = new ArrayList<>();
    List<IssueEntry.Round> rounds = new ArrayList<>();
    List<IssueEntry.LiveLease> leases = new ArrayList<>();
    for (ChainMember member : members) {
      ChainMember.Standing standing = member.standing();
      if (standing.rejection() != null && !member.quarantined()) {
        rejections.add(
            new Rejection(
                member.issue(),
                new IssueEntry.Rejected(
                    member.id(), member.time(), member.recordedAt(), standing.rejection())));
        way(member, byId).stream()
            .filter(passed -> passed.cameAlone() && !passed.id().equals(root.id()))
            .forEach(passed -> earlierRoots.add(passed.id()));
      }
      if (standing.stage() != null && !member.quarantined()) {
        way(member, byId).stream()
            .filter(ChainMember::startsRound)
            .findFirst()
            .ifPresent(
                start ->
                    rounds.add(
                        new IssueEntry.Round(
                            start.id(), standing.stage(), member.time(), member.id())));
      }
      if (member.claimedAt() != null) {
        leases.add(new IssueEntry.LiveLease(member.id(), member.recordedAt(), member.claimedAt()));
      }
    }
    return new RejectedChain(
        root, projectOf(root), earlierRoots, shortened(rejections), rounds, leases);
  }

  /** An issue shows the texts of its newest rejection, and those of thousands are too many. */
  private static List<Rejection> shortened(List<Rejection> rejections) {
    List<Rejection> oldestFirst =
        rejections.stream()
            .sorted(
                Comparator.comparing((Rejection rejection) -> rejection.entry().time())
                    .thenComparing(rejection -> rejection.entry().handoffId()))
            .toList();
    Map<String, Rejection> newest = new HashMap<>();
    oldestFirst.forEach(rejection -> newest.put(rejection.issue(), rejection));
    return oldestFirst.stream()
        .map(
            rejection ->
                newest.get(rejection.issue()) == rejection ? rejection : rejection.shortened())
        .toList();
  }

  /** From a member up, itself first. */
  private static List<ChainMember> way(ChainMember member, Map<String, ChainMember> byId) {
    List<ChainMember> way = new ArrayList<>();
    Set<String> met = new HashSet<>();
    for (ChainMember passed = member; passed != null && met.add(passed.id()); ) {
      way.add(passed);
      passed = passed.parent() == null ? null : byId.get(passed.parent());
    }
    return way;
  }
}
