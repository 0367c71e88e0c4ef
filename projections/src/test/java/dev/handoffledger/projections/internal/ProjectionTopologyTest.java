package dev.handoffledger.projections.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

class ProjectionTopologyTest {

  /** A changed name is an empty store after an upgrade: change this only if that is meant. */
  @Test
  void description_isPinned() {
    assertThat(
            ProjectionTopology.build(
                    new LedgerProgress(),
                    new ProjectionCounters(),
                    Duration.ofDays(30),
                    3,
                    Stores::persistentKeyValueStore,
                    true)
                .describe()
                .toString())
        .isEqualTo(
            """
            Topologies:
               Sub-topology: 0
                Source: ledger-source (topics: [handoff.ledger])
                  --> chain-feed, issue-feed, ledger-fold
                Source: chain-changes-repartition-source (topics: [chain-changes-repartition])
                  --> chain-fold
                Processor: chain-fold (stores: [chain-members, chain-former, chain-below])
                  --> issue-parts-merged
                  <-- chain-changes-repartition-source
                Processor: issue-feed (stores: [])
                  --> issue-parts-merged
                  <-- ledger-source
                Processor: chain-feed (stores: [])
                  --> chain-changes-repartition-filter
                  <-- ledger-source
                Processor: issue-parts-merged (stores: [])
                  --> issue-parts-repartition-filter
                  <-- issue-feed, chain-fold
                Processor: chain-changes-repartition-filter (stores: [])
                  --> chain-changes-repartition-sink
                  <-- chain-feed
                Processor: issue-parts-repartition-filter (stores: [])
                  --> issue-parts-repartition-sink
                  <-- issue-parts-merged
                Sink: chain-changes-repartition-sink (topic: chain-changes-repartition)
                  <-- chain-changes-repartition-filter
                Sink: issue-parts-repartition-sink (topic: issue-parts-repartition)
                  <-- issue-parts-repartition-filter
                Processor: ledger-fold (stores: [sessions, open-by-session, bodies, roles, \
            answers, positions, facts, handoffs, list-summaries, lists, lanes, sessions-by-time, open-by-role])
                  --> none
                  <-- ledger-source

              Sub-topology: 1
                Source: issue-parts-repartition-source (topics: [issue-parts-repartition])
                  --> issue-fold
                Processor: issue-fold (stores: [issue-events, issue-names, issues-by-urgency, \
            issue-sources, issues, issue-joins])
                  --> packets-sink
                  <-- issue-parts-repartition-source
                Sink: packets-sink (topic: handoff.packets)
                  <-- issue-fold

              Sub-topology: 2
                Source: rejected-source (topics: [handoff.rejected])
                  --> rejection-list
                Processor: rejection-list (stores: [rejections])
                  --> none
                  <-- rejected-source

            """);
  }
}
