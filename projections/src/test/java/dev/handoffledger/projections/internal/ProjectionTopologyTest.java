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
                    false)
                .describe()
                .toString())
        .isEqualTo(
            """
            Topologies:
               Sub-topology: 0
                Source: ledger-source (topics: [handoff.ledger])
                  --> ledger-fold
                Processor: ledger-fold (stores: [sessions, open-by-session, bodies, roles, answers, \
            positions, facts, handoffs, list-summaries, lists, lanes, sessions-by-time, open-by-role])
                  --> none
                  <-- ledger-source

              Sub-topology: 1
                Source: rejected-source (topics: [handoff.rejected])
                  --> rejection-list
                Processor: rejection-list (stores: [rejections])
                  --> none
                  <-- rejected-source

            """);
  }
}
