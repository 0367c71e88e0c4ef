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
   * A handoff that declares this one as its parent was linked to it, or no longer is.
   *
   * @param answer the answering handoff's id
   * @param answerSession its session
   * @param answerKind its kind
   * @param completes whether it completes the handoff that it answers
   * @param withdrawn whether the answer turned out to belong to another parent
   */
  public record Answered(
      String answer, String answerSession, String answerKind, boolean completes, boolean withdrawn)
      implements Body {
    public Answered {
      Objects.requireNonNull(answer);
      Objects.requireNonNull(answerSession);
      Objects.requireNonNull(answerKind);
    }

    @Override
    public String type() {
      return "answered";
    }
  }

  /** A KXM manifest came again with a later status; the value is the manifest's bytes. */
  public record StatusChanged(String status, String publisher, String rawHash) implements Body {
    public StatusChanged {
      Objects.requireNonNull(status);
      Objects.requireNonNull(rawHash);
    }

    @Override
    public String type() {
      return "status";
    }
  }
}
