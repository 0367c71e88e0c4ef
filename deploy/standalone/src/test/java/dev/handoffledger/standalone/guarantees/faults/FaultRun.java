package dev.handoffledger.standalone.guarantees.faults;

import dev.handoffledger.schemas.wire.Topics;
import dev.handoffledger.standalone.guarantees.LedgerTopics;
import dev.handoffledger.standalone.guarantees.faults.Faults.Fault;
import dev.handoffledger.standalone.internal.AnswerComparison;
import dev.handoffledger.standalone.internal.KafkaAddress;
import dev.handoffledger.standalone.internal.LedgerInventory;
import dev.handoffledger.standalone.internal.RebuiltLedger;
import dev.handoffledger.standalone.internal.TopicReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Faults under load, and what every guarantee has to say of it. */
final class FaultRun {
  private static final int ACKNOWLEDGED_SECONDS = 120;
  private static final int STARTED_SECONDS = 60;
  private static final int CONSUMED_SECONDS = 300;
  private static final int REST_SECONDS = 180;
  private static final int LOOKS_AT_REST = 3;
  private static final int SHOWN_VIOLATIONS = 20;
  private static final int COMPARED_PAGES = 3;

  private final Deployment deployment;
  private final Path folder;
  private final int perSecond;
  private final int compared;
  private final long seed;
  private final long started = System.nanoTime();

  /**
   * @param perSecond how many artifacts are offered
   * @param compared how many sessions, and handoffs, are looked up in rebuilt projections
   * @param seed of all that is random
   */
  FaultRun(Deployment deployment, Path folder, int perSecond, int compared, long seed) {
    this.deployment = deployment;
    this.folder = folder;
    this.perSecond = perSecond;
    this.compared = compared;
    this.seed = seed;
  }

  private void say(String what) {
    System.out.printf("%6.1f s: %s%n", (System.nanoTime() - started) / 1e9, what);
  }

  /** Does the faults, and gives the broken guarantees, each with how it is broken. */
  List<String> run(Iterator<Fault> faults) throws Exception {
    say("seed " + seed);
    Random random = new Random(seed);
    Faults doing = new Faults(deployment);
    Load load = new Load(deployment, perSecond, random);
    try (load) {
      load.start();
      LedgerTopics.await("the fleet is at work", STARTED_SECONDS, load::isOn);
      say("the fleet is at work");
      while (faults.hasNext()) {
        Fault fault = faults.next();
        say(fault.toString());
        doing.doAndMend(fault);
        failOfEndedMembers();
      }
      say("all is mended");
      load.end(ACKNOWLEDGED_SECONDS);
      say("all is acknowledged");
    }
    failOfEndedMembers();
    Evidence evidence = evidence(load.told(), random);
    report(load, doing, evidence);
    return broken(evidence);
  }

  private void failOfEndedMembers() {
    for (Deployment.Member member : deployment.members()) {
      if (member.hasEnded()) {
        throw new AssertionError(
            member.name() + " ended by itself; it printed: " + member.output());
      }
    }
  }

  private Evidence evidence(Told told, Random random) throws Exception {
    try (LedgerTopics topics = new LedgerTopics(deployment.kafkaDirectly())) {
      topics.awaitConsumed(CONSUMED_SECONDS);
      awaitRest(topics);
      say("the ledger has come to rest");
      AnswerComparison.Result comparison = comparison(random);
      say("the answers are compared");
      return Evidence.read(told, topics, comparison);
    }
  }

  /** Links and ends of leases make facts of their own for a while. */
  private static void awaitRest(LedgerTopics topics) throws Exception {
    long[] last = {-1, 0};
    LedgerTopics.await(
        "the ledger comes to rest",
        REST_SECONDS,
        () -> {
          long written = topics.written(Topics.LEDGER);
          last[1] = written == last[0] ? last[1] + 1 : 0;
          last[0] = written;
          return last[1] >= LOOKS_AT_REST * 5L && topics.audit().unrouted() == 0;
        });
  }

  private AnswerComparison.Result comparison(Random random) throws Exception {
    String kafka = deployment.kafkaDirectly();
    try (RebuiltLedger rebuilt = new RebuiltLedger(new KafkaAddress(kafka, Map.of()), folder)) {
      rebuilt.start();
      LedgerInventory inventory;
      try (TopicReader reader = new TopicReader(kafka)) {
        inventory = LedgerInventory.of(reader, progress -> {});
      }
      rebuilt.await(progress -> {});
      try (AnswerComparison answers =
          new AnswerComparison(
              deployment.gateways().get(0), rebuilt.url(), COMPARED_PAGES, progress -> {})) {
        return answers.compare(
            new LedgerInventory(
                some(inventory.sessions(), random), some(inventory.handoffs(), random)));
      }
    }
  }

  private Set<String> some(Set<String> all, Random random) {
    List<String> shuffled = new ArrayList<>(new TreeSet<>(all));
    Collections.shuffle(shuffled, random);
    return new HashSet<>(shuffled.subList(0, Math.min(compared, shuffled.size())));
  }

  private void report(Load load, Faults faults, Evidence evidence) {
    Told told = load.told();
    System.out.printf(
        "seed %d: %,d artifacts published (%,d over HTTP), %,d recorded, %,d rejected (%,d of them poison that was"
            + " acknowledged), %,d offered again, %,d failed sends and requests, %,d leases granted"
            + " (%,d told), %,d links, %,d answers compared; faults: %s%n",
        seed,
        load.published(),
        told.overHttp.get(),
        evidence.recorded().size(),
        evidence.rejected().size(),
        told.poison.size(),
        told.offeredAgain.get(),
        told.failures.get(),
        evidence.claimed().size(),
        told.granted.size(),
        evidence.answers().size(),
        evidence.comparison().answers(),
        faults.done());
  }

  private static List<String> broken(Evidence evidence) {
    List<String> broken = new ArrayList<>();
    for (Guarantee guarantee : Guarantee.ALL) {
      List<String> violations = guarantee.violations(evidence);
      System.out.println(
          guarantee.name()
              + (violations.isEmpty() ? " holds" : " is broken: " + violations.size()));
      violations.stream()
          .limit(SHOWN_VIOLATIONS)
          .forEach(violation -> broken.add(guarantee.name() + ": " + violation));
    }
    return broken;
  }
}
