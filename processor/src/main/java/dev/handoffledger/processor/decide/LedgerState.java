package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.succession.Lanes;
import dev.handoffledger.schemas.wire.Child;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The state of one partition as {@link Decider} may read it. A fold of the ledger's facts, keyed by
 * session.
 */
public interface LedgerState {

  /** Whether a session belongs to this partition. */
  boolean isLocal(String session);

  /** The end of a session's chain, {@link SessionHead#EMPTY} if the session has no fact. */
  SessionHead head(String session);

  Optional<HandoffRow> handoff(RowKey key);

  Optional<LeaseRow> lease(RowKey key);

  /** The lanes of this partition's sessions. What they call an id is the handoff's row key. */
  Lanes lanes();

  // As a parent.

  /**
   * The candidates of a kind at or before a time, greatest {@code (time, id)} first.
   *
   * @param atMost how many
   */
  List<Candidate> candidatesUpTo(String session, String kind, Instant time, int atMost);

  /** The candidates of a kind strictly after a time, least {@code (time, id)} first. */
  List<Candidate> candidatesAfter(String session, String kind, Instant time, int atMost);

  /** The id of the handoff of that kind with a copy of those raw bytes. */
  Optional<String> idByRawHash(String session, String kind, String rawHash);

  /** What those who answer a handoff are held against. */
  Optional<String> criteria(RowKey key);

  /** A reference as it was kept. */
  Optional<ReferenceRow> reference(Reference reference);

  /** The references without hash or natural key whose child's time is in {@code [from, to)}. */
  List<ReferenceRow> referencesBetween(String session, String kind, Instant from, Instant to);

  /** The references to a content or raw hash. */
  List<ReferenceRow> referencesToHash(String session, String kind, String hash);

  /** The references to a natural key. */
  List<ReferenceRow> referencesToNaturalKey(String session, String naturalKey);

  /** The references by hash whose hold ended before there was any candidate. */
  List<Reference> unjudgedReferences(String session, String kind);

  /** The reference of a child whose parent is waited for. */
  Optional<Reference> awaiting(RowKey child);

  /** The answers of a kind to a handoff that complete, or are completed by, their siblings. */
  List<Child> siblings(RowKey parent, String kind);

  // As a child.

  Optional<HeldHandoff> held(RowKey key);
}
