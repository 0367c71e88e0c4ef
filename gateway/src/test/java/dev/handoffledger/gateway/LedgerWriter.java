package dev.handoffledger.gateway;

import dev.handoffledger.projections.LedgerPosition;
import dev.handoffledger.schemas.Timestamp;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactChain;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import dev.handoffledger.schemas.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes facts to the ledger topic, and has the projections know of them at once. */
final class LedgerWriter implements AutoCloseable {
  private static final int PARTITIONS = 3;

  private final KafkaProducer<byte[], byte[]> producer;
  private final MemoryQueries queries;
  private final Map<String, Fact> newest = new HashMap<>();
  private Instant recordedAt = Samples.NOON;

  LedgerWriter(String bootstrapServers, MemoryQueries queries) {
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    this.queries = queries;
  }

  /** Records a handoff and gives its id. */
  String recorded(String session, String kind, String... roles) throws Exception {
    return recorded(1, session, kind, roles).get(0);
  }

  /** Records so many handoffs and gives their ids. */
  List<String> recorded(int count, String session, String kind, String... roles) throws Exception {
    List<String> ids = new ArrayList<>();
    Future<RecordMetadata> last = null;
    for (int i = 0; i < count; i++) {
      String id =
          "sha256:"
              + FactChain.next(FactChain.START, session + next(session), Map.of(), new byte[0]);
      last = write(session, id, recorded(kind, roles), "{}".getBytes(StandardCharsets.UTF_8));
      ids.add(id);
    }
    read(last.get());
    return ids;
  }

  /** Records a handoff in each partition, so that the projections tell of all of them. */
  void recordedInEachPartition() throws Exception {
    for (String session : sessionOfEachPartition()) {
      recorded(1, session, "session_baton", "coding-agent");
    }
  }

  /** New sessions, one of each partition in its order. */
  static List<String> sessionOfEachPartition() {
    return IntStream.range(0, PARTITIONS)
        .mapToObj(
            partition ->
                Stream.generate(() -> "codelens/" + UUID.randomUUID())
                    .filter(name -> SessionPartitioner.partition(name, PARTITIONS) == partition)
                    .findFirst()
                    .orElseThrow())
        .toList();
  }

  /** Records a handoff at a time, not before the newest of its session, and gives its id. */
  String recordedAt(Instant at, String session, String kind, String... roles) throws Exception {
    recordedAt = at;
    try {
      return recorded(session, kind, roles);
    } finally {
      recordedAt = Samples.NOON;
    }
  }

  private static Fact.Recorded recorded(String kind, String... roles) {
    return new Fact.Recorded(
        "codelens",
        kind,
        null,
        new Timestamp("2026-11-30T13:00:00+01:00", Samples.NOON),
        List.of(roles),
        Link.ROOT,
        null,
        null,
        List.of(),
        "ab".repeat(32),
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  void claimed(String session, String id, String holder) throws Exception {
    read(write(session, id, new Fact.Claimed(holder, Samples.NOON, 1, null, null), null).get());
  }

  /** The lease of the session's newest fact ended; the handoff may be for a person then. */
  void expired(String session, String id, String holder, boolean escalated) throws Exception {
    long token = next(session) - 1;
    read(write(session, id, new Fact.Expired(token, holder, Samples.NOON, escalated), null).get());
  }

  private long next(String session) {
    Fact last = newest.get(session);
    return last == null ? 1 : last.seq() + 1;
  }

  private Future<RecordMetadata> write(String session, String id, Fact.Body body, byte[] value) {
    Fact last = newest.get(session);
    Fact fact =
        FactCodec.next(
            last == null ? FactChain.START : last.chain(),
            session,
            next(session),
            id,
            recordedAt,
            body,
            value);
    newest.put(session, fact);
    LedgerRecord encoded = FactCodec.encode(fact);
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            Topics.LEDGER,
            SessionPartitioner.partition(session, PARTITIONS),
            encoded.timestamp(),
            session.getBytes(StandardCharsets.UTF_8),
            encoded.value());
    encoded
        .headers()
        .forEach((name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
    return producer.send(record);
  }

  private void read(RecordMetadata at) {
    SortedMap<Integer, Long> offsets = new TreeMap<>(queries.position.offsets());
    offsets.put(at.partition(), at.offset());
    queries.position = new LedgerPosition(offsets);
  }

  @Override
  public void close() {
    producer.close();
  }
}
