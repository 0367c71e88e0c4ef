package dev.handoffledger.projections.chain;

import dev.handoffledger.schemas.WorkRejection;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/**
 * A handoff as a part of its chain: what an issue that rejections open needs to know of it.
 *
 * @param project the project it was published for, or null
 * @param issue the issue that its publisher names, or null
 * @param time its own time
 * @param parent the parent that it is linked to, or null
 * @param quarantined whether it names a parent by a hash that no candidate has
 * @param cameAlone whether it was recorded before its parent was known, and so began a chain
 * @param status the status it has by now, or null in a format without
 * @param standings what it says by each status that it may have; by {@link #NO_STATUS} in a format
 *     without
 * @param startsRound whether a round of work starts with it
 * @param claimedAt when the lease that somebody holds on it was recorded, or null
 */
public record ChainMember(
    String id,
    String session,
    String format,
    String kind,
    String project,
    String issue,
    Instant time,
    Instant recordedAt,
    String parent,
    boolean quarantined,
    boolean cameAlone,
    String status,
    Map<String, Standing> standings,
    boolean startsRound,
    Instant claimedAt) {
  public static final String NO_STATUS = "";

  private static final Standing SAYS_NOTHING = new Standing(null, null);

  /**
   * What it says by a status.
   *
   * @param rejection what it says against the work, or null
   * @param stage how far it shows that its round has come, or null
   */
  public record Standing(WorkRejection rejection, String stage) {}

  public ChainMember {
    Objects.requireNonNull(id);
    Objects.requireNonNull(session);
    Objects.requireNonNull(format);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(time);
    Objects.requireNonNull(recordedAt);
    standings = Map.copyOf(standings);
  }

  /** What it says by now. */
  public Standing standing() {
    return standings.getOrDefault(status == null ? NO_STATUS : status, SAYS_NOTHING);
  }

  /** Whether it rejects work, or may yet. */
  private boolean mayReject() {
    return standings.values().stream().anyMatch(standing -> standing.rejection() != null);
  }

  /** Whether an issue of its chain would tell of it. */
  public boolean matters() {
    return mayReject() || startsRound || claimedAt != null;
  }

  ChainMember withLink(String newParent, boolean newQuarantined) {
    return new ChainMember(
        id,
        session,
        format,
        kind,
        project,
        issue,
        time,
        recordedAt,
        newParent,
        newQuarantined,
        cameAlone,
        status,
        standings,
        startsRound,
        claimedAt);
  }

  ChainMember withStatus(String newStatus) {
    return new ChainMember(
        id,
        session,
        format,
        kind,
        project,
        issue,
        time,
        recordedAt,
        parent,
        quarantined,
        cameAlone,
        newStatus,
        standings,
        startsRound,
        claimedAt);
  }

  ChainMember withClaim(Instant newClaimedAt) {
    return new ChainMember(
        id,
        session,
        format,
        kind,
        project,
        issue,
        time,
        recordedAt,
        parent,
        quarantined,
        cameAlone,
        status,
        standings,
        startsRound,
        newClaimedAt);
  }
}
