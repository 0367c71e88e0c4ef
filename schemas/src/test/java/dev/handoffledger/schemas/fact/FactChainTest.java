package dev.handoffledger.schemas.fact;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.schemas.wire.HandoffHeaders;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class FactChainTest {
  private static final Map<String, String> HEADERS =
      Map.of("handoff-fact", "recorded", "handoff-seq", "1", "handoff-roles", "[\"reviewer\"]");
  private static final byte[] VALUE = "{}".getBytes(UTF_8);

  @Test
  void firstLink_isThatOfThePublishedLayout() throws NoSuchAlgorithmException {
    // docs/chain.md: derived is the headers but handoff-chain and the key, in RFC 8785 form.
    String derived =
        "{\"handoff-fact\":\"recorded\",\"handoff-roles\":\"[\\\"reviewer\\\"]\","
            + "\"handoff-seq\":\"1\",\"handoff-session\":\"codelens/s\"}";
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    byte[] d = sha256.digest(derived.getBytes(UTF_8));
    byte[] v = sha256.digest(VALUE);
    sha256.update(new byte[32]);
    sha256.update(d);
    sha256.update(v);

    assertThat(FactChain.next(FactChain.START, "codelens/s", HEADERS, VALUE))
        .isEqualTo(HexFormat.of().formatHex(sha256.digest()));
  }

  @Property
  void everyLink_isThatOfThePublishedLayout(
      @ForAll @Size(max = 6) Map<@AlphaChars @NotEmpty String, @AlphaChars String> headers,
      @ForAll @AlphaChars String session,
      @ForAll byte[] value,
      @ForAll @Size(32) byte[] previous)
      throws NoSuchAlgorithmException {
    // Of letters alone, so that the canonical form is plain concatenation in order of names.
    Map<String, String> members = new TreeMap<>(headers);
    members.put("handoff-session", session);
    StringBuilder derived = new StringBuilder();
    members.forEach(
        (name, text) ->
            derived
                .append(derived.isEmpty() ? "{" : ",")
                .append("\"%s\":\"%s\"".formatted(name, text)));
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    byte[] d = sha256.digest(derived.append('}').toString().getBytes(UTF_8));
    byte[] v = sha256.digest(value);
    sha256.update(previous);
    sha256.update(d);
    sha256.update(v);

    assertThat(FactChain.next(HexFormat.of().formatHex(previous), session, headers, value))
        .isEqualTo(HexFormat.of().formatHex(sha256.digest()));
  }

  @Test
  void chainHeader_isNotInTheChain() {
    assertThat(next(with(HandoffHeaders.CHAIN, "ab"))).isEqualTo(next(HEADERS));
  }

  @Property
  void changedHeader_changesTheChain(@ForAll String value) {
    Map<String, String> changed = with("handoff-seq", value);

    assertThat(next(changed).equals(next(HEADERS))).isEqualTo(value.equals("1"));
  }

  @Test
  void addedHeader_changesTheChain() {
    assertThat(next(with("x-note", ""))).isNotEqualTo(next(HEADERS));
  }

  @Test
  void removedHeader_changesTheChain() {
    Map<String, String> fewer = new LinkedHashMap<>(HEADERS);
    fewer.remove("handoff-roles");

    assertThat(next(fewer)).isNotEqualTo(next(HEADERS));
  }

  @Test
  void orderOfHeaders_doesNotChangeTheChain() {
    Map<String, String> sorted = new TreeMap<>(HEADERS);
    Map<String, String> reversed = new TreeMap<>(HEADERS).descendingMap();

    assertThat(next(sorted)).isEqualTo(next(reversed));
  }

  @Test
  void otherKey_changesTheChain() {
    assertThat(FactChain.next(FactChain.START, "codelens/t", HEADERS, VALUE))
        .isNotEqualTo(next(HEADERS));
  }

  @Property
  void changedValue_changesTheChain(@ForAll byte[] value) {
    assertThat(FactChain.next(FactChain.START, "codelens/s", HEADERS, value))
        .isNotEqualTo(next(HEADERS));
  }

  @Test
  void otherFactBefore_changesTheChain() {
    assertThat(FactChain.next(next(with("handoff-seq", "0")), "codelens/s", HEADERS, VALUE))
        .isNotEqualTo(FactChain.next(next(HEADERS), "codelens/s", HEADERS, VALUE));
  }

  @Test
  void exchangedFacts_changeTheChain() {
    Map<String, String> first = with("x", "1");
    Map<String, String> second = with("x", "2");

    assertThat(FactChain.next(next(first), "codelens/s", second, VALUE))
        .isNotEqualTo(FactChain.next(next(second), "codelens/s", first, VALUE));
  }

  @Test
  void textMovedBetweenHeaders_changesTheChain() {
    Map<String, String> one = Map.of("a", "x\",\"b\":\"y", "c", "");
    Map<String, String> other = Map.of("a", "x", "b", "y", "c", "");

    assertThat(next(one)).isNotEqualTo(next(other));
  }

  private static String next(Map<String, String> headers) {
    return FactChain.next(FactChain.START, "codelens/s", headers, VALUE);
  }

  private static Map<String, String> with(String name, String value) {
    Map<String, String> headers = new LinkedHashMap<>(HEADERS);
    headers.put(name, value);
    return headers;
  }
}
