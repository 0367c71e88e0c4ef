package dev.handoffledger.standalone.guarantees.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.handoffledger.producer.ArtifactSender;
import dev.handoffledger.producer.RecordLocation;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.Reading;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.wire.ClaimToken;
import dev.handoffledger.schemas.wire.Topics;
import dev.handoffledger.standalone.guarantees.Fleet;
import dev.handoffledger.standalone.guarantees.Fleet.Work;
import dev.handoffledger.standalone.guarantees.LedgerHttp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A fleet at work while things break: it publishes over Kafka and over HTTP until it is told that
 * an artifact has arrived, offers some again, sends poison in between, and claims and completes.
 */
final class Load implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SHUFFLED = 400;
  private static final int OVER_HTTP = 10;
  private static final int AGAIN = 20;
  private static final int POISON = 50;
  private static final int IN_FLIGHT = 500;
  private static final int CLAIMERS = 2;
  private static final int HTTP_PUBLISHERS = 4;
  private static final int LEASE_SECONDS = 5;
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final List<String> ROLES = List.of("builder-refactor", "reviewer-arch");

  /** An agent that hears nothing does not wait for minutes. */
  private static final Map<String, Object> IMPATIENT =
      Map.of(
          "delivery.timeout.ms", 6_000,
          "request.timeout.ms", 4_000,
          "max.block.ms", 5_000,
          "linger.ms", 0);

  private final Told told = new Told();
  private final HandoffReader reader = new HandoffReader();
  private final Deployment deployment;
  private final ArtifactSender sender;
  private final Random random;
  private final long nanosEach;
  private final Semaphore inFlight = new Semaphore(IN_FLIGHT);
  private final Queue<Work> overHttp = new ArrayBlockingQueue<>(HTTP_PUBLISHERS);
  private final Queue<Work> unacknowledged = new ConcurrentLinkedQueue<>();
  private final AtomicInteger open = new AtomicInteger();
  private final Map<Integer, Work> taken = new ConcurrentHashMap<>();
  private final AtomicBoolean ending = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final List<Thread> threads = new ArrayList<>();
  private final List<Throwable> crashes = new CopyOnWriteArrayList<>();

  /**
   * @param perSecond how many artifacts are offered
   */
  Load(Deployment deployment, int perSecond, Random random) {
    this.deployment = deployment;
    this.random = random;
    this.nanosEach = TimeUnit.SECONDS.toNanos(1) / perSecond;
    Map<String, Object> properties = new HashMap<>(IMPATIENT);
    properties.put("bootstrap.servers", deployment.kafka());
    this.sender = new ArtifactSender(properties);
  }

  Told told() {
    return told;
  }

  /** How many different artifacts were taken up. */
  int published() {
    return taken.size();
  }

  void start() {
    start("publisher", this::publish);
    for (int number = 0; number < HTTP_PUBLISHERS; number++) {
      start("http-publisher-" + number, this::publishOverHttp);
    }
    for (int number = 0; number < CLAIMERS; number++) {
      String holder = "claimer-" + number;
      long seed = random.nextLong();
      start(holder, () -> claim(holder, new Random(seed)));
    }
  }

  /** Whether artifacts are acknowledged and leases granted. */
  boolean isOn() {
    failOfCrash();
    return told.acknowledged.size() > 100 && told.granted.size() > 3;
  }

  /** Takes up nothing new, and waits until all that was taken up has been acknowledged. */
  void end(int seconds) {
    ending.set(true);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (open.get() > 0) {
      failOfCrash();
      if (System.nanoTime() > deadline) {
        throw new AssertionError(open + " artifacts are not acknowledged after " + seconds + " s");
      }
      LockSupport.parkNanos(50_000_000L);
    }
    tellOfChildren();
  }

  @Override
  public void close() throws InterruptedException {
    closed.set(true);
    for (Thread thread : threads) {
      thread.interrupt();
      thread.join(TimeUnit.SECONDS.toMillis(30));
    }
    sender.close();
    failOfCrash();
  }

  private void failOfCrash() {
    if (!crashes.isEmpty()) {
      throw new AssertionError("the load itself failed", crashes.get(0));
    }
  }

  private void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler((any, failure) -> crashes.add(failure));
    threads.add(thread);
    thread.start();
  }

  private void publish() {
    List<Integer> numbers = new ArrayList<>();
    int next = 0;
    long due = System.nanoTime();
    while (!closed.get()) {
      Work again = unacknowledged.poll();
      if (again != null) {
        told.offeredAgain.incrementAndGet();
        send(again);
        continue;
      }
      if (ending.get()) {
        LockSupport.parkNanos(10_000_000L);
        continue;
      }
      due = Math.max(due + nanosEach, System.nanoTime() - TimeUnit.SECONDS.toNanos(1));
      LockSupport.parkNanos(due - System.nanoTime());
      if (numbers.isEmpty()) {
        for (int i = 0; i < SHUFFLED; i++) {
          numbers.add(next++);
        }
        Collections.shuffle(numbers, random);
      }
      int number = numbers.remove(numbers.size() - 1);
      Work work = Fleet.one(number);
      take(number, work);
      // Who publishes over HTTP waits for each answer, so that faults leave fewer of them.
      if (number % OVER_HTTP != 0 || !overHttp.offer(work)) {
        send(work);
      }
      if (number % POISON == 0) {
        poison(number);
      }
      if (number >= SHUFFLED && number % AGAIN == 0) {
        offerAgain(Fleet.one(number - SHUFFLED));
      }
    }
  }

  /** What was published before, long enough ago that the answers to it may be there. */
  private void offerAgain(Work work) {
    told.offeredAgain.incrementAndGet();
    sender.send(work.topic(), work.session(), work.artifact(), Map.of());
  }

  private void take(int number, Work work) {
    open.incrementAndGet();
    taken.put(number, work);
    told.sent.add(Sha256.hex(work.artifact()));
  }

  /** Those children whose parents were taken up too. */
  private void tellOfChildren() {
    taken.forEach(
        (number, work) -> {
          Handoff handoff = ((Reading.Accepted) reader.read(work.artifact())).handoff();
          if (handoff.parent() != null && taken.containsKey(number - 1)) {
            told.children.add(handoff.id());
          }
        });
  }

  private void send(Work work) {
    inFlight.acquireUninterruptibly();
    sender
        .send(work.topic(), work.session(), work.artifact(), Map.of())
        .whenComplete(
            (location, failure) -> {
              inFlight.release();
              settle(work, failure == null);
            });
  }

  private void settle(Work work, boolean acknowledged) {
    if (acknowledged) {
      told.acknowledged.add(Sha256.hex(work.artifact()));
      open.decrementAndGet();
    } else {
      told.failures.incrementAndGet();
      unacknowledged.add(work);
    }
  }

  private void poison(int number) {
    byte[] poison = ("{\"poison\":" + number).getBytes(StandardCharsets.UTF_8);
    String hash = Sha256.hex(poison);
    told.poisonSent.add(hash);
    sender
        .send(Topics.in("planner_brief"), null, poison, Map.of())
        .whenComplete(
            (location, failure) -> {
              if (failure == null) {
                told.poison.put(place(location), hash);
              }
            });
  }

  private static String place(RecordLocation location) {
    return Evidence.place(location.topic(), location.partition(), location.offset());
  }

  private void publishOverHttp() {
    List<LedgerHttp> gateways = gateways();
    int turn = 0;
    while (!closed.get()) {
      Work work = overHttp.poll();
      if (work == null) {
        LockSupport.parkNanos(5_000_000L);
        continue;
      }
      try {
        int status =
            gateways.get(turn++ % gateways.size()).post("/v1/handoffs", work.artifact()).status();
        boolean acknowledged = status == 201 || status == 200;
        settle(work, acknowledged);
        if (acknowledged) {
          told.overHttp.incrementAndGet();
        }
      } catch (IOException e) {
        settle(work, false);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private List<LedgerHttp> gateways() {
    return deployment.gateways().stream().map(url -> new LedgerHttp(url, PATIENCE)).toList();
  }

  private void claim(String holder, Random chance) {
    List<LedgerHttp> gateways = gateways();
    while (!closed.get() && !ending.get()) {
      LedgerHttp http = gateways.get(chance.nextInt(gateways.size()));
      try {
        claimOnce(http, holder, chance);
      } catch (IOException e) {
        told.failures.incrementAndGet();
        LockSupport.parkNanos(100_000_000L);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void claimOnce(LedgerHttp http, String holder, Random chance)
      throws IOException, InterruptedException {
    String role = ROLES.get(chance.nextInt(ROLES.size()));
    String terms =
        JSON.createObjectNode()
            .put("holder", holder)
            .put("lease_seconds", LEASE_SECONDS)
            .toString();
    LedgerHttp.Answer granted = http.post("/v1/roles/" + role + "/claims", terms);
    if (granted.status() != 201) {
      LockSupport.parkNanos(20_000_000L);
      return;
    }
    String text = granted.body().path("token").asText();
    ClaimToken token = ClaimToken.parse(text).orElseThrow();
    String lease = Evidence.lease(token.session(), token.seq());
    told.granted.add(lease);
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(chance.nextInt(30)));
    if (http.post("/v1/claims/" + text + "/complete", "{}").status() == 200) {
      told.completed.add(lease);
    }
  }
}
