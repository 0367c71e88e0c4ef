package dev.handoffledger.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The schemas keep every constraint of the published ones, whose words they do not repeat. Each
 * digest is that of a schema's canonical form without the annotations that constrain nothing.
 */
class SchemasTest {
  private static final Set<String> ANNOTATIONS = Set.of("title", "description");
  private static final Set<String> NAMED_SCHEMAS = Set.of("properties", "definitions", "$defs");

  @ParameterizedTest
  @CsvSource({
    "codelens-handoff-artifact.v1.json,"
        + " 7b1072d224170843ae44020183aa80511a83f8aceb86980720aaa45b4b141198",
    "cortex-agent-handoff.json,"
        + " 7d0e19f7b8f85b629022f1f27e61abf5a546d9507ae4eb603109c3a0d2032e94",
    "kxm-handoff-manifest.v1.json,"
        + " 07362aa7a42ea3c0f3c658639c39d9c34d57b7a966618bdda9759ec67e8661bc",
    "ace-agent-state-handoff.1.0.0.json,"
        + " 9cb5edf88e86ff6395e33d5f77e6f2761ed421cb538d66181f11110e777c38a2",
    "loopops-handoff-packet.v2.json,"
        + " 45d95b88f682d02e60c76417103d13ee4c2c559f51cbf7037304b937c3f3a093",
    "loopops-event.v1.json," + " 785cfd6f76c02ff2a118734301948fd803719429b617134f4194a3dc5b07f939",
    "common.schema.json," + " f9f036a345fda5b2d38f1684d09e7812efc381df64eb996ddd9034b647085cea"
  })
  void schema_keepsTheConstraintsItWasPublishedWith(String file, String sha256)
      throws IOException, InvalidJsonException {
    JsonNode constraints = withoutAnnotations(schema(file));

    assertThat(Sha256.hex(CanonicalJson.bytes(constraints))).isEqualTo(sha256);
  }

  @Test
  void memberThatIsNamedLikeAnAnnotation_isAConstraint() throws IOException, InvalidJsonException {
    JsonNode packet = withoutAnnotations(schema("loopops-handoff-packet.v2.json"));

    assertThat(packet.at("/properties/issue/properties/title").isObject()).isTrue();
  }

  private static JsonNode schema(String file) throws IOException, InvalidJsonException {
    try (InputStream in =
        HandoffReader.class.getResourceAsStream("/dev/handoffledger/schemas/" + file)) {
      return StrictJson.parse(in.readAllBytes());
    }
  }

  private static JsonNode withoutAnnotations(JsonNode schema) {
    if (schema.isArray()) {
      ArrayNode kept = JsonNodeFactory.instance.arrayNode();
      schema.forEach(item -> kept.add(withoutAnnotations(item)));
      return kept;
    }
    if (!schema.isObject()) {
      return schema;
    }
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
      if (NAMED_SCHEMAS.contains(keyword.getKey())) {
        ObjectNode named = kept.putObject(keyword.getKey());
        keyword
            .getValue()
            .properties()
            .forEach(member -> named.set(member.getKey(), withoutAnnotations(member.getValue())));
      } else if (!ANNOTATIONS.contains(keyword.getKey())) {
        kept.set(keyword.getKey(), withoutAnnotations(keyword.getValue()));
      }
    }
    return kept;
  }
}
