package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactChain;
import java.time.Instant;

/**
 * The end of a session's chain, and what spares looking further.
 *
 * @param seq of the newest fact, 0 before the first
 * @param chain 64 hex digits, see {@link FactChain}
 * @param recordedAt of the newest fact
 * @param referredTo whether any handoff declared a parent in the session, which may have no fact
 *     yet; without it, nobody needs to look for whom a new handoff is the parent
 */
public record SessionHead(long seq, String chain, Instant recordedAt, boolean referredTo) {
  public static final SessionHead EMPTY = new SessionHead(0, FactChain.START, Instant.EPOCH, false);

  SessionHead after(Fact fact) {
    return new SessionHead(fact.seq(), fact.chain(), fact.recordedAt(), referredTo);
  }

  SessionHead whenReferredTo() {
    return new SessionHead(seq, chain, recordedAt, true);
  }
}
