package dev.handoffledger.schemas.wire;

import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.fact.Link;
import java.util.List;
import java.util.Objects;

/**
 * What became of a record whose publisher asked to know: the value on {@code handoff.replies}.
 *
 * @param correlationId the request
 * @param outcome recorded, duplicate or rejected
 * @param fact the fact that was written ({@code recorded} or {@code status}), or null
 * @param id the handoff id, or null if refused
 * @param session the session, or null if it stayed unknown
 * @param kind the kind, or null if it stayed unknown
 * @param seq the fact's seq, a duplicate's first seq, or 0 if refused
 * @param roles the roles it is for
 * @param link the link as far as the write side knows it, or null if refused
 * @param warnings what its readers should know
 * @param problems what is wrong with it, if refused
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
    List<Problem> problems) {

  /** What became of it. */
  public enum Outcome {
    RECORDED,
    DUPLICATE,
    REJECTED;

    public String code() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  public Reply {
    Objects.requireNonNull(correlationId);
    Objects.requireNonNull(outcome);
    roles = List.copyOf(roles);
    warnings = List.copyOf(warnings);
    problems = List.copyOf(problems);
  }
}
