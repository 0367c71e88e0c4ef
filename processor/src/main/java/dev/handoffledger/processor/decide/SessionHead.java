package dev.handoffledger.processor.decide;

import dev.handoffledger.schemas.fact.FactChain;
import java.time.Instant;

/**
 * The end of a session's chain.
 *
 * @param seq of the newest fact, 0 before the first
 * @param chain 64 hex digits, see {@link FactChain}
 * @param recordedAt of the newest fact
 */
public record SessionHead(long seq, String chain, Instant recordedAt) {
  public static final SessionHead EMPTY = new SessionHead(0, FactChain.START, Instant.EPOCH);
}
