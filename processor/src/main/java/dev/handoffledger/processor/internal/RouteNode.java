package dev.handoffledger.processor.internal;

import dev.handoffledger.processor.decide.Message.ToAsker;
import dev.handoffledger.processor.decide.Message.ToPerson;
import dev.handoffledger.processor.decide.Message.ToQuarantine;
import dev.handoffledger.processor.decide.Message.ToRejected;
import dev.handoffledger.processor.decide.Message.ToRelay;
import dev.handoffledger.processor.decide.Message.ToRole;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.format.Roles;
import dev.handoffledger.schemas.kafka.HeaderMap;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.RelayEnvelope;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Where an artifact's way through the processor ends: facts and messages become records of their
 * topics. Keeps only the routes that wait for a role's topic to be made, so that no route overtakes
 * an earlier one of its role.
 */
final class RouteNode implements Processor<String, Outgoing, byte[], byte[]> {
  private static final Duration READY_CHECK_INTERVAL = Duration.ofMillis(100);
  private static final int ROUTES_AT_ONCE = 1000;

  private final RoleTopics roleTopics;
  private final OutgoingRecords records;
  private final ProcessorCounters counters;
  private final Set<String> rolesWithWaiting = new HashSet<>();
  private final Set<String> announced = new HashSet<>();
  private ProcessorContext<byte[], byte[]> context;
  private KeyValueStore<Bytes, byte[]> waiting;

  RouteNode(RoleTopics roleTopics, OutgoingRecords records, ProcessorCounters counters) {
    this.roleTopics = roleTopics;
    this.records = records;
    this.counters = counters;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> processorContext) {
    this.context = processorContext;
    this.waiting = context.getStateStore(Nodes.WAITING_ROUTES);
    StateKeys.Range all = StateKeys.waitingRoutes();
    try (KeyValueIterator<Bytes, byte[]> rows = waiting.range(all.from(), all.to())) {
      while (rows.hasNext()) {
        rolesWithWaiting.add(role(StateRows.record(rows.next().value)));
      }
    }
    context.schedule(
        READY_CHECK_INTERVAL, PunctuationType.WALL_CLOCK_TIME, this::announceReadyTopics);
  }

  @Override
  public void process(Record<String, Outgoing> record) {
    Outgoing outgoing = record.value();
    if (outgoing instanceof Outgoing.Append append) {
      counters.fact(append.fact().type());
      forward(Nodes.LEDGER, records.ledger(append.fact()));
    } else if (outgoing instanceof Outgoing.Relay relay) {
      counters.relayed();
      forward(Nodes.RELAY_OUT, records.relayed(relay.envelope(), relay.at()));
    } else if (outgoing instanceof Outgoing.RoleTopicReady ready) {
      routeWaiting(ready.role());
    } else if (outgoing instanceof Outgoing.Send send) {
      if (send.message() instanceof ToRole toRole) {
        route(toRole);
      } else if (send.message() instanceof ToPerson toPerson) {
        counters.escalated();
        route(
            Roles.HUMAN,
            records.notice(toPerson),
            StateKeys.waitingRoute(Roles.HUMAN, toPerson.at(), toPerson.session(), toPerson.seq()));
      } else if (send.message() instanceof ToRelay toRelay) {
        counters.relayed();
        forward(Nodes.RELAY_OUT, records.relayed(toRelay.envelope(), toRelay.at()));
      } else if (send.message() instanceof ToQuarantine toQuarantine) {
        counters.quarantined();
        forward(Nodes.QUARANTINE, records.quarantined(toQuarantine));
      } else if (send.message() instanceof ToRejected toRejected) {
        counters.rejected(toRejected.problems().get(0).reason().code());
        reject(toRejected);
      } else if (send.message() instanceof ToAsker toAsker) {
        forward(Nodes.REPLIES, records.reply(toAsker));
      }
    }
  }

  private void route(ToRole toRole) {
    Fact recorded = toRole.recorded();
    route(
        toRole.role(),
        records.routed(toRole),
        StateKeys.waitingRoute(
            toRole.role(), recorded.recordedAt(), recorded.session(), recorded.seq()));
  }

  private void route(String role, LedgerRecord record, Bytes place) {
    Optional<String> topic =
        rolesWithWaiting.contains(role) ? Optional.empty() : roleTopics.topicOf(role);
    if (topic.isPresent()) {
      forwardToRole(record);
      return;
    }
    rolesWithWaiting.add(role);
    waiting.put(place, StateRows.encode(record));
  }

  private void announceReadyTopics(long now) {
    for (String role : rolesWithWaiting) {
      if (!announced.contains(role) && roleTopics.topicOf(role).isPresent()) {
        StateKeys.Range range = StateKeys.waitingRoutes(role);
        try (KeyValueIterator<Bytes, byte[]> rows = waiting.range(range.from(), range.to())) {
          if (rows.hasNext()) {
            String session = StateRows.record(rows.next().value).key();
            announced.add(role);
            forward(
                Nodes.RELAY_OUT,
                records.relayed(
                    new RelayEnvelope.RoleTopicReady(session, role), Instant.ofEpochMilli(now)));
          }
        }
      }
    }
  }

  private void routeWaiting(String role) {
    announced.remove(role);
    if (roleTopics.topicOf(role).isEmpty()) {
      return;
    }
    StateKeys.Range range = StateKeys.waitingRoutes(role);
    boolean more;
    try (KeyValueIterator<Bytes, byte[]> rows = waiting.range(range.from(), range.to())) {
      for (int i = 0; i < ROUTES_AT_ONCE && rows.hasNext(); i++) {
        KeyValue<Bytes, byte[]> row = rows.next();
        forwardToRole(StateRows.record(row.value));
        waiting.delete(row.key);
      }
      more = rows.hasNext();
    }
    if (!more) {
      rolesWithWaiting.remove(role);
    }
  }

  private static String role(LedgerRecord record) {
    return record.headers().get(HandoffHeaders.ROLE);
  }

  private void forwardToRole(LedgerRecord record) {
    counters.routed();
    forward(Nodes.ROLES, record);
  }

  private void forward(String sink, LedgerRecord record) {
    context.forward(toKafka(record.key().getBytes(StandardCharsets.UTF_8), record), sink);
  }

  private void reject(ToRejected rejected) {
    String key = rejected.origin().key();
    LedgerRecord record = records.rejected(rejected);
    context.forward(
        toKafka(key == null ? null : key.getBytes(StandardCharsets.UTF_8), record), Nodes.REJECTED);
  }

  private static Record<byte[], byte[]> toKafka(byte[] key, LedgerRecord record) {
    return new Record<>(key, record.value(), record.timestamp(), HeaderMap.write(record.headers()));
  }
}
