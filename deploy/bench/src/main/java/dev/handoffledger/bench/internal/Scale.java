package dev.handoffledger.bench.internal;

import java.time.Duration;
import java.util.List;

/**
 * How much a run measures.
 *
 * @param name of the scale, as the report has it
 * @param warmUp artifacts that are worked on before anything is measured
 * @param batch artifacts of a round
 * @param rounds at the first commit interval
 * @param furtherRounds at each other commit interval
 * @param commitIntervals the first is the one whose ratios stand first
 * @param latencyRate artifacts published a second for the latencies
 * @param latencyTime how long, for each round and application
 * @param longSession handoffs of the one long session
 * @param queries of each kind
 * @param ledgerSizes how many handoffs the ledger has when it is asked; sizes that it has outgrown
 *     are left out, and it is asked at the size it has after the rounds in any case
 * @param claimTime how long claims are made
 * @param failoverTime how long artifacts are published while a processor is killed; zero leaves
 *     that out
 * @param otherPartitions partition counts of further ledgers, for the growth
 */
public record Scale(
    String name,
    int partitions,
    int warmUp,
    int batch,
    int rounds,
    int furtherRounds,
    List<Duration> commitIntervals,
    int latencyRate,
    Duration latencyTime,
    int longSession,
    int queries,
    List<Long> ledgerSizes,
    Duration claimTime,
    Duration failoverTime,
    List<Integer> otherPartitions) {

  private static final List<Duration> INTERVALS =
      List.of(
          Duration.ofMillis(50),
          Duration.ofMillis(100),
          Duration.ofMillis(20),
          Duration.ofMillis(10));

  /** Within three minutes on two cores. */
  public static final Scale SHORT =
      new Scale(
          "short",
          3,
          8_000,
          5_000,
          3,
          1,
          INTERVALS.subList(0, 1),
          200,
          Duration.ofSeconds(4),
          1_000,
          300,
          List.of(),
          Duration.ofSeconds(5),
          Duration.ZERO,
          List.of());

  /** All that the documents tell of, but for the ledger of a million handoffs. */
  public static final Scale FULL =
      new Scale(
          "full",
          3,
          40_000,
          20_000,
          5,
          3,
          INTERVALS,
          200,
          Duration.ofSeconds(15),
          10_000,
          1_000,
          List.of(),
          Duration.ofSeconds(15),
          Duration.ofSeconds(30),
          List.of(1, 12));

  /** Seconds: to see that every measurement runs. */
  static final Scale TINY =
      new Scale(
          "tiny",
          3,
          40,
          200,
          1,
          0,
          INTERVALS.subList(0, 1),
          50,
          Duration.ofSeconds(1),
          30,
          5,
          List.of(),
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          List.of());

  /** The same, and at last a ledger of so many handoffs. */
  public Scale withLedgerSizes(List<Long> sizes) {
    return new Scale(
        name,
        partitions,
        warmUp,
        batch,
        rounds,
        furtherRounds,
        commitIntervals,
        latencyRate,
        latencyTime,
        longSession,
        queries,
        sizes,
        claimTime,
        failoverTime,
        otherPartitions);
  }
}
