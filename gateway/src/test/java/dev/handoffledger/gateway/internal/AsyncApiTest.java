package dev.handoffledger.gateway.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactChain;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.internal.SchemaLibrary;
import dev.handoffledger.schemas.wire.Child;
import dev.handoffledger.schemas.wire.ClaimToken;
import dev.handoffledger.schemas.wire.CloudEventHeaders;
import dev.handoffledger.schemas.wire.Command;
import dev.handoffledger.schemas.wire.CommandCodec;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.RecordOrigin;
import dev.handoffledger.schemas.wire.RelayEnvelope;
import dev.handoffledger.schemas.wire.Reply;
import dev.handoffledger.schemas.wire.ReplyCodec;
import dev.handoffledger.schemas.wire.TopicPlan;
import dev.handoffledger.schemas.wire.Topics;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The AsyncAPI document and the code say the same. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AsyncApiTest {
  private static final String ROLE_TOPIC = "handoff.role.{role}";

  private final SchemaLibrary library = new SchemaLibrary();
  private final JsonNode document = document();

  private static JsonNode document() {
    try (InputStream in =
        AsyncApiTest.class.getResourceAsStream("/dev/handoffledger/gateway/asyncapi.json")) {
      return new ObjectMapper().readTree(AsyncApiDocument.bundled(in.readAllBytes()));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<TopicPlan.Topic> plan() {
    List<String> kinds = new Formats().kinds().stream().map(Kind::name).toList();
    return TopicPlan.of(kinds, TopicPlan.DEFAULT_PARTITIONS, 3).topics();
  }

  private static Stream<TopicPlan.Topic> topics() {
    return plan().stream();
  }

  private static boolean isRole(String topic) {
    return topic.startsWith(Topics.ROLE_PREFIX);
  }

  private JsonNode channel(String address) {
    return stream(document.path("channels"))
        .filter(channel -> channel.path("address").asText().equals(address))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no channel for " + address));
  }

  @Test
  void channels_areTheTopicsOfThePlan() {
    Set<String> planned = new TreeSet<>();
    topics().forEach(topic -> planned.add(isRole(topic.name()) ? ROLE_TOPIC : topic.name()));

    assertThat(stream(document.path("channels")).map(channel -> channel.path("address").asText()))
        .containsExactlyInAnyOrderElementsOf(planned);
  }

  @ParameterizedTest
  @MethodSource("topics")
  void settings_areThoseOfThePlan(TopicPlan.Topic topic) {
    JsonNode kafka =
        channel(isRole(topic.name()) ? ROLE_TOPIC : topic.name()).at("/bindings/kafka");
    Map<String, String> configuration = new TreeMap<>();
    kafka
        .path("topicConfiguration")
        .properties()
        .forEach(setting -> configuration.put(setting.getKey(), text(setting.getValue())));

    assertThat(configuration).isEqualTo(new TreeMap<>(topic.configs()));
    assertThat(kafka.path("partitions").asInt()).isEqualTo(topic.partitions());
    assertThat(kafka.path("replicas").asInt()).isEqualTo(topic.replicationFactor());
    if (!isRole(topic.name())) {
      assertThat(kafka.path("topic").asText()).isEqualTo(topic.name());
    }
  }

  /** AsyncAPI writes clean-up policies as a list and numbers as such. */
  private static String text(JsonNode setting) {
    return setting.isArray()
        ? stream(setting).map(JsonNode::asText).collect(Collectors.joining(","))
        : setting.asText();
  }

  @Test
  void headers_areThoseOfTheCode() throws IllegalAccessException {
    Set<String> known = new TreeSet<>();
    for (Field field : HandoffHeaders.class.getFields()) {
      known.add((String) field.get(null));
    }
    known.addAll(CloudEventHeaders.of("id", "kind", "session", Instant.EPOCH).keySet());
    for (String extension : List.of("project", "issue", "traceparent")) {
      known.add(CloudEventHeaders.extension(extension));
    }
    Set<String> documented = new TreeSet<>();
    for (JsonNode message : document.at("/components/messages")) {
      resolved(message.path("headers"))
          .path("properties")
          .fieldNames()
          .forEachRemaining(documented::add);
    }

    assertThat(documented).isEqualTo(known);
  }

  @Test
  void references_allLeadSomewhere() {
    assertThat(document.findValuesAsText("$ref"))
        .isNotEmpty()
        .allSatisfy(
            reference -> {
              assertThat(reference).startsWith("#/");
              assertThat(document.at(reference.substring(1)).isMissingNode())
                  .as(reference)
                  .isFalse();
            });
  }

  @Test
  void everyMessageAndChannel_isUsed() {
    Set<String> ofChannels = new TreeSet<>();
    document
        .path("channels")
        .forEach(
            channel -> channel.path("messages").fieldNames().forEachRemaining(ofChannels::add));
    Set<String> ofOperations =
        stream(document.path("operations"))
            .map(operation -> operation.at("/channel/$ref").asText())
            .collect(Collectors.toSet());

    assertThat(ofChannels).containsExactlyInAnyOrderElementsOf(names("/components/messages"));
    assertThat(ofOperations)
        .containsExactlyInAnyOrderElementsOf(
            names("/channels").stream().map(name -> "#/channels/" + name).toList());
  }

  private List<String> names(String place) {
    List<String> names = new ArrayList<>();
    document.at(place).fieldNames().forEachRemaining(names::add);
    return names;
  }

  private Stream<Object[]> examples() {
    return document.at("/components/messages").properties().stream()
        .flatMap(
            message ->
                stream(message.getValue().path("examples"))
                    .map(example -> new Object[] {message.getKey(), example}));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("examples")
  void example_isWhatItsSchemasAllow(String message, JsonNode example) {
    JsonNode described = document.at("/components/messages/" + message);

    assertThat(problems(described.path("headers"), example.path("headers"))).isEmpty();
    assertThat(problems(described.path("payload"), example.path("payload"))).isEmpty();
  }

  private static Stream<Object[]> writtenByTheCodecs() {
    Instant noon = Instant.parse("2026-11-30T12:00:00Z");
    String id = "sha256:" + "ab".repeat(32);
    ClaimToken token = new ClaimToken("codelens/a", id, 7);
    Child child = new Child("codelens/b", id, id, "builder_result", noon, null, null, null);
    ParentReference reference =
        new ParentReference("codelens/a", "planner_brief", null, "ab".repeat(32), true);
    return Stream.of(
            facts(
                id,
                new Fact.Linked(Link.pending(reference), 1),
                new Fact.Answered(
                    id, "codelens/b", "builder_result", Link.By.RULE, true, false, false),
                new Fact.StatusChanged("superseded", null, null, id),
                new Fact.Claimed("ada", noon, 1, "reviewer", null),
                new Fact.Renewed(7, "ada", noon),
                new Fact.Released(7, "ada", "eve", null, true),
                new Fact.Expired(7, "ada", noon, false),
                new Fact.Completed(7, "ada", id, "done")),
            commands(
                new Command.Claim(
                    "codelens/a", id, "ada", Command.DEFAULT_LEASE, "reviewer", "c-1"),
                new Command.Renew(token, Command.LONGEST_LEASE),
                new Command.Release(token, "not my language"),
                new Command.Complete(token, null),
                new Command.ForceRelease("codelens/a", id, "eve", "ada is gone")),
            relayed(
                new RelayEnvelope.Misrouted(
                    "codelens/a",
                    new RecordOrigin("handoff.in.unknown", 1, 41, null, 0),
                    Map.of(HandoffHeaders.PUBLISHER, "ada"),
                    new byte[] {1}),
                new RelayEnvelope.LinkRequest(reference, child, noon),
                new RelayEnvelope.LinkAnswer("codelens/b", id, Link.ROOT, true),
                new RelayEnvelope.CompletedBySibling("codelens/a", id, child, false),
                new RelayEnvelope.Due(
                    "codelens/a", RelayEnvelope.Due.What.LEASE_END, "codelens/a", id),
                new RelayEnvelope.RoleTopicReady("codelens/a", "reviewer")),
            Stream.<Object[]>of(
                new Object[][] {
                  {
                    "reply",
                    Map.of(HandoffHeaders.CORRELATION_ID, "c-1"),
                    ReplyCodec.encode(
                        new Reply(
                            "c-1",
                            Reply.Outcome.REFUSED,
                            null,
                            id,
                            "codelens/a",
                            null,
                            0,
                            List.of(),
                            null,
                            List.of(),
                            List.of(),
                            Reply.Refusal.HELD,
                            new Reply.Lease(token.text(), "ada", noon, noon, 1),
                            new Reply.EndedLease("eve", noon, "expired")))
                  }
                }))
        .flatMap(Function.identity());
  }

  private static Stream<Object[]> facts(String id, Fact.Body... bodies) {
    return Stream.of(bodies)
        .map(
            body -> {
              Fact fact =
                  FactCodec.next(FactChain.START, "codelens/a", 2, id, Instant.EPOCH, body, null);
              String type = fact.type();
              String message = body instanceof Fact.LeaseBody ? "lease" : type;
              return new Object[] {message, FactCodec.encode(fact).headers(), fact.value()};
            });
  }

  private static Stream<Object[]> commands(Command... commands) {
    return Stream.of(commands)
        .map(command -> new Object[] {"command", Map.of(), CommandCodec.encode(command)});
  }

  private static Stream<Object[]> relayed(RelayEnvelope... envelopes) {
    return Stream.of(envelopes)
        .map(
            envelope -> {
              String type = envelope.recordHeaders().get(HandoffHeaders.RELAY);
              return new Object[] {
                "relay_" + type.replace('-', '_'), envelope.recordHeaders(), envelope.recordValue()
              };
            });
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("writtenByTheCodecs")
  void whatTheCodecsWrite_isWhatTheSchemasAllow(
      String message, Map<String, String> headers, byte[] value) throws IOException {
    JsonNode described = document.at("/components/messages/" + message);
    ObjectNode sent = SchemaLibrary.object();
    headers.forEach(sent::put);

    assertThat(problems(described.path("headers"), sent)).isEmpty();
    if (described.path("contentType").asText().equals("application/json")) {
      assertThat(problems(described.path("payload"), new ObjectMapper().readTree(value))).isEmpty();
    }
    if (headers.containsKey(HandoffHeaders.LEASE)) {
      JsonNode lease = new ObjectMapper().readTree(headers.get(HandoffHeaders.LEASE));
      assertThat(problems(document.at("/components/schemas/LeaseFact"), lease)).isEmpty();
    }
  }

  private List<Problem> problems(JsonNode schema, JsonNode instance) {
    ObjectNode whole = SchemaLibrary.object();
    whole.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    whole.setAll((ObjectNode) schema);
    whole.set("components", document.path("components"));
    return library.compile(whole).problems(instance);
  }

  private JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? document.at(node.path("$ref").textValue().substring(1)) : node;
  }

  private static Stream<JsonNode> stream(JsonNode nodes) {
    return StreamSupport.stream(nodes.spliterator(), false);
  }
}
