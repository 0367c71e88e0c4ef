package dev.handoffledger.standalone;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.handoffledger.broker.EmbeddedBroker;
import dev.handoffledger.producer.TopicProvisioner;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.Reading;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactChain;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.kafka.SessionPartitioner;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.TopicPlan;
import dev.handoffledger.schemas.wire.Topics;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code handoff audit verify} on ledgers that somebody tampered with, on a real broker. */
class AuditVerifyTest {
  private static final int PARTITIONS = 3;
  private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
  private static final HandoffReader READER = new HandoffReader();
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private static Path folder;
  private static EmbeddedBroker broker;
  private static KafkaProducer<byte[], byte[]> foreign;

  private final String session = "codelens/" + UUID.randomUUID();
  private final List<Fact> honest = chain(session, 4);

  @BeforeAll
  static void start() throws Exception {
    broker = EmbeddedBroker.start(folder);
    Map<String, Object> kafka = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (TopicProvisioner provisioner =
        new TopicProvisioner(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      provisioner.provision(TopicPlan.of(List.of("planner_brief"), PARTITIONS, 1));
    }
    foreign = new KafkaProducer<>(kafka, new ByteArraySerializer(), new ByteArraySerializer());
  }

  @AfterAll
  static void stop() {
    foreign.close();
    broker.close();
  }

  @Test
  void intactSession_hasNoProblem() throws Exception {
    write(honest);

    assertThat(problems()).isEmpty();
  }

  @Test
  void bitFlippedInAValue_isNamedByItsChainAndItsHashes() throws Exception {
    write(honest.subList(0, 1));
    LedgerRecord second = FactCodec.encode(honest.get(1));
    byte[] value = second.value().clone();
    value[new String(value, UTF_8).indexOf("goal 2")] ^= 1;
    RecordMetadata at =
        write(new LedgerRecord(session, second.headers(), value, second.timestamp()));
    write(honest.subList(2, 4));

    List<JsonNode> problems = problems();

    assertThat(codes(problems)).containsExactlyInAnyOrder("chain", "raw_hash", "content_hash");
    assertThat(problems)
        .allSatisfy(
            problem -> {
              assertThat(problem.path("seq").longValue()).isEqualTo(2);
              assertThat(problem.path("topic").textValue()).isEqualTo(Topics.LEDGER);
              assertThat(problem.path("partition").intValue()).isEqualTo(at.partition());
              assertThat(problem.path("offset").longValue()).isEqualTo(at.offset());
            });
    assertThat(problems)
        .filteredOn(problem -> problem.path("code").textValue().equals("content_hash"))
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem.path("found").textValue())
                    .isEqualTo(honest.get(1).handoffId())
                    .isNotEqualTo(problem.path("expected").textValue()));
  }

  @Test
  void bitFlippedOnTheDisk_isNamedWhereKafkaCannotReadOn() throws Exception {
    write(honest.subList(0, 1));
    RecordMetadata at = write(honest.subList(1, 2));
    write(honest.subList(2, 3));
    flipBit(at, "goal 2");

    List<JsonNode> all = allProblems();

    assertThat(all)
        .filteredOn(problem -> problem.path("code").textValue().equals("unreadable"))
        .filteredOn(problem -> problem.path("offset").longValue() == at.offset())
        .singleElement()
        .satisfies(
            problem -> assertThat(problem.path("partition").intValue()).isEqualTo(at.partition()));
    assertThat(codes(problems())).containsExactly("gap");
  }

  @Test
  void factLeftOut_isAGap() throws Exception {
    write(honest.subList(0, 1));
    write(honest.subList(2, 4));

    assertThat(problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.path("code").textValue()).isEqualTo("gap");
              assertThat(problem.path("seq").longValue()).isEqualTo(3);
              assertThat(problem.path("expected").textValue()).isEqualTo("2");
              assertThat(problem.path("found").textValue()).isEqualTo("3");
            });
  }

  @Test
  void factForgedWithItsChain_showsAsAForkOnceTheSessionGoesOn() throws Exception {
    write(honest.subList(0, 2));
    Fact before = honest.get(1);
    write(List.of(fact(before.chain(), session, 3, brief(session, "a forger's"))));
    write(honest.subList(2, 4));

    assertThat(problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.path("code").textValue()).isEqualTo("fork");
              assertThat(problem.path("seq").longValue()).isEqualTo(3);
            });
  }

  @Test
  void factForgedWithoutItsChain_isNamedAtOnce() throws Exception {
    write(honest);
    RecordMetadata at =
        write(List.of(fact(FactChain.START, session, 5, brief(session, "a forger's"))));

    assertThat(problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.path("code").textValue()).isEqualTo("chain");
              assertThat(problem.path("offset").longValue()).isEqualTo(at.offset());
            });
  }

  @Test
  void factOnAnotherPartition_isNamed() throws Exception {
    int own = SessionPartitioner.partition(session, PARTITIONS);
    int other = (own + 1) % PARTITIONS;
    LedgerRecord first = FactCodec.encode(honest.get(0));
    foreign.send(record(first, other)).get();

    assertThat(problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.path("code").textValue()).isEqualTo("partition");
              assertThat(problem.path("expected").textValue()).isEqualTo(Integer.toString(own));
              assertThat(problem.path("found").textValue()).isEqualTo(Integer.toString(other));
            });
  }

  @Test
  void headerThatHidesBehindAnother_isNamed() throws Exception {
    ProducerRecord<byte[], byte[]> hiding =
        record(FactCodec.encode(honest.get(0)), SessionPartitioner.partition(session, PARTITIONS));
    Headers headers = hiding.headers();
    byte[] roles = headers.lastHeader(HandoffHeaders.ROLES).value();
    headers.remove(HandoffHeaders.ROLES);
    headers.add(HandoffHeaders.ROLES, "[\"mine\"]".getBytes(UTF_8));
    headers.add(HandoffHeaders.ROLES, roles);
    foreign.send(hiding).get();

    assertThat(problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.path("code").textValue()).isEqualTo("uncommitted");
              assertThat(problem.path("found").textValue()).isEqualTo(HandoffHeaders.ROLES);
            });
  }

  @Test
  void recordWithoutAFact_isNamedAndTheRestIsChecked() throws Exception {
    write(honest.subList(0, 2));
    write(new LedgerRecord(session, Map.of("handoff-fact", "recorded"), new byte[0], 0));
    write(honest.subList(2, 4));

    assertThat(codes(problems())).containsExactly("fact");
  }

  @Test
  void text_saysWhereAndWhatWasExpectedWithoutWhatWouldDeceive() throws Exception {
    String deceiving = "codelens/\u202E" + UUID.randomUUID();
    List<Fact> chain = chain(deceiving, 3);
    write(chain.subList(0, 1));
    write(chain.subList(2, 3));

    CapturedTerminal terminal = new CapturedTerminal();
    int exitCode = run(terminal);

    assertThat(exitCode).isEqualTo(1);
    assertThat(terminal.out())
        .contains("facts of its session are missing before it", "expected 2", "found    3")
        .contains("codelens/\\u{202E}")
        .doesNotContain("\u202E");
  }

  @Test
  void auditor_leavesNoGroupBehind() throws Exception {
    write(honest);

    allProblems();

    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      assertThat(admin.listGroups().all().get()).isEmpty();
    }
  }

  @Test
  void configThatCannotBeRead_isNamed() {
    CapturedTerminal terminal = new CapturedTerminal();

    assertThat(run(terminal, "--config", folder.resolve("none").toString())).isEqualTo(2);
    assertThat(terminal.err()).contains("--config", "none");
  }

  @Test
  void ledgerThatIsNotThere_isTold() {
    CapturedTerminal terminal = new CapturedTerminal();

    assertThat(run(terminal, "--data", folder.resolve("none").toString())).isEqualTo(2);
    assertThat(terminal.err()).contains("no ledger runs on", "--kafka");
  }

  private List<JsonNode> problems() throws Exception {
    return allProblems().stream()
        .filter(problem -> session.equals(problem.path("session").textValue()))
        .toList();
  }

  private static List<JsonNode> allProblems() throws Exception {
    CapturedTerminal terminal = new CapturedTerminal();
    int exitCode = run(terminal, "-o", "json");
    List<JsonNode> problems = new ArrayList<>();
    JSON.readTree(terminal.out()).path("problems").forEach(problems::add);
    assertThat(exitCode).as(terminal.err()).isEqualTo(problems.isEmpty() ? 0 : 1);
    return problems;
  }

  private static int run(CapturedTerminal terminal, String... options) {
    List<String> arguments = new ArrayList<>(List.of("verify"));
    if (!List.of(options).contains("--data")) {
      arguments.addAll(List.of("--kafka", broker.bootstrapServers()));
    }
    arguments.addAll(List.of(options));
    return new CommandLine(new AuditCommand(terminal.terminal()))
        .execute(arguments.toArray(String[]::new));
  }

  private static List<String> codes(List<JsonNode> problems) {
    return problems.stream().map(problem -> problem.path("code").textValue()).toList();
  }

  private static RecordMetadata write(List<Fact> facts) throws Exception {
    RecordMetadata last = null;
    for (Fact fact : facts) {
      last = write(FactCodec.encode(fact));
    }
    return last;
  }

  private static RecordMetadata write(LedgerRecord encoded) throws Exception {
    return foreign
        .send(record(encoded, SessionPartitioner.partition(encoded.key(), PARTITIONS)))
        .get();
  }

  private static ProducerRecord<byte[], byte[]> record(LedgerRecord encoded, int partition) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            Topics.LEDGER,
            partition,
            encoded.timestamp(),
            encoded.key().getBytes(UTF_8),
            encoded.value());
    encoded.headers().forEach((name, text) -> record.headers().add(name, text.getBytes(UTF_8)));
    return record;
  }

  private static void flipBit(RecordMetadata at, String text) throws Exception {
    Path segment;
    try (Stream<Path> files = Files.walk(folder)) {
      segment =
          files
              .filter(file -> file.endsWith("00000000000000000000.log"))
              .filter(file -> file.getParent().endsWith(Topics.LEDGER + "-" + at.partition()))
              .findFirst()
              .orElseThrow();
    }
    String bytes = Files.readString(segment, ISO_8859_1);
    int place = bytes.lastIndexOf(text);
    try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
      file.seek(place);
      int octet = file.read();
      file.seek(place);
      file.write(octet ^ 1);
    }
  }

  private static List<Fact> chain(String session, int length) {
    List<Fact> facts = new ArrayList<>();
    String chain = FactChain.START;
    for (int seq = 1; seq <= length; seq++) {
      Fact fact = fact(chain, session, seq, brief(session, "goal " + seq));
      facts.add(fact);
      chain = fact.chain();
    }
    return facts;
  }

  private static Fact fact(String chain, String session, long seq, byte[] artifact) {
    Handoff handoff = ((Reading.Accepted) READER.read(artifact)).handoff();
    Fact.Recorded recorded =
        new Fact.Recorded(
            handoff.format(),
            handoff.kind(),
            handoff.naturalKey(),
            handoff.time(),
            handoff.roles(),
            Link.ROOT,
            handoff.succession(),
            handoff.status(),
            handoff.warnings(),
            handoff.rawHash(),
            null,
            null,
            null,
            null,
            null,
            null,
            null);
    return FactCodec.next(
        chain, session, seq, handoff.id(), NOON.plusMillis(seq), recorded, artifact);
  }

  private static byte[] brief(String session, String goal) {
    return """
        {"schema_version":"codelens-handoff-artifact-v1","kind":"planner_brief",
         "session_id":"%s","created_at":"2026-04-14T09:00:00Z",
         "payload":{"goal":"%s","ranked_context":[],"acceptance":[],
          "preflight":{"verify_change_readiness":
           {"status":"ready","generated_at":"2026-04-14T09:00:00Z"}}}}
        """
        .formatted(session.substring("codelens/".length()), goal)
        .getBytes(UTF_8);
  }
}
