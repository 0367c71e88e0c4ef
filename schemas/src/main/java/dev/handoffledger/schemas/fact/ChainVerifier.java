package dev.handoffledger.schemas.fact;

import dev.handoffledger.schemas.wire.HandoffHeaders;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds the records of the ledger against the guarantee OneChain: in every session seq 1, 2, 3, …
 * without gap or fork, each fact committed to by its chain, recorded times that never go back, and
 * every handoff recorded once.
 *
 * <p>Takes the records of a partition in order; partitions may be mixed. Keeps a few words per
 * session and per handoff. Not thread-safe.
 */
public final class ChainVerifier {

  /**
   * A broken promise.
   *
   * @param session whose chain it is
   * @param seq of the record at which it shows
   */
  public record Break(String session, long seq, String what) {}

  private record Head(long seq, String chain, long recordedAt) {}

  private static final Head START = new Head(0, FactChain.START, Long.MIN_VALUE);

  private final Map<String, Head> heads = new HashMap<>();
  private final Map<String, Integer> recordedTimes = new HashMap<>();
  private final List<Break> breaks = new ArrayList<>();
  private long facts;

  /** Takes the next record. */
  public void accept(LedgerRecord ledgerRecord) {
    facts++;
    Fact fact;
    try {
      fact = FactCodec.decode(ledgerRecord);
    } catch (IllegalArgumentException e) {
      breaks.add(new Break(ledgerRecord.key(), -1, "not a fact: " + e.getMessage()));
      return;
    }
    Head previous = heads.getOrDefault(fact.session(), START);
    check(fact, ledgerRecord, previous);
    heads.put(fact.session(), new Head(fact.seq(), fact.chain(), fact.recordedAt().toEpochMilli()));
  }

  private void check(Fact fact, LedgerRecord ledgerRecord, Head previous) {
    if (fact.seq() != previous.seq() + 1) {
      report(fact, "follows seq " + previous.seq());
    }
    String chain =
        FactChain.next(
            previous.chain(), ledgerRecord.key(), ledgerRecord.headers(), ledgerRecord.value());
    if (!chain.equals(ledgerRecord.headers().get(HandoffHeaders.CHAIN))) {
      report(fact, "its chain does not commit to it and to what is before it");
    }
    if (ledgerRecord.headers().containsKey(HandoffHeaders.SESSION)) {
      report(fact, "it has the header handoff-session, which no chain commits to");
    }
    if (fact.recordedAt().toEpochMilli() < previous.recordedAt()) {
      report(fact, "recorded before the fact before it");
    }
    if (!fact.recordedAt().equals(Instant.ofEpochMilli(ledgerRecord.timestamp()))) {
      report(fact, "its record's time is not its recorded time");
    }
    if (fact.body() instanceof Fact.Recorded
        && recordedTimes.merge(fact.handoffId(), 1, Integer::sum) > 1) {
      report(fact, "its handoff was recorded before");
    }
  }

  private void report(Fact fact, String what) {
    breaks.add(new Break(fact.session(), fact.seq(), what));
  }

  /** What is broken, in the order found. */
  public List<Break> breaks() {
    return List.copyOf(breaks);
  }

  public long facts() {
    return facts;
  }

  public int sessions() {
    return heads.size();
  }

  public int handoffs() {
    return recordedTimes.size();
  }
}
