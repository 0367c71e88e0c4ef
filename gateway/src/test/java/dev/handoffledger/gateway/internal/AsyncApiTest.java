package dev.handoffledger.gateway.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.internal.SchemaLibrary;
import dev.handoffledger.schemas.wire.CloudEventHeaders;
import dev.handoffledger.schemas.wire.HandoffHeaders;
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
