package dev.handoffledger.projections;

import dev.handoffledger.schemas.format.IssueReference;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the ledger knows, as questions. Every surface asks here and adds no logic of its own.
 *
 * <p>Limits are at least 1 and at most {@value #MAX_LIMIT}. A cursor is opaque text from an earlier
 * page's {@link Page#next()}, or null for the first page.
 *
 * <p>Every method but {@link #position()} and the waits throws {@link NotAvailableException} while
 * the stores that could answer are being restored or moved: an empty answer always means that there
 * is nothing, never "not now". A cursor that no page gave, or a limit out of range, is an {@link
 * IllegalArgumentException}.
 */
public interface LedgerQueries {
  int MAX_LIMIT = 1000;

  /** How far the projections have read each partition of the ledger. */
  LedgerPosition position();

  /**
   * Waits until the projections have read the ledger up to a position.
   *
   * @return whether that was reached in time
   */
  boolean waitFor(LedgerPosition position, Duration atMost) throws InterruptedException;

  /**
   * Waits until the projections have read a session up to a fact.
   *
   * @return whether that was reached in time
   */
  boolean waitFor(String session, long seq, Duration atMost) throws InterruptedException;

  /** Sessions, the one with the newest fact first. */
  Page<SessionSummary> sessions(SessionFilter filter, String cursor, int limit);

  Optional<SessionSummary> session(String session);

  /** The handoff a reader of the session should start from: the newest baton, else the newest. */
  Optional<HandoffView> newest(String session);

  /** The facts of a session, the newest first. Empty if there is no such session. */
  Page<FactView> facts(String session, String cursor, int limit);

  Optional<HandoffView> handoff(String id);

  /** The published bytes of a handoff's artifact. */
  Optional<byte[]> artifact(String id);

  /** Every role that a handoff was ever for, by name. */
  List<RoleSummary> roles();

  /** The open handoffs of a role, the oldest first. */
  Page<HandoffView> open(String role, String cursor, int limit);

  /**
   * Handoffs that somebody may claim now, the oldest first: open for the role, held by nobody, and
   * asking for nothing that the claimer cannot do.
   */
  List<HandoffView> claimable(ClaimFilter filter, int limit);

  /** Handoffs whose declared parent has not come, the one that waits longest first. */
  Page<HandoffView> orphans(String cursor, int limit);

  /**
   * Handoffs in quarantine: what they name by hash as their parent was never published. The one
   * that was recorded first comes first.
   */
  Page<HandoffView> quarantined(String cursor, int limit);

  /** Handoffs that somebody holds, the one whose lease ends first comes first. */
  List<HandoffView> held(int limit);

  /**
   * What leads to a handoff and what came of it, the nearest first.
   *
   * @param depth how many links away at most, at least 1
   * @param limit how many handoffs at most
   */
  Optional<Lineage> lineage(String id, Lineage.Direction direction, int depth, int limit);

  /** The id of the root of the chain that a handoff is in; empty if there is no such handoff. */
  Optional<String> root(String id);

  /** The chain of a handoff, whichever of its handoffs is named. */
  Optional<ChainView> chain(String id);

  /**
   * Chains, the one whose root was recorded last first. A page may have fewer than {@code limit}
   * while there are more, since only so many are looked at for one.
   *
   * @param state null for all
   */
  Page<ChainView> chains(ChainState state, String cursor, int limit);

  /**
   * Whether work may be merged.
   *
   * @param target the id of a handoff, or a session, all of whose chains must pass
   * @return empty if there is no such handoff or session
   */
  Optional<GateVerdict> gate(String target);

  /** Refused artifacts, the newest first. */
  Page<RejectionView> rejections(RejectionFilter filter, String cursor, int limit);

  /**
   * One refused artifact with its bytes, for as long as its topic keeps it.
   *
   * @param partition of the topic {@code handoff.rejected}
   * @param offset in that partition
   */
  Optional<RejectedArtifact> rejectedArtifact(int partition, long offset);

  /**
   * LoopOps issues, the most urgent first: by priority, those without one last; then errors before
   * warnings; then the one seen first.
   *
   * <p>Issues are folded after the rest: what {@link #waitFor(LedgerPosition, Duration)} waited for
   * may reach them a moment later.
   */
  Page<IssueView> issues(IssueFilter filter, String cursor, int limit);

  /**
   * The issues of a name.
   *
   * @param name an id, an alias or a fingerprint
   * @param project only that of this project; null for those of all
   */
  IssueLookup issue(String name, String project);

  /**
   * Where what an issue tells comes from.
   *
   * @param issue by the id that it has now
   * @return sessions of its events, and chains whose rejections are its sightings: each by the id
   *     of its root or, in a format whose chains stay in one session, by that
   */
  Set<String> origins(IssueReference issue);

  /**
   * Waits until the issue that an event is about tells of it.
   *
   * @param session the event's session
   * @param eventId the event's handoff id
   * @return whether that was reached in time; false if it is no event's session
   */
  boolean waitForIssue(String session, String eventId, Duration atMost) throws InterruptedException;
}
