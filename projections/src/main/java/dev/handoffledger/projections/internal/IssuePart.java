package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.chain.RejectedChain;
import java.util.Objects;

/** What goes to the partition of a project, to be folded into its issues. */
sealed interface IssuePart {

  /**
   * A LoopOps event.
   *
   * @param issueId the id by which it names its issue
   * @param artifact the event's bytes
   */
  // The bytes are passed on; nobody compares two of these.
  @SuppressWarnings("ArrayRecordComponent")
  record Event(String issueId, String handoffId, String session, byte[] artifact)
      implements IssuePart {
    public Event {
      Objects.requireNonNull(issueId);
      Objects.requireNonNull(handoffId);
      Objects.requireNonNull(session);
      Objects.requireNonNull(artifact);
    }
  }

  /**
   * All that a chain tells of issues.
   *
   * @param name of the chain: its root, or its session
   */
  record Chain(String name, RejectedChain chain) implements IssuePart {
    public Chain {
      Objects.requireNonNull(name);
      Objects.requireNonNull(chain);
    }
  }

  /** A chain is no longer one of this name in this project. */
  record ChainGone(String name) implements IssuePart {
    public ChainGone {
      Objects.requireNonNull(name);
    }
  }
}
