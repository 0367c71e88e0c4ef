package dev.handoffledger.producer;

import static dev.handoffledger.producer.BrokerExtension.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.handoffledger.schemas.kafka.HeaderMap;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import dev.handoffledger.schemas.wire.TopicPlan;
import dev.handoffledger.schemas.wire.TopicPlan.Topic;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(120)
class ArtifactSenderTest {
  @RegisterExtension static final BrokerExtension BROKER = new BrokerExtension();

  private static final int PARTITIONS = 7;

  private String topic;
  private ArtifactSender sender;

  @BeforeEach
  void createTopic(TestInfo test) throws Exception {
    topic = test.getTestMethod().orElseThrow().getName();
    BROKER.provision(new TopicPlan(List.of(new Topic(topic, PARTITIONS, 1, Map.of()))));
    sender = new ArtifactSender(Map.of("bootstrap.servers", BROKER.bootstrapServers()));
  }

  @AfterEach
  void closeSender() {
    sender.close();
  }

  @Test
  void record_landsWhereTheFutureSaysWithKeyValueAndHeaders() throws Exception {
    RecordLocation location =
        get(sender.send(topic, "codelens/ü", utf8("{}"), Map.of("handoff-publisher", "zoë")));

    ConsumerRecord<byte[], byte[]> record = BROKER.readAll(topic).get(0);
    assertThat(new RecordLocation(record.topic(), record.partition(), record.offset()))
        .isEqualTo(location);
    assertThat(text(record.key())).isEqualTo("codelens/ü");
    assertThat(text(record.value())).isEqualTo("{}");
    assertThat(HeaderMap.read(record.headers())).isEqualTo(Map.of("handoff-publisher", "zoë"));
  }

  @Test
  void key_decidesThePartition() throws Exception {
    for (String key : List.of("a", "b", "c", "codelens/planner-7f3a")) {
      assertThat(get(sender.send(topic, key, utf8("{}"), Map.of())).partition())
          .isEqualTo(SessionPartitioner.partition(key, PARTITIONS));
    }
  }

  @Test
  void recordWithoutAKey_isSentWithoutOne() throws Exception {
    get(sender.send(topic, null, utf8("{}"), Map.of()));

    assertThat(BROKER.readAll(topic).get(0).key()).isNull();
  }

  @Test
  void recordsOfOneKey_landInTheOrderOfTheirSending() throws Exception {
    List<CompletableFuture<RecordLocation>> sent = sendNumbers(1_000);

    List<Long> offsets = new ArrayList<>();
    for (CompletableFuture<RecordLocation> one : sent) {
      offsets.add(get(one).offset());
    }
    assertThat(offsets).isEqualTo(IntStream.range(0, 1_000).mapToObj(Long::valueOf).toList());
  }

  @Test
  void close_waitsForEverySendThatIsPending() {
    ArtifactSender lingering =
        new ArtifactSender(
            Map.of("bootstrap.servers", BROKER.bootstrapServers(), "linger.ms", 20_000));
    List<CompletableFuture<RecordLocation>> sent =
        IntStream.range(0, 500)
            .mapToObj(i -> lingering.send(topic, "k" + i, utf8("" + i), Map.of()))
            .toList();

    lingering.close();

    assertThat(sent).allSatisfy(one -> assertThat(one).isCompleted());
    assertThat(BROKER.readAll(topic)).hasSize(500);
  }

  @Test
  void sendAfterClose_isRefused() {
    sender.close();

    assertThatThrownBy(() -> sender.send(topic, "k", utf8("{}"), Map.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void recordOverTheRequestSize_failsItsFuture() {
    byte[] tooLarge = new byte[6 * 1024 * 1024 + 1];

    assertThat(sender.send(topic, "k", tooLarge, Map.of()))
        .failsWithin(30, TimeUnit.SECONDS)
        .withThrowableThat()
        .withCauseInstanceOf(RecordTooLargeException.class);
  }

  @Test
  void topicThatIsNotThere_failsTheFuture() {
    try (ArtifactSender impatient =
        new ArtifactSender(
            Map.of("bootstrap.servers", BROKER.bootstrapServers(), "max.block.ms", 500))) {
      assertThat(impatient.send("nowhere", "k", utf8("{}"), Map.of()))
          .failsWithin(30, TimeUnit.SECONDS)
          .withThrowableThat()
          .withCauseInstanceOf(TimeoutException.class);
    }
  }

  @Test
  void artifact_goesThroughTheSerializerThatIsSet() throws Exception {
    try (ArtifactSender framing =
        new ArtifactSender(
            Map.of(
                "bootstrap.servers",
                BROKER.bootstrapServers(),
                "value.serializer",
                ZeroByteFirst.class.getName()))) {
      get(framing.sendArtifact(topic, "k", utf8("{}"), Map.of()));
      get(framing.send(topic, "k", utf8("{}"), Map.of()));
    }

    assertThat(BROKER.readAll(topic))
        .extracting(ConsumerRecord::value)
        .containsExactly(new byte[] {0, '{', '}'}, utf8("{}"));
  }

  /** Stands for a serializer that puts a frame around the value. */
  public static final class ZeroByteFirst implements Serializer<byte[]> {
    @Override
    public byte[] serialize(String topic, byte[] value) {
      return ByteBuffer.allocate(1 + value.length).put((byte) 0).put(value).array();
    }
  }

  private List<CompletableFuture<RecordLocation>> sendNumbers(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> sender.send(topic, "one-key", utf8("" + i), Map.of()))
        .toList();
  }

  private static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(30, TimeUnit.SECONDS);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }
}
