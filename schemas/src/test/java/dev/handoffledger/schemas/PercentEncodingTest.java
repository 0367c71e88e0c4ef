package dev.handoffledger.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PercentEncodingTest {

  @ParameterizedTest
  @CsvSource({
    "aZ09-._~, aZ09-._~",
    "a/b%c, a%2Fb%25c",
    "'a +*', a%20%2B%2A",
    "ű🔥, %C5%B1%F0%9F%94%A5"
  })
  void onlyUnreservedCharacters_standForThemselves(String text, String encoded) {
    assertThat(PercentEncoding.encode(text)).isEqualTo(encoded);
  }

  @Property
  void decoding_givesTheTextBack(@ForAll("texts") String text) {
    assertThat(PercentEncoding.decode(PercentEncoding.encode(text))).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "%4", "a%zz"})
  void textThatIsNotEncoded_isNotDecoded(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> PercentEncoding.decode(text));
  }

  @Property
  void encoded_isReadByOthers(@ForAll("texts") String text) {
    assertThat(URI.create("x:/" + PercentEncoding.encode(text)).getPath()).isEqualTo("/" + text);
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.strings().withCharRange('\u0001', '\u07ff').withChars('/', '%', '+', '~');
  }
}
