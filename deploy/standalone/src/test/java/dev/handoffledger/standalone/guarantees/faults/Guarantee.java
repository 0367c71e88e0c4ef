package dev.handoffledger.standalone.guarantees.faults;

import dev.handoffledger.schemas.fact.Break.Promise;
import dev.handoffledger.schemas.fact.Link;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A promise of the ledger, to be held against what a run has left behind. */
interface Guarantee {
  /** Every one. */
  List<Guarantee> ALL =
      List.of(
          new NothingLost(),
          new OneChain(),
          new OneHolder(),
          new ParentsLink(),
          new RoutedOnce(),
          new SameAnswer(),
          new NoPoison());

  /** What breaks it, in sentences; empty if it holds. */
  List<String> violations(Evidence evidence);

  /** Its name, as the documents have it. */
  default String name() {
    return getClass().getSimpleName();
  }

  private static List<String> ofAudit(Evidence evidence, Set<Promise> promises) {
    return evidence.audit().problems().stream()
        .filter(problem -> promises.contains(problem.broken().promise()))
        .map(problem -> problem.where() + ": " + problem.broken().what())
        .toList();
  }

  private static List<String> notIn(Collection<String> all, Set<String> wanted, String what) {
    return wanted.stream().filter(one -> !all.contains(one)).map(one -> what + one).toList();
  }

  private static List<String> moreThanOnce(Map<String, Integer> counts, String what) {
    return counts.entrySet().stream()
        .filter(count -> count.getValue() > 1)
        .map(count -> what + count.getKey() + " (" + count.getValue() + " times)")
        .toList();
  }

  /**
   * An acknowledged publish is in the ledger or in {@code handoff.rejected}, once.
   *
   * <p>Valid: sent, not acknowledged, recorded all the same. Valid: acknowledged twice, recorded
   * once. Not valid: acknowledged, and neither recorded nor rejected; recorded twice; recorded and
   * never sent.
   */
  final class NothingLost implements Guarantee {
    @Override
    public List<String> violations(Evidence evidence) {
      List<String> violations = new ArrayList<>();
      Told told = evidence.told();
      violations.addAll(
          notIn(
              evidence.recorded().keySet(), told.acknowledged, "acknowledged and not recorded: "));
      violations.addAll(
          notIn(
              evidence.rejected().keySet(),
              told.poison.keySet(),
              "acknowledged and not rejected: "));
      violations.addAll(moreThanOnce(evidence.recorded(), "recorded more than once: "));
      violations.addAll(moreThanOnce(evidence.rejected(), "rejected more than once: "));
      violations.addAll(notIn(told.sent, evidence.recorded().keySet(), "recorded, never sent: "));
      return violations;
    }
  }

  /**
   * Every session is a chain without gap or fork, to whose every fact its hashes commit.
   *
   * <p>Valid: 1, 2, 3. Not valid: 1, 3; or 1, 2, 2.
   */
  final class OneChain implements Guarantee {
    private static final Set<Promise> PROMISES =
        EnumSet.complementOf(EnumSet.of(Promise.ONE_HOLDER, Promise.ROUTED_ONCE));

    @Override
    public List<String> violations(Evidence evidence) {
      return ofAudit(evidence, PROMISES);
    }
  }

  /**
   * Never do two hold a handoff, at any position; and a lease of which its holder was told is in
   * the ledger.
   *
   * <p>Valid: claimed, expired, claimed. Valid: claimed, and the holder was not told. Not valid:
   * claimed, claimed; or told of a lease, or of a completion, that no fact states.
   */
  final class OneHolder implements Guarantee {
    @Override
    public List<String> violations(Evidence evidence) {
      List<String> violations = new ArrayList<>(ofAudit(evidence, EnumSet.of(Promise.ONE_HOLDER)));
      violations.addAll(
          notIn(evidence.claimed(), evidence.told().granted, "granted and not in the ledger: "));
      violations.addAll(
          notIn(
              evidence.completed(), evidence.told().completed, "completed, and no fact says so: "));
      return violations;
    }
  }

  /**
   * Every parent that ever arrives is linked, in whatever order it and its child come.
   *
   * <p>Valid: child, parent, linked. Not valid: both there and not linked; or the parent told
   * twice.
   */
  final class ParentsLink implements Guarantee {
    @Override
    public List<String> violations(Evidence evidence) {
      List<String> violations = new ArrayList<>();
      for (String child : evidence.told().children) {
        Object link = evidence.links().get(child);
        if (!Objects.equals(link, Link.Status.LINKED)) {
          violations.add("its parent is there, and it is " + link + ": " + child);
        } else if (!evidence.answers().containsKey(child)) {
          violations.add("its parent was not told: " + child);
        }
      }
      violations.addAll(moreThanOnce(evidence.answers(), "its parent was told more than once: "));
      return violations;
    }
  }

  /**
   * Whoever reads committed records finds a handoff once on the topic of each of its roles.
   *
   * <p>Not valid: none, after the ledger has come to rest; or two.
   */
  final class RoutedOnce implements Guarantee {
    @Override
    public List<String> violations(Evidence evidence) {
      List<String> violations = new ArrayList<>(ofAudit(evidence, EnumSet.of(Promise.ROUTED_ONCE)));
      if (evidence.audit().unrouted() > 0) {
        violations.add(evidence.audit().unrouted() + " handoffs are not on the topic of a role");
      }
      return violations;
    }
  }

  /**
   * Projections that are built anew from the log answer byte for byte as those that lived through
   * all of it, rejections aside, which expire.
   */
  final class SameAnswer implements Guarantee {
    @Override
    public List<String> violations(Evidence evidence) {
      List<String> violations = new ArrayList<>();
      evidence
          .comparison()
          .differences()
          .forEach(difference -> violations.add("the answers differ: " + difference));
      evidence
          .comparison()
          .unsettled()
          .forEach(path -> violations.add("the answer kept changing: " + path));
      return violations;
    }
  }

  /**
   * No input stops a partition: each one is refused with a reason, and what comes after it on its
   * partition goes its way. (That it does is NothingLost; that all was consumed, a run waits for.)
   *
   * <p>Not valid: poison in the ledger; or a rejection of what was good.
   */
  final class NoPoison implements Guarantee {
    @Override
    public List<String> violations(Evidence evidence) {
      Told told = evidence.told();
      List<String> violations = new ArrayList<>();
      violations.addAll(
          evidence.recorded().keySet().stream()
              .filter(told.poisonSent::contains)
              .map(hash -> "poison was recorded: " + hash)
              .toList());
      violations.addAll(
          evidence.rejectedArtifacts().stream()
              .filter(told.sent::contains)
              .map(hash -> "rejected, and nothing is wrong with it: " + hash)
              .toList());
      return violations;
    }
  }
}
