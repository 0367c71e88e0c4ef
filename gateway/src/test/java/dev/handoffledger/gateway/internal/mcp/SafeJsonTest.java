package dev.handoffledger.gateway.internal.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class SafeJsonTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Property(tries = 200)
  void anyText_isTheSameOnceItIsRead(@ForAll @StringLength(max = 50) String text)
      throws JsonProcessingException {
    ObjectNode node = node(text);

    assertThat(JSON.readTree(SafeJson.of(node))).isEqualTo(node);
  }

  @Property(tries = 200)
  void anyText_staysOnOneLineOfVisibleCharacters(@ForAll @StringLength(max = 50) String text) {
    assertThat(SafeJson.of(node(text)).codePoints())
        .noneMatch(Character::isISOControl)
        .noneMatch(c -> Character.getType(c) == Character.FORMAT)
        .noneMatch(c -> c == 0x2028 || c == 0x2029);
  }

  @Test
  void whatHidesOrReordersText_isEscaped() {
    String bidi = "\u202e";
    String tag = new String(Character.toChars(0xE0041));

    assertThat(SafeJson.of(node("a" + bidi + "\n\u001b[2J" + tag)))
        .isEqualTo("{\"text\":\"a\\u202e\\n\\u001B[2J\\udb40\\udc41\"}");
  }

  private static ObjectNode node(String text) {
    return JsonNodeFactory.instance.objectNode().put("text", text);
  }
}
