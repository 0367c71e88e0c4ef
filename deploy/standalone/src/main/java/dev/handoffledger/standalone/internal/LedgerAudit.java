package dev.handoffledger.standalone.internal;

import dev.handoffledger.schemas.fact.Break;
import dev.handoffledger.schemas.fact.Break.Promise;
import dev.handoffledger.schemas.fact.ChainVerifier;
import dev.handoffledger.schemas.fact.ContentVerifier;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.fact.RecordPlace;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Holds the topics of a ledger against the guarantees OneChain, OneHolder and RoutedOnce, and every
 * artifact against its hashes.
 *
 * @param facts read from the ledger
 * @param sessions whose chains were followed
 * @param handoffs recorded
 * @param routes read from the role topics
 * @param unrouted handoff and role pairs that are in no role topic: held, quarantined, still on
 *     their way, or older than the role topics' retention
 * @param leases how many were granted
 * @param problems what is broken
 */
public record LedgerAudit(
    long facts,
    int sessions,
    int handoffs,
    long routes,
    long unrouted,
    long leases,
    List<Problem> problems) {

  /**
   * A promise that a record breaks.
   *
   * @param topic that has the record
   */
  public record Problem(String topic, Break broken) {

    /** The session and seq, as far as they are known, and the record. */
    public String where() {
      String place = topic + " " + broken.at();
      if (broken.session() == null) {
        return place;
      }
      String seq = broken.seq() < 0 ? "" : " #" + broken.seq();
      return broken.session() + seq + " at " + place;
    }
  }

  public LedgerAudit {
    problems = List.copyOf(problems);
  }

  /**
   * Reads all of a ledger's facts and routes. Moves no cursor.
   *
   * @param progress is told how far it is, as a sentence without a full stop
   */
  public static LedgerAudit of(
      TopicReader reader, ContentVerifier contents, Consumer<String> progress) {
    List<Problem> problems = new ArrayList<>();
    int partitions = reader.partitions(Topics.LEDGER).size();
    LedgerTopicAudit ledger = new LedgerTopicAudit(partitions, contents, problems, progress);
    reader.readAll(Topics.LEDGER, ledger);
    ledger.chains.breaks().forEach(ledger::add);
    long routes = 0;
    for (String topic : reader.topics(Topics.ROLE_PREFIX)) {
      RoleTopicAudit audit = new RoleTopicAudit(topic, ledger.unrouted, problems, progress);
      reader.readAll(topic, audit);
      routes += audit.routes;
    }
    return new LedgerAudit(
        ledger.chains.facts(),
        ledger.chains.sessions(),
        ledger.chains.handoffs(),
        routes,
        ledger.unrouted.values().stream().mapToLong(Set::size).sum(),
        ledger.leases.granted(),
        problems);
  }

  /** Follows a topic, and collects what is broken in it. */
  private abstract static class TopicAudit implements TopicReader.Listener {
    private final String topic;
    private final List<Problem> problems;
    private final Consumer<String> progress;

    TopicAudit(String topic, List<Problem> problems, Consumer<String> progress) {
      this.topic = topic;
      this.problems = problems;
      this.progress = progress;
    }

    void add(Break broken) {
      problems.add(new Problem(topic, broken));
    }

    @Override
    public void unreadable(int partition, long from, long to, String reason) {
      add(
          new Break(
              Promise.READABLE,
              null,
              -1,
              new RecordPlace(partition, from),
              "Kafka cannot give the offsets %d to %d: %s".formatted(from, to, reason),
              null,
              null));
    }

    @Override
    public void progress(long offsets, long all) {
      progress.accept("%s: %d %%".formatted(topic, all == 0 ? 100 : offsets * 100 / all));
    }
  }

  private static final class LedgerTopicAudit extends TopicAudit {
    private final int partitions;
    private final ContentVerifier contents;
    private final ChainVerifier chains = new ChainVerifier();
    private final LeaseAudit leases = new LeaseAudit(this::add);
    private final Map<String, Set<String>> unrouted = new HashMap<>();

    LedgerTopicAudit(
        int partitions,
        ContentVerifier contents,
        List<Problem> problems,
        Consumer<String> progress) {
      super(Topics.LEDGER, problems, progress);
      this.partitions = partitions;
      this.contents = Objects.requireNonNull(contents);
    }

    @Override
    public void read(RecordPlace at, LedgerRecord ledgerRecord, Set<String> hidden) {
      chains.accept(at, ledgerRecord).ifPresent(fact -> check(fact, at, hidden));
    }

    private void check(Fact fact, RecordPlace at, Set<String> hidden) {
      if (!hidden.isEmpty()) {
        String what = "it has what no chain commits to: names twice, without a value or not UTF-8";
        add(Break.of(Promise.COMMITTED, fact, at, what, null, String.join(", ", hidden)));
      }
      int own = SessionPartitioner.partition(fact.session(), partitions);
      if (own != at.partition()) {
        add(
            Break.of(
                Promise.PARTITION,
                fact,
                at,
                "it is not on the partition of its session",
                Integer.toString(own),
                Integer.toString(at.partition())));
      }
      contents.check(fact, at).forEach(this::add);
      leases.accept(fact, at);
      if (fact.body() instanceof Fact.Recorded recorded) {
        unrouted.put(fact.handoffId(), new HashSet<>(recorded.roles()));
      }
    }
  }

  /** Follows the routes of one role topic. */
  private static final class RoleTopicAudit extends TopicAudit {
    private final Map<String, Set<String>> unrouted;
    private long routes;

    RoleTopicAudit(
        String topic,
        Map<String, Set<String>> unrouted,
        List<Problem> problems,
        Consumer<String> progress) {
      super(topic, problems, progress);
      this.unrouted = unrouted;
    }

    @Override
    public void read(RecordPlace at, LedgerRecord ledgerRecord, Set<String> hidden) {
      if (ledgerRecord.headers().containsKey(HandoffHeaders.NOTICE)) {
        return;
      }
      routes++;
      String id = ledgerRecord.headers().get(HandoffHeaders.ID);
      Set<String> roles = unrouted.get(id);
      if (roles == null) {
        add(broken(ledgerRecord, at, "a handoff that the ledger has not recorded", id));
      } else if (!roles.remove(ledgerRecord.headers().get(HandoffHeaders.ROLE))) {
        add(broken(ledgerRecord, at, "a handoff that was routed before", id));
      }
    }

    private static Break broken(LedgerRecord route, RecordPlace at, String what, String id) {
      return new Break(Promise.ROUTED_ONCE, route.key(), -1, at, what, null, id);
    }
  }
}
