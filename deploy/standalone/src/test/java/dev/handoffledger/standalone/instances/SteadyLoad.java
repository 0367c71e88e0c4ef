package dev.handoffledger.standalone.instances;

import dev.handoffledger.producer.ArtifactSender;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.standalone.guarantees.Fleet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** Publishes one artifact after another, 200 a second, until it is ended. */
final class SteadyLoad implements AutoCloseable {
  private static final int MOST = 10_000;
  private static final long PAUSE_NANOS = 5_000_000;

  private final ArtifactSender sender;
  private final List<Fleet.Work> work;
  private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();
  private final Thread publisher = new Thread(this::publish, "steady-load");
  private volatile boolean ended;

  /**
   * @param round from 0; its artifacts are others than those of other rounds
   */
  SteadyLoad(String bootstrapServers, int round) {
    sender = new ArtifactSender(Map.of("bootstrap.servers", bootstrapServers));
    work = Fleet.work((round + 1) * MOST).subList(round * MOST, (round + 1) * MOST);
    publisher.start();
  }

  private void publish() {
    for (Fleet.Work one : work) {
      if (ended) {
        return;
      }
      sender
          .send(one.topic(), one.session(), one.artifact(), Map.of())
          .thenAccept(location -> acknowledged.put(Sha256.hex(one.artifact()), System.nanoTime()));
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  int count() {
    return acknowledged.size();
  }

  /** Ends it; gives, by SHA-256 of each artifact, when it was acknowledged. */
  Map<String, Long> end() throws InterruptedException {
    ended = true;
    publisher.join();
    sender.close();
    return acknowledged;
  }

  @Override
  public void close() throws InterruptedException {
    end();
  }
}
