package dev.handoffledger.bench.internal;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * The processor time that this process has used, in nanoseconds.
 *
 * @param streams of the threads of Kafka Streams
 * @param clients of the Kafka clients' own threads
 * @param all of the whole process: the broker, the collector and the compiler too
 */
record CpuTime(long streams, long clients, long all) {

  static CpuTime now() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long streams = 0;
    long clients = 0;
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread == null) {
        continue;
      }
      long time = Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
      String name = thread.getThreadName();
      if (name.startsWith("kafka-producer-") || name.startsWith("kafka-coordinator-")) {
        clients += time;
      } else if (name.contains("-StreamThread-")) {
        streams += time;
      }
    }
    long all =
        ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    return new CpuTime(streams, clients, all);
  }

  CpuTime since(CpuTime before) {
    return new CpuTime(streams - before.streams, clients - before.clients, all - before.all);
  }

  CpuTime plus(CpuTime other) {
    return new CpuTime(streams + other.streams, clients + other.clients, all + other.all);
  }
}
