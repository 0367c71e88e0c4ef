package dev.handoffledger.processor.decide;

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

  /** The references without hash or natural key whose child's time is in {@code [from, to)}. */
  List<Reference> referencesBetween(String session, String kind, Instant from, Instant to);

  /** The unmatched references to a content or raw hash. */
  List<Reference> referencesToHash(String session, String kind, String hash);

  /** The unmatched references to a natural key. */
  List<Reference> referencesToNaturalKey(String session, String naturalKey);

  /** The references by hash whose hold ended before there was any candidate. */
  List<Reference> unjudgedReferences(String session, String kind);

  /** The reference of a child whose hold has not been judged yet. */
  Optional<Reference> awaiting(RowKey child);

  Optional<HeldHandoff> held(RowKey key);
}
