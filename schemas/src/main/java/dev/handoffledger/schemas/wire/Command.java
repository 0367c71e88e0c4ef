package dev.handoffledger.schemas.wire;

import java.time.Duration;
import java.util.Objects;

/**
 * What somebody wants of a handoff's lease: the value on {@code handoff.commands}. The order of the
 * log decides between commands. Every command names the handoff by its session and row (its natural
 * key where its format gives one, else its id).
 */
public sealed interface Command {
  Duration DEFAULT_LEASE = Duration.ofMinutes(15);
  Duration SHORTEST_LEASE = Duration.ofSeconds(1);
  Duration LONGEST_LEASE = Duration.ofHours(24);

  /** The session of the handoff; the record's key. */
  String session();

  /** The handoff's row key in its session. */
  String row();

  /**
   * Give me the handoff.
   *
   * @param holder who wants it
   * @param lease for how long
   * @param role the role in which it is claimed, or null
   * @param claimId what the claimer calls this claim; asking again with the same one gives the same
   *     lease; or null
   */
  record Claim(
      String session, String row, String holder, Duration lease, String role, String claimId)
      implements Command {
    public Claim {
      Objects.requireNonNull(session);
      Objects.requireNonNull(row);
      Objects.requireNonNull(holder);
      Objects.requireNonNull(lease);
    }
  }

  /** Let me keep it for so long from now. */
  record Renew(ClaimToken token, Duration lease) implements ByToken {
    public Renew {
      Objects.requireNonNull(token);
      Objects.requireNonNull(lease);
    }
  }

  /** Take it back; {@code reason} may be null. */
  record Release(ClaimToken token, String reason) implements ByToken {
    public Release {
      Objects.requireNonNull(token);
    }
  }

  /** It is done; {@code note} may be null. */
  record Complete(ClaimToken token, String note) implements ByToken {
    public Complete {
      Objects.requireNonNull(token);
    }
  }

  /** Take it from whoever holds it; only for administrators. */
  record ForceRelease(String session, String row, String by, String reason) implements Command {
    public ForceRelease {
      Objects.requireNonNull(session);
      Objects.requireNonNull(row);
      Objects.requireNonNull(by);
      Objects.requireNonNull(reason);
    }
  }

  /** A command of a holder. */
  sealed interface ByToken extends Command permits Renew, Release, Complete {
    ClaimToken token();

    @Override
    default String session() {
      return token().session();
    }

    @Override
    default String row() {
      return token().row();
    }
  }
}
