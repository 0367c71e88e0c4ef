package dev.handoffledger.schemas.fact;

import java.util.Objects;

/**
 * A promise of the ledger that a record breaks.
 *
 * @param promise which one
 * @param session whose chain it is, the record's key; null if that cannot be read
 * @param seq that the record states, or -1 if it states none
 * @param at where the record is
 * @param what is wrong, as a sentence without a full stop
 * @param expected what an intact record has there, or null where that cannot be said
 * @param found what is there, or null where nothing is; text of an artifact or of a stranger
 */
public record Break(
    Promise promise,
    String session,
    long seq,
    RecordPlace at,
    String what,
    String expected,
    String found) {

  /** What the ledger promises of every record. */
  public enum Promise {
    /** It holds a fact. */
    FACT("fact"),
    /** No seq is left out. */
    NO_GAP("gap"),
    /** No seq comes twice. */
    NO_FORK("fork"),
    /** Its chain commits to it and to all before it. */
    CHAIN("chain"),
    /** All that it says is what its chain commits to. */
    COMMITTED("uncommitted"),
    /** Recorded times never go back, and are those of the records. */
    TIME("time"),
    /** A handoff is recorded once. */
    RECORDED_ONCE("recorded_twice"),
    /** It is on the partition of its session. */
    PARTITION("partition"),
    /** Its bytes are those that were published. */
    RAW_HASH("raw_hash"),
    /** Its id is the hash of its artifact. */
    CONTENT_HASH("content_hash"),
    /** Its artifact says what the fact says of it. */
    CONTENT("content"),
    /** At no position does a handoff have two leases. */
    ONE_HOLDER("lease"),
    /** A handoff is routed once to each of its roles, and to no other. */
    ROUTED_ONCE("route"),
    /** Kafka can read it. */
    READABLE("unreadable");

    private final String code;

    Promise(String code) {
      this.code = code;
    }

    /** The word for a break of it, stable. */
    public String code() {
      return code;
    }
  }

  public Break {
    Objects.requireNonNull(promise);
    Objects.requireNonNull(at);
    Objects.requireNonNull(what);
  }

  /** A break that a fact shows. */
  public static Break of(
      Promise promise, Fact fact, RecordPlace at, String what, String expected, String found) {
    return new Break(promise, fact.session(), fact.seq(), at, what, expected, found);
  }
}
