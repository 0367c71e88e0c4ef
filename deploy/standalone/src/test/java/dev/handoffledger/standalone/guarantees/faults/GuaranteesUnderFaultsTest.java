package dev.handoffledger.standalone.guarantees.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.standalone.guarantees.faults.Faults.Fault;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every guarantee, held against ledgers whose broker and processes are killed and stopped, and
 * whose network is cut and slow, while a fleet publishes and claims.
 *
 * <p>What is random follows from a seed, which is printed; {@code -Dfaults.seed} repeats it.
 */
class GuaranteesUnderFaultsTest {
  @TempDir private Path folder;

  private final long seed = Long.getLong("faults.seed", new Random().nextLong());

  @Test
  void killPauseAndCut_breakNoGuarantee() throws Exception {
    try (Deployment ledger = OneLedger.start(folder)) {
      List<Fault> faults = Faults.aFew(names(ledger), new Random(seed));

      assertThat(new FaultRun(ledger, folder, 40, 50, seed).run(faults.iterator()))
          .as("seed %d", seed)
          .isEmpty();
    }
  }

  @Test
  @Tag("instances")
  void killPauseAndCutOfSeveralServers_breakNoGuarantee() throws Exception {
    try (Deployment ledger = SeveralServers.start(folder)) {
      List<Fault> faults = Faults.aFew(names(ledger), new Random(seed));

      assertThat(new FaultRun(ledger, folder, 40, 50, seed).run(faults.iterator()))
          .as("seed %d", seed)
          .isEmpty();
    }
  }

  /** Ten minutes, or {@code -Dfaults.seconds}; run by {@code -Pfaults}. */
  @Test
  @Tag("faults")
  void randomFaultsAtLoad_breakNoGuarantee() throws Exception {
    long seconds = Long.getLong("faults.seconds", 600);
    int perSecond = Integer.getInteger("faults.rate", 200);
    try (Deployment ledger = SeveralServers.start(folder)) {
      Iterator<Fault> faults = anyFor(seconds, names(ledger), new Random(seed));

      assertThat(new FaultRun(ledger, folder, perSecond, 2_000, seed).run(faults))
          .as("seed %d", seed)
          .isEmpty();
    }
  }

  private static List<String> names(Deployment deployment) {
    return deployment.members().stream().map(Deployment.Member::name).toList();
  }

  private static Iterator<Fault> anyFor(long seconds, List<String> members, Random random) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return System.nanoTime() < end;
      }

      @Override
      public Fault next() {
        return Faults.any(members, random);
      }
    };
  }
}
