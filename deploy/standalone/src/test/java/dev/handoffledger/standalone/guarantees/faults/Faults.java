package dev.handoffledger.standalone.guarantees.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Does one fault after the other to a deployment, in an order that follows from a seed. */
final class Faults {
  // A pause past the session's timeout makes a zombie of a process that comes back to life.
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(12);
  private static final Duration LONGEST_CUT = Duration.ofSeconds(6);
  private static final Duration LONGEST_DELAY = Duration.ofMillis(400);
  private static final Duration LONGEST_DELAYED = Duration.ofSeconds(6);
  private static final Duration LONGEST_CALM = Duration.ofSeconds(4);

  /** What can go wrong. */
  enum Kind {
    KILL,
    PAUSE,
    CUT,
    DELAY
  }

  /**
   * One fault.
   *
   * @param member that is killed or paused; null for the network
   * @param lasts before it is mended
   * @param calm after it was mended, before the next one
   */
  record Fault(Kind kind, String member, Duration lasts, Duration delay, Duration calm) {
    /** The same, much shorter. */
    Fault shortened() {
      return new Fault(kind, member, lasts.dividedBy(4), delay, calm.dividedBy(4));
    }

    @Override
    public String toString() {
      return kind + (member == null ? "" : " " + member) + " " + lasts.toMillis() + " ms";
    }
  }

  private final Deployment deployment;
  private final Map<Kind, Integer> done = new EnumMap<>(Kind.class);

  Faults(Deployment deployment) {
    this.deployment = deployment;
  }

  /**
   * Each member is killed or paused, the last one killed, and the network cut or slowed; briefly.
   */
  static List<Fault> aFew(List<String> members, Random random) {
    List<Fault> faults = new ArrayList<>();
    String last = members.get(members.size() - 1);
    for (String member : members) {
      boolean killed = member.equals(last) || random.nextBoolean();
      faults.add(fault(killed ? Kind.KILL : Kind.PAUSE, member, random));
    }
    faults.add(fault(random.nextBoolean() ? Kind.CUT : Kind.DELAY, null, random));
    Collections.shuffle(faults, random);
    return faults.stream().map(Fault::shortened).toList();
  }

  /** The next fault of an endless row. */
  static Fault any(List<String> members, Random random) {
    Kind[] kinds = Kind.values();
    Kind kind = kinds[random.nextInt(kinds.length)];
    boolean ofMember = kind == Kind.KILL || kind == Kind.PAUSE;
    return fault(kind, ofMember ? members.get(random.nextInt(members.size())) : null, random);
  }

  private static Fault fault(Kind kind, String member, Random random) {
    Duration longest =
        switch (kind) {
          // What is killed is started again at once, or after a while that others notice.
          case KILL, CUT -> LONGEST_CUT;
          case PAUSE -> LONGEST_PAUSE;
          case DELAY -> LONGEST_DELAYED;
        };
    return new Fault(
        kind,
        member,
        part(longest, random),
        part(LONGEST_DELAY, random),
        part(LONGEST_CALM, random));
  }

  private static Duration part(Duration longest, Random random) {
    return Duration.ofMillis(1 + random.nextInt((int) longest.toMillis()));
  }

  /** Does a fault, mends it, and leaves the ledger in peace for a while. */
  void doAndMend(Fault fault) throws Exception {
    switch (fault.kind()) {
      case KILL -> {
        Deployment.Member member = member(fault.member());
        member.kill();
        pass(fault.lasts());
        member.restart();
      }
      case PAUSE -> {
        Deployment.Member member = member(fault.member());
        member.pause();
        try {
          pass(fault.lasts());
        } finally {
          member.resume();
        }
      }
      case CUT -> {
        deployment.network().cut();
        pass(fault.lasts());
        deployment.network().restore();
      }
      case DELAY -> {
        deployment.network().delay(fault.delay());
        pass(fault.lasts());
        deployment.network().restore();
      }
    }
    done.merge(fault.kind(), 1, Integer::sum);
    pass(fault.calm());
  }

  /** How many of each kind were done. */
  Map<Kind, Integer> done() {
    return done;
  }

  private Deployment.Member member(String name) {
    return deployment.members().stream()
        .filter(member -> member.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The time of a fault is part of the fault; nothing is expected to have happened after it. */
  private static void pass(Duration time) {
    long deadline = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = deadline - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
