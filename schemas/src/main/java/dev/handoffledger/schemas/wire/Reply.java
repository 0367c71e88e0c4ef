package dev.handoffledger.schemas.wire;

import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.fact.Link;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * What became of a record whose publisher asked to know: the value on {@code handoff.replies}.
 *
 * @param correlationId the request
 * @param outcome what became of the artifact, or of the command about a lease
 * @param fact the type of the fact that was written, or null
 * @param id the handoff id, or null if refused
 * @param session the session, or null if it stayed unknown
 * @param kind the kind, or null if it stayed unknown
 * @param seq the fact's seq, a duplicate's first seq, or 0 if refused
 * @param roles the roles it is for
 * @param link the link as far as the write side knows it, or null if refused
 * @param warnings what its readers should know
 * @param problems what is wrong with it, if refused
 * @param refusal why a command about a lease was refused, or null
 * @param lease the lease that there is now, after a command about one; null if there is none
 * @param ended how the lease of the command's token ended, or null if it has not
 */
public record Reply(
    String correlationId,
    Outcome outcome,
    String fact,
    String id,
    String session,
    String kind,
    long seq,
    List<String> roles,
    Link link,
    List<Warning> warnings,
    List<Problem> problems,
    Refusal refusal,
    Lease lease,
    EndedLease ended) {

  /** What became of it. */
  public enum Outcome {
    RECORDED,
    DUPLICATE,
    REJECTED,
    /** A claim, or the same claim asked for again, has its lease. */
    GRANTED,
    RENEWED,
    RELEASED,
    COMPLETED,
    /** A command about a lease was understood and cannot be done. */
    REFUSED;

    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Why a command about a lease was refused. */
  public enum Refusal {
    /** There is no such handoff. */
    UNKNOWN_HANDOFF,
    /** Nobody has to act on the handoff: it is done, or in quarantine, or was for nobody. */
    NOT_OPEN,
    /** The handoff still waits for its parent, and has not been given to its roles. */
    WITHHELD,
    /** Somebody else holds it. */
    HELD,
    /** It was given out too often; a person claims it in the role {@code human}. */
    ESCALATED,
    /** The token's lease has ended. */
    LEASE_ENDED,
    /** The token is of no lease that there ever was. */
    UNKNOWN_TOKEN;

    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A lease.
   *
   * @param token the text of its {@link ClaimToken}
   * @param since when it was granted
   * @param until when it is due to end
   * @param delivery how many times the handoff has been given out, this one included
   */
  public record Lease(String token, String holder, Instant since, Instant until, int delivery) {
    public Lease {
      Objects.requireNonNull(token);
      Objects.requireNonNull(holder);
      Objects.requireNonNull(since);
      Objects.requireNonNull(until);
    }
  }

  /**
   * How a lease ended.
   *
   * @param how the type of the fact that ended it: released, expired or completed
   */
  public record EndedLease(String holder, Instant at, String how) {
    public EndedLease {
      Objects.requireNonNull(holder);
      Objects.requireNonNull(at);
      Objects.requireNonNull(how);
    }
  }

  /** What became of an artifact. */
  public Reply(
      String correlationId,
      Outcome outcome,
      String fact,
      String id,
      String session,
      String kind,
      long seq,
      List<String> roles,
      Link link,
      List<Warning> warnings,
      List<Problem> problems) {
    this(
        correlationId,
        outcome,
        fact,
        id,
        session,
        kind,
        seq,
        roles,
        link,
        warnings,
        problems,
        null,
        null,
        null);
  }

  public Reply {
    Objects.requireNonNull(correlationId);
    Objects.requireNonNull(outcome);
    roles = List.copyOf(roles);
    warnings = List.copyOf(warnings);
    problems = List.copyOf(problems);
  }
}
