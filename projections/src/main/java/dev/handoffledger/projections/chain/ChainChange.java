package dev.handoffledger.projections.chain;

import java.time.Instant;
import java.util.Objects;

/** What a fact changes in the chain of a handoff. */
public sealed interface ChainChange {
  /** The handoff that changes. */
  String id();

  /** The handoff was recorded. */
  record Joined(ChainMember member) implements ChainChange {
    @Override
    public String id() {
      return member.id();
    }
  }

  /**
   * Its link is another.
   *
   * @param parent the parent, or null while it is not known
   */
  record Linked(String id, String parent, boolean quarantined) implements ChainChange {
    public Linked {
      Objects.requireNonNull(id);
    }
  }

  /** Its status is another. */
  record StatusSet(String id, String status) implements ChainChange {
    public StatusSet {
      Objects.requireNonNull(id);
      Objects.requireNonNull(status);
    }
  }

  /**
   * Somebody holds it, or nobody any longer.
   *
   * @param claimedAt when the lease was recorded; null for none
   */
  record LeaseSet(String id, Instant claimedAt) implements ChainChange {
    public LeaseSet {
      Objects.requireNonNull(id);
    }
  }

  /**
   * The member after this change.
   *
   * @param before the member as it was; null if it is not known
   * @return null if a handoff changes that was never recorded
   */
  default ChainMember apply(ChainMember before) {
    if (this instanceof Joined joined) {
      // Read again, it must not take back what came since.
      return before == null ? joined.member() : before;
    }
    if (before == null) {
      return null;
    }
    if (this instanceof Linked linked) {
      return before.withLink(linked.parent(), linked.quarantined());
    }
    return this instanceof StatusSet set
        ? before.withStatus(set.status())
        : before.withClaim(((LeaseSet) this).claimedAt());
  }
}
