package dev.handoffledger.schemas.wire;

import java.time.Instant;
import java.util.Objects;

/**
 * A handoff that answers another, as far as the other's partition must know it.
 *
 * @param session its session
 * @param row its row key in that session: its natural key where its format gives one, else its id
 * @param id its handoff id
 * @param kind its kind
 * @param time its own time
 * @param publisher who published it, by their own account, or null
 * @param claimToken the text of the {@link ClaimToken} under which it answers, or null
 * @param evidence what its parent's criteria are held against, or null
 */
public record Child(
    String session,
    String row,
    String id,
    String kind,
    Instant time,
    String publisher,
    String claimToken,
    String evidence) {
  public Child {
    Objects.requireNonNull(session);
    Objects.requireNonNull(row);
    Objects.requireNonNull(id);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(time);
  }
}
