package dev.handoffledger.standalone.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonDifferenceTest {

  @Test
  void memberWithAnotherValue_isNamedByItsPointer() {
    assertThat(of("{\"items\":[{\"a\":1},{\"a\":2}]}", "{\"items\":[{\"a\":1},{\"a\":3}]}"))
        .isEqualTo(new JsonDifference("/items/1/a", "2", "3"));
  }

  @Test
  void itemThatOnlyOneHas_isNothingInTheOther() {
    assertThat(of("{\"items\":[]}", "{\"items\":[\"x\"]}"))
        .isEqualTo(new JsonDifference("/items/0", null, "\"x\""));
  }

  @Test
  void nameWithASlash_isEscapedAsAPointerHasIt() {
    assertThat(of("{\"a/b~\":1}", "{}")).isEqualTo(new JsonDifference("/a~1b~0", "1", null));
  }

  @Test
  void equalDocumentsOfOtherBytes_areToldByTheByte() {
    assertThat(of("{\"a\":1}", "{\"a\": 1}")).isEqualTo(new JsonDifference("byte 5", "31", "20"));
  }

  @Test
  void bytesThatAreNoDocument_areToldByTheByte() {
    assertThat(of("# One", "# One two")).isEqualTo(new JsonDifference("byte 5", null, "20"));
  }

  private static JsonDifference of(String live, String rebuilt) {
    return JsonDifference.of(live.getBytes(UTF_8), rebuilt.getBytes(UTF_8));
  }
}
