package dev.handoffledger.gateway;

import dev.handoffledger.producer.ArtifactSender;
import dev.handoffledger.producer.RecordLocation;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.Reading;
import dev.handoffledger.schemas.Rejection;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.kafka.HeaderMap;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.Reply;
import dev.handoffledger.schemas.wire.ReplyCodec;
import dev.handoffledger.schemas.wire.Topics;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Answers what gateways publish as the processor does, as far as a gateway can tell. */
final class LedgerStandIn implements AutoCloseable {

  /** A record as it arrived. */
  record Arrival(
      String topic, int partition, String key, ByteBuffer value, Map<String, String> headers) {
    String correlationId() {
      return headers.get(HandoffHeaders.CORRELATION_ID);
    }
  }

  final List<Arrival> arrivals = new CopyOnWriteArrayList<>();

  /** Sessions that get no answers. */
  final Set<String> silent = ConcurrentHashMap.newKeySet();

  /** Who holds what. */
  final LeasesStandIn leases = new LeasesStandIn();

  private final HandoffReader reader = new HandoffReader();
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final ArtifactSender sender;
  private final List<CompletableFuture<RecordLocation>> unconfirmed = new ArrayList<>();
  private final Thread thread = new Thread(this::run, "ledger-stand-in");
  private final CountDownLatch assigned = new CountDownLatch(1);
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Map<String, Long> seqBySession = new HashMap<>();
  private final Map<String, Long> seqById = new HashMap<>();

  private LedgerStandIn(String bootstrapServers) {
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "group.id",
                "stand-in-" + UUID.randomUUID(),
                "auto.offset.reset",
                "latest"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    sender = new ArtifactSender(Map.of("bootstrap.servers", bootstrapServers));
  }

  /** Starts one and returns once it reads everything that is published from now on. */
  static LedgerStandIn start(String bootstrapServers) throws InterruptedException {
    LedgerStandIn ledger = new LedgerStandIn(bootstrapServers);
    ledger.thread.start();
    ledger.assigned.await();
    return ledger;
  }

  @Override
  public void close() throws InterruptedException {
    closed.set(true);
    consumer.wakeup();
    thread.join();
    sender.close();
    unconfirmed.forEach(CompletableFuture::join);
  }

  private void run() {
    try (consumer) {
      consumer.subscribe(
          Pattern.compile(Topics.IN.pattern() + "|" + Pattern.quote(Topics.COMMANDS)),
          new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}

            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
              partitions.forEach(consumer::position);
              assigned.countDown();
            }
          });
      while (!closed.get()) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
          answer(record);
        }
      }
    } catch (WakeupException e) {
      if (!closed.get()) {
        throw e;
      }
    }
  }

  private void answer(ConsumerRecord<byte[], byte[]> record) {
    Arrival arrival =
        new Arrival(
            record.topic(),
            record.partition(),
            record.key() == null ? null : new String(record.key(), StandardCharsets.UTF_8),
            ByteBuffer.wrap(record.value()),
            HeaderMap.read(record.headers()));
    arrivals.add(arrival);
    if (arrival.key() != null && silent.contains(arrival.key())) {
      return;
    }
    Reply reply = reply(arrival);
    String replyTo = arrival.headers().get(HandoffHeaders.REPLY_TO);
    unconfirmed.add(
        sender.send(
            Topics.REPLIES,
            replyTo,
            ReplyCodec.encode(reply),
            Map.of(HandoffHeaders.CORRELATION_ID, arrival.correlationId())));
  }

  private Reply reply(Arrival arrival) {
    if (arrival.topic().equals(Topics.COMMANDS)) {
      return leases.reply(arrival);
    }
    Reading reading = reader.read(arrival.value().array(), arrival.topic());
    if (reading instanceof Reading.Accepted accepted) {
      return accepted(arrival, accepted.handoff());
    }
    Rejection rejection = ((Reading.Rejected) reading).rejection();
    return new Reply(
        arrival.correlationId(),
        Reply.Outcome.REJECTED,
        null,
        null,
        rejection.session(),
        rejection.kind(),
        0,
        List.of(),
        null,
        List.of(),
        rejection.problems());
  }

  private Reply accepted(Arrival arrival, Handoff handoff) {
    Long first = seqById.get(handoff.id());
    long seq = first != null ? first : seqBySession.merge(handoff.session(), 1L, Long::sum);
    seqById.put(handoff.id(), seq);
    return new Reply(
        arrival.correlationId(),
        first != null ? Reply.Outcome.DUPLICATE : Reply.Outcome.RECORDED,
        "recorded",
        handoff.id(),
        handoff.session(),
        handoff.kind(),
        seq,
        handoff.roles(),
        handoff.parent() == null ? Link.ROOT : Link.pending(handoff.parent()),
        handoff.warnings(),
        List.of());
  }
}
