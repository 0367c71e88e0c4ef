package dev.handoffledger.schemas.fact;

import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.Timestamp;
import dev.handoffledger.schemas.Warning;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * One record of the ledger.
 *
 * @param session whose chain it extends; the record's key
 * @param seq its number in the session, from 1 without a gap
 * @param handoffId the handoff it is about
 * @param recordedAt never before that of the fact before it in the session; milliseconds
 * @param body what happened
 * @param value the artifact's bytes, or the fact's own JSON; not to be changed
 * @param chain 64 hex digits that commit to this fact and all before it in the session, see {@link
 *     FactChain}
 */
// The bytes are large and shared as they came; nobody compares two of these.
@SuppressWarnings("ArrayRecordComponent")
public record Fact(
    String session,
    long seq,
    String handoffId,
    Instant recordedAt,
    Body body,
    byte[] value,
    String chain) {

  public Fact {
    Objects.requireNonNull(session);
    Objects.requireNonNull(handoffId);
    Objects.requireNonNull(recordedAt);
    Objects.requireNonNull(body);
    Objects.requireNonNull(value);
    Objects.requireNonNull(chain);
  }

  /** The word for what happened, for example {@code recorded}. */
  public String type() {
    return body.type();
  }

  /** What happened. */
  public sealed interface Body {
    String type();
  }

  /**
   * An artifact was accepted; the value is its bytes.
   *
   * @param publisher who published it by their own account, or null
   * @param project the project it was published for, or null
   * @param issue the issue that its publisher names, or null
   * @param registrySchemaId the schema id of the wire framing it came in, or null; evidence only
   * @param idempotencyKey the key that its publisher gave the request, or null
   * @param claimToken the token of the lease under which its publisher answers, or null
   * @param traceparent W3C trace context, or null
   */
  public record Recorded(
      String format,
      String kind,
      String naturalKey,
      Timestamp time,
      List<String> roles,
      Link link,
      Succession succession,
      String status,
      List<Warning> warnings,
      String rawHash,
      String publisher,
      String project,
      String issue,
      Integer registrySchemaId,
      String idempotencyKey,
      String claimToken,
      String traceparent)
      implements Body {
    public Recorded {
      Objects.requireNonNull(format);
      Objects.requireNonNull(kind);
      Objects.requireNonNull(time);
      Objects.requireNonNull(link);
      Objects.requireNonNull(rawHash);
      roles = List.copyOf(roles);
      warnings = List.copyOf(warnings);
    }

    @Override
    public String type() {
      return "recorded";
    }
  }

  /**
   * A handoff's link became known or changed after it was recorded.
   *
   * @param supersedes the seq of the fact that stated the link until now
   */
  public record Linked(Link link, long supersedes) implements Body {
    public Linked {
      Objects.requireNonNull(link);
    }

    @Override
    public String type() {
      return "linked";
    }
  }

  /**
   * A handoff answers this one, or no longer does.
   *
   * @param answer the answering handoff's id
   * @param answerSession its session
   * @param answerKind its kind
   * @param by whether the answer declares this one as its parent, or completes it by a rule
   * @param completes whether it completes the handoff that it answers
   * @param byOther whether somebody else held this one when it was answered; then it is complete
   *     only once that lease has ended
   * @param withdrawn whether the answer turned out to belong to another parent
   */
  public record Answered(
      String answer,
      String answerSession,
      String answerKind,
      Link.By by,
      boolean completes,
      boolean byOther,
      boolean withdrawn)
      implements Body {
    public Answered {
      Objects.requireNonNull(answer);
      Objects.requireNonNull(answerSession);
      Objects.requireNonNull(answerKind);
      Objects.requireNonNull(by);
    }

    @Override
    public String type() {
      return "answered";
    }
  }

  /**
   * A KXM manifest has another status.
   *
   * @param rawHash of the manifest as it came again, whose bytes are the value; null if it did not
   * @param supersededBy the id of the rework that supersedes it, or null
   */
  public record StatusChanged(String status, String publisher, String rawHash, String supersededBy)
      implements Body {
    public StatusChanged {
      Objects.requireNonNull(status);
      if ((rawHash == null) == (supersededBy == null)) {
        throw new IllegalArgumentException("a status comes with a manifest or by a rework");
      }
    }

    @Override
    public String type() {
      return "status";
    }
  }

  /** What happened to a lease; the fact's {@code handoffId} says whose. */
  public sealed interface LeaseBody extends Body permits Claimed, LeaseChange {
    /** Who holds, or held, the handoff. */
    String holder();
  }

  /** What happened to a lease that was there. */
  public sealed interface LeaseChange extends LeaseBody
      permits Renewed, Released, Expired, Completed {
    /** The fencing token: the seq of the {@code claimed} fact that granted the lease. */
    long token();
  }

  /**
   * A handoff was given to a holder; the fact's seq is the lease's fencing token.
   *
   * @param until when the lease is due to end
   * @param delivery how many times the handoff has been given out, this one included
   * @param role the role in which it was claimed, or null
   * @param claimId what the claimer called the claim, so that it may ask again, or null
   */
  public record Claimed(String holder, Instant until, int delivery, String role, String claimId)
      implements LeaseBody {
    public Claimed {
      Objects.requireNonNull(holder);
      Objects.requireNonNull(until);
    }

    @Override
    public String type() {
      return "claimed";
    }
  }

  /** A lease was made longer. */
  public record Renewed(long token, String holder, Instant until) implements LeaseChange {
    public Renewed {
      Objects.requireNonNull(holder);
      Objects.requireNonNull(until);
    }

    @Override
    public String type() {
      return "renewed";
    }
  }

  /**
   * A lease was given back.
   *
   * @param by who forced it, or null if the holder gave it back
   * @param reason why, or null
   * @param escalated whether the handoff has been given out too often and is now for a person
   */
  public record Released(long token, String holder, String by, String reason, boolean escalated)
      implements LeaseChange {
    public Released {
      Objects.requireNonNull(holder);
    }

    @Override
    public String type() {
      return "released";
    }
  }

  /**
   * A lease ended by time.
   *
   * @param due when it was due to end
   * @param escalated whether the handoff has been given out too often and is now for a person
   */
  public record Expired(long token, String holder, Instant due, boolean escalated)
      implements LeaseChange {
    public Expired {
      Objects.requireNonNull(holder);
      Objects.requireNonNull(due);
    }

    @Override
    public String type() {
      return "expired";
    }
  }

  /**
   * The holder is done with the handoff.
   *
   * @param answer the id of the handoff that answers it, or null if the holder just said so
   * @param note what the holder says of it, or null
   */
  public record Completed(long token, String holder, String answer, String note)
      implements LeaseChange {
    public Completed {
      Objects.requireNonNull(holder);
    }

    @Override
    public String type() {
      return "completed";
    }
  }
}
