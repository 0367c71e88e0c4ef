package dev.handoffledger.standalone.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.handoffledger.producer.ArtifactSender;
import dev.handoffledger.producer.HandoffPublisher;
import dev.handoffledger.producer.PublishFailedException;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.Reading;
import dev.handoffledger.schemas.fact.LedgerRecord;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.Topics;
import dev.handoffledger.schemas.wire.WireFraming;
import dev.handoffledger.standalone.CorpusLedger;
import dev.handoffledger.standalone.StandaloneLedger;
import dev.handoffledger.standalone.StandaloneLedger.Options;
import dev.handoffledger.standalone.guarantees.LedgerTopics;
import dev.handoffledger.standalone.surfaces.NodePackage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Artifacts behind the ids of a real Schema Registry, exchanged with clients of other makers. */
@Tag("registry")
class SchemaRegistryTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** One artifact of each format, and of CodeLens two kinds. */
  private static final List<String> FILES =
      List.of(
          "01-codelens-brief.json",
          "02-codelens-result.json",
          "17-cortex-1.json",
          "23-kxm-1.json",
          "33-ace-2-first.json",
          "39-loopops-diagnosed.json");

  /** The foreign client cannot read what is compressed as ours is otherwise, with lz4. */
  private static final String READABLE_COMPRESSION = "gzip";

  @TempDir private static Path folder;
  private static ApicurioRegistry registry;
  private static StandaloneLedger ledger;
  private static LedgerTopics topics;
  private static NodePackage foreign;

  @BeforeAll
  static void start() throws Exception {
    registry = ApicurioRegistry.start(Files.createDirectory(folder.resolve("registry")));
    ledger =
        StandaloneLedger.start(
            folder.resolve("data"),
            0,
            Options.DEFAULT.withClients(
                Map.of(
                    "schema.registry.url",
                    registry.url(),
                    "basic.auth.user.info",
                    ApicurioRegistry.USER_INFO,
                    "compression.type",
                    READABLE_COMPRESSION)));
    topics = new LedgerTopics(ledger.bootstrapServers());
    foreign = NodePackage.install("registry", folder.resolve("node"));
  }

  @AfterAll
  static void stop() throws InterruptedException {
    topics.close();
    ledger.close();
    registry.close();
  }

  @Test
  void ourArtifacts_areDecodedByAForeignClientWithTheirSchemasAndReferences() throws Exception {
    Map<String, JsonNode> sent = new TreeMap<>();
    try (HandoffPublisher publisher = publisher(Map.of())) {
      for (String file : FILES) {
        byte[] artifact = inSessionsOf("ours", file);
        sent.put(publisher.publish(artifact).topic(), JSON.readTree(artifact));
      }
    }

    Map<String, JsonNode> received = new TreeMap<>();
    List<String> call = new ArrayList<>(List.of("node", "exchange.mjs", "decode"));
    call.addAll(List.of(ledger.bootstrapServers(), registry.urlWithCredentials()));
    call.addAll(List.of(Integer.toString(FILES.size()), "7f3a-ours"));
    call.addAll(sent.keySet());
    for (String line : foreign.run(call.toArray(String[]::new)).lines().toList()) {
      JsonNode one = JSON.readTree(line);
      received.put(one.path("topic").textValue(), one.path("value"));
    }
    assertThat(received).isEqualTo(sent);
  }

  @Test
  void foreignBytes_endInTheSameLedgerEntryAsPlainJson() throws Exception {
    try (HandoffPublisher registering = publisher(Map.of());
        ArtifactSender plain = plain()) {
      for (String file : FILES) {
        registering.publish(inSessionsOf("registering", file));
        byte[] artifact = inSessionsOf("foreign", file);
        Handoff handoff = read(artifact);
        String topic = Topics.in(handoff.kind());

        JsonNode encoded =
            JSON.readTree(
                foreign.run(
                    "node",
                    "exchange.mjs",
                    "encode",
                    ledger.bootstrapServers(),
                    registry.urlWithCredentials(),
                    topic + "-value",
                    topic,
                    handoff.session(),
                    Files.write(folder.resolve(file), artifact).toString()));
        topics.awaitConsumed(60);
        plain.send(topic, handoff.session(), artifact, Map.of()).get();
        topics.awaitConsumed(60);

        assertThat(recorded(handoff.id()))
            .as(file)
            .singleElement()
            .satisfies(
                fact -> {
                  assertThat(JSON.readTree(fact.value())).isEqualTo(JSON.readTree(artifact));
                  assertThat(fact.key()).isEqualTo(handoff.session());
                  assertThat(fact.headers())
                      .containsEntry(
                          HandoffHeaders.REGISTRY_SCHEMA_ID, encoded.path("schemaId").asText());
                });
      }
    }
  }

  @Test
  void schemaWithAReference_isRegisteredWithIt() throws Exception {
    try (HandoffPublisher publisher = publisher(Map.of())) {
      publisher.publish(inSessionsOf("reference", "23-kxm-1.json"));
    }

    assertThat(
            registry
                .ask("GET", "/subjects/handoff.in.handoff-manifest-value/versions/latest", "")
                .path("references"))
        .singleElement()
        .satisfies(
            reference -> {
              assertThat(reference.path("name").textValue()).isEqualTo("common.schema.json");
              assertThat(reference.path("subject").textValue()).isEqualTo("handoff.kxm-common");
              assertThat(reference.path("version").intValue()).isEqualTo(1);
            });
  }

  @Test
  void artifactOverHttp_travelsBehindItsSchemaIdAndABadOneBare() throws Exception {
    byte[] good = inSessionsOf("over-http", "17-cortex-1.json");
    byte[] bad = inSessionsOf("over-http", "21-cortex-blank.json");

    assertThat(post(good).statusCode()).isEqualTo(201);
    assertThat(post(bad).statusCode()).isEqualTo(422);

    List<byte[]> values =
        topics.records(Topics.in("agent_handoff")).stream().map(LedgerRecord::value).toList();
    assertThat(values)
        .anySatisfy(
            value ->
                assertThat(WireFraming.unframe(value))
                    .hasValueSatisfying(framed -> assertThat(framed.json()).isEqualTo(good)))
        .anySatisfy(value -> assertThat(value).isEqualTo(bad));
  }

  @Test
  void schemaIdOnTheWire_doesNotChooseTheSchema() throws Exception {
    byte[] artifact = inSessionsOf("wrong-id", "17-cortex-1.json");
    Handoff handoff = read(artifact);
    try (ArtifactSender plain = plain()) {
      plain
          .send(
              Topics.in(handoff.kind()),
              handoff.session(),
              WireFraming.frame(987_654, artifact),
              Map.of())
          .get();
      topics.awaitConsumed(60);
    }

    assertThat(recorded(handoff.id()))
        .singleElement()
        .satisfies(
            fact ->
                assertThat(fact.headers())
                    .containsEntry(HandoffHeaders.REGISTRY_SCHEMA_ID, "987654"));
  }

  @Test
  void addressThatIsDown_isPassedOverForTheNext() throws Exception {
    String dead = "http://127.0.0.1:" + ApicurioRegistry.freePort();
    try (HandoffPublisher publisher =
        publisher(Map.of("schema.registry.url", dead + "," + registry.url()))) {
      byte[] artifact = inSessionsOf("failover", "17-cortex-1.json");

      assertThat(publisher.publish(artifact).id()).isEqualTo(read(artifact).id());
    }
  }

  @Test
  void wrongPassword_isToldWithTheSettingToCorrect() throws Exception {
    try (HandoffPublisher publisher = publisher(Map.of("basic.auth.user.info", "agent:wrong"))) {
      assertThatThrownBy(() -> publisher.publish(inSessionsOf("wrong", "17-cortex-1.json")))
          .isInstanceOf(PublishFailedException.class)
          .hasMessageContaining("was not sent")
          .hasMessageContaining("(401)")
          .hasMessageContaining("basic.auth.user.info")
          .hasMessageNotContaining("agent:wrong");
    }
  }

  @Test
  void credentialsInTheAddress_areUsed() throws Exception {
    byte[] artifact = inSessionsOf("in-address", "17-cortex-1.json");
    try (ArtifactSender sender =
        new ArtifactSender(
            Map.of(
                "bootstrap.servers",
                ledger.bootstrapServers(),
                "compression.type",
                READABLE_COMPRESSION,
                "schema.registry.url",
                registry.urlWithCredentials()))) {
      assertThat(
              sender
                  .sendArtifact(
                      Topics.in("agent_handoff"), read(artifact).session(), artifact, Map.of())
                  .get()
                  .topic())
          .isEqualTo(Topics.in("agent_handoff"));
    }
  }

  @Test
  void otherSchemaUnderTheSubject_isToldWithWhatToSet() throws Exception {
    String subject = "handoff.in.agent-state-value";
    registry.ask(
        "POST",
        "/subjects/" + subject + "/versions",
        JSON.createObjectNode()
            .put("schemaType", "JSON")
            .put("schema", "{\"type\":\"object\",\"properties\":{\"meta\":{\"type\":\"string\"}}}")
            .toString());
    registry.ask("PUT", "/config/" + subject, "{\"compatibility\":\"FULL_TRANSITIVE\"}");
    try (HandoffPublisher publisher = publisher(Map.of());
        HandoffPublisher latest =
            publisher(Map.of("auto.register.schemas", false, "use.latest.version", true))) {
      byte[] artifact = inSessionsOf("incompatible", "33-ace-2-first.json");

      assertThatThrownBy(() -> publisher.publish(artifact))
          .hasMessageContaining(subject)
          .hasMessageContaining("not compatible")
          .hasMessageContaining("use.latest.version=true");
      // As the message says: the newest version is taken, whatever it is.
      assertThat(latest.publish(artifact).id()).isEqualTo(read(artifact).id());
    } finally {
      registry.ask("PUT", "/config/" + subject, "{\"compatibility\":\"NONE\"}");
    }
  }

  @Test
  void schemaThatMustBeThereAndIsNot_isToldWithWhatToDo() throws Exception {
    try (HandoffPublisher publisher = publisher(Map.of("auto.register.schemas", false))) {
      byte[] baton = CorpusLedger.file("07-codelens-baton.json");

      assertThatThrownBy(() -> publisher.publish(baton))
          .hasMessageContaining("handoff.in.session-baton-value")
          .hasMessageContaining("auto.register.schemas=true");
    }
  }

  private static HandoffPublisher publisher(Map<String, Object> properties) {
    HandoffPublisher.Builder builder =
        HandoffPublisher.builder()
            .bootstrapServers(ledger.bootstrapServers())
            .property("schema.registry.url", registry.url())
            .property("basic.auth.user.info", ApicurioRegistry.USER_INFO)
            .property("compression.type", READABLE_COMPRESSION);
    properties.forEach(builder::property);
    return builder.build();
  }

  private static ArtifactSender plain() {
    return new ArtifactSender(
        Map.of(
            "bootstrap.servers",
            ledger.bootstrapServers(),
            "compression.type",
            READABLE_COMPRESSION));
  }

  private static HttpResponse<String> post(byte[] artifact)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(ledger.url() + "/v1/handoffs"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(artifact))
                .build(),
            BodyHandlers.ofString());
  }

  private static List<LedgerRecord> recorded(String id) {
    return topics.records(Topics.LEDGER).stream()
        .filter(
            fact ->
                "recorded".equals(fact.headers().get(HandoffHeaders.FACT))
                    && id.equals(fact.headers().get(HandoffHeaders.ID)))
        .toList();
  }

  /** A file of the corpus, whose ids are made those of this test alone. */
  private static byte[] inSessionsOf(String test, String file) throws IOException {
    String text = new String(CorpusLedger.file(file), StandardCharsets.UTF_8);
    return text.replace("7f3a", "7f3a-" + test).getBytes(StandardCharsets.UTF_8);
  }

  private static Handoff read(byte[] artifact) {
    return ((Reading.Accepted) new HandoffReader().read(artifact)).handoff();
  }
}
