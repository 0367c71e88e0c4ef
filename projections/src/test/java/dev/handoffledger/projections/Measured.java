package dev.handoffledger.projections;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.IntFunction;

/** Prints what is measured. */
final class Measured {
  private static final int WARM_UP = 300;
  private static final int CALLS = 1_000;
  private static final int FEW_CALLS = 100;

  private Measured() {}

  /** How long a call takes that is made again and again, with the numbers from 0 on. */
  static void calls(String what, IntFunction<?> call) {
    calls(what, call, WARM_UP, CALLS);
  }

  /** The same for a call that takes long. */
  static void fewCalls(String what, IntFunction<?> call) {
    calls(what, call, FEW_CALLS, FEW_CALLS);
  }

  private static void calls(String what, IntFunction<?> call, int warmUp, int calls) {
    long[] nanos = new long[calls];
    for (int i = -warmUp; i < calls; i++) {
      nanos[Math.max(i, 0)] = nanosOf(call, Math.abs(i));
    }
    Arrays.sort(nanos);
    System.out.printf(
        "%-36s p50 %8.3f ms  p99 %8.3f ms%n",
        what, nanos[calls / 2] / 1e6, nanos[calls * 99 / 100] / 1e6);
  }

  private static long nanosOf(IntFunction<?> call, int number) {
    long start = System.nanoTime();
    if (call.apply(number) == null) {
      throw new IllegalStateException("no answer");
    }
    return System.nanoTime() - start;
  }

  static void duration(String what, Duration duration) {
    System.out.printf("%-56s %6.1f s%n", what, duration.toMillis() / 1e3);
  }

  static void memory(ProjectionsApp app) throws IOException {
    System.gc();
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    String resident =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("VmRSS"))
            .findFirst()
            .orElse("VmRSS unknown");
    System.out.printf(
        "heap after gc %d MiB, RocksDB %.0f of %.0f MiB, process %s%n",
        heap >> 20,
        app.metrics().get("rocksdb_memory_bytes") / (1 << 20),
        app.metrics().get("rocksdb_memory_limit_bytes") / (1 << 20),
        resident.replaceAll("\\s+", " "));
  }
}
