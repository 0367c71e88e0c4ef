package dev.handoffledger.standalone.internal;

import dev.handoffledger.schemas.fact.ChainVerifier;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Holds the topics of a ledger against the guarantees OneChain, OneHolder and RoutedOnce.
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
   * @param where a session and seq, or a role topic
   */
  public record Problem(String where, String what) {}

  public LedgerAudit {
    problems = List.copyOf(problems);
  }

  /** Reads all of a ledger's facts and routes. Moves no cursor. */
  public static LedgerAudit of(TopicReader reader) {
    ChainVerifier chains = new ChainVerifier();
    Map<String, Set<String>> rolesOfHandoffs = new HashMap<>();
    List<Problem> problems = new ArrayList<>();
    LeaseAudit leases = new LeaseAudit(problems);
    reader.readAll(
        Topics.LEDGER,
        (partition, record) -> {
          chains.accept(record);
          rememberRoles(rolesOfHandoffs, record);
          if (record.headers().containsKey(HandoffHeaders.LEASE)) {
            leases.accept(FactCodec.decode(record));
          }
        });
    chains
        .breaks()
        .forEach(
            broken ->
                problems.add(
                    new Problem(broken.session() + " seq " + broken.seq(), broken.what())));
    long routes = 0;
    for (String topic : reader.topics(Topics.ROLE_PREFIX)) {
      RoleTopicAudit audit = new RoleTopicAudit(topic, rolesOfHandoffs, problems);
      reader.readAll(topic, (partition, record) -> audit.accept(record));
      routes += audit.routes();
    }
    long unrouted = rolesOfHandoffs.values().stream().mapToLong(Set::size).sum();
    return new LedgerAudit(
        chains.facts(),
        chains.sessions(),
        chains.handoffs(),
        routes,
        unrouted,
        leases.granted(),
        problems);
  }

  private static void rememberRoles(Map<String, Set<String>> roles, LedgerRecord record) {
    if (!"recorded".equals(record.headers().get(HandoffHeaders.FACT))) {
      return;
    }
    Fact fact = FactCodec.decode(record);
    roles.put(fact.handoffId(), new HashSet<>(((Fact.Recorded) fact.body()).roles()));
  }

  /** Follows the routes of one role topic. */
  private static final class RoleTopicAudit {
    private final String topic;
    private final Map<String, Set<String>> unrouted;
    private final List<Problem> problems;
    private long routes;

    RoleTopicAudit(String topic, Map<String, Set<String>> unrouted, List<Problem> problems) {
      this.topic = topic;
      this.unrouted = unrouted;
      this.problems = problems;
    }

    void accept(LedgerRecord record) {
      if (record.headers().containsKey(HandoffHeaders.NOTICE)) {
        return;
      }
      routes++;
      String id = record.headers().get(HandoffHeaders.ID);
      Set<String> roles = unrouted.get(id);
      if (roles == null) {
        problems.add(new Problem(topic, "a handoff that the ledger has not recorded: " + id));
      } else if (!roles.remove(record.headers().get(HandoffHeaders.ROLE))) {
        problems.add(new Problem(topic, "a handoff that was routed before: " + id));
      }
    }

    long routes() {
      return routes;
    }
  }
}
