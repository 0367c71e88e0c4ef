package dev.handoffledger.schemas.fact;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.Reading;
import dev.handoffledger.schemas.fact.Break.Promise;
import dev.handoffledger.schemas.format.Formats;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentVerifierTest {
  private static final Formats FORMATS = new Formats();
  private static final HandoffReader READER = new HandoffReader(FORMATS);
  private static final RecordPlace AT = new RecordPlace(0, 7);

  private final ContentVerifier verifier = new ContentVerifier(FORMATS);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01-codelens-brief.json",
        "17-cortex-1.json",
        "24-kxm-1-accepted.json",
        "33-ace-2-first.json",
        "39-loopops-diagnosed.json"
      })
  void factThatCarriesItsArtifact_isIntact(String file) throws IOException {
    assertThat(verifier.check(recorded(file), AT)).isEmpty();
  }

  @Test
  void bitFlippedInTheArtifact_isFoundByBothHashes() throws IOException {
    Fact honest = recorded("01-codelens-brief.json");
    byte[] value = honest.value().clone();
    int at = new String(value, UTF_8).indexOf("session_id") + 14;
    value[at] ^= 1;

    List<Break> breaks = verifier.check(with(honest, honest.handoffId(), value), AT);

    assertThat(breaks).extracting(Break::promise).contains(Promise.RAW_HASH, Promise.CONTENT_HASH);
    assertThat(breaks).allSatisfy(found -> assertThat(found.at()).isEqualTo(AT));
  }

  @Test
  void idThatIsNotTheHashOfTheArtifact_isToldWithTheRightOne() throws IOException {
    Fact honest = recorded("01-codelens-brief.json");

    assertThat(verifier.check(with(honest, Facts.id(1), honest.value()), AT))
        .containsExactly(
            new Break(
                Promise.CONTENT_HASH,
                honest.session(),
                1,
                AT,
                "its id is not the hash of its artifact",
                honest.handoffId(),
                Facts.id(1)));
  }

  @Test
  void artifactOfAnotherSession_isTold() throws IOException {
    Fact honest = recorded("01-codelens-brief.json");
    Fact moved =
        FactCodec.next(
            FactChain.START,
            "codelens/elsewhere",
            1,
            honest.handoffId(),
            Facts.RECORDED_AT,
            honest.body(),
            honest.value());

    assertThat(verifier.check(moved, AT))
        .extracting(Break::promise)
        .containsExactly(Promise.CONTENT);
  }

  @Test
  void valueThatIsNoArtifact_isTold() throws IOException {
    Fact honest = recorded("01-codelens-brief.json");

    assertThat(verifier.check(with(honest, honest.handoffId(), "{".getBytes(UTF_8)), AT))
        .extracting(Break::promise)
        .containsExactly(Promise.RAW_HASH, Promise.CONTENT);
  }

  @Test
  void ownValueThatIsNotThatOfItsHeaders_isTold() {
    Fact honest = Facts.fact(FactChain.START, 1, Facts.id(1), Facts.linked());

    assertThat(verifier.check(honest, AT)).isEmpty();
    assertThat(verifier.check(with(honest, honest.handoffId(), "{}".getBytes(UTF_8)), AT))
        .extracting(Break::promise)
        .containsExactly(Promise.CONTENT);
  }

  private static Fact with(Fact fact, String id, byte[] value) {
    return new Fact(
        fact.session(), fact.seq(), id, fact.recordedAt(), fact.body(), value, fact.chain());
  }

  private static Fact recorded(String file) throws IOException {
    byte[] artifact;
    try (InputStream in = ContentVerifierTest.class.getResourceAsStream("/corpus/" + file)) {
      artifact = in.readAllBytes();
    }
    Handoff handoff = ((Reading.Accepted) READER.read(artifact)).handoff();
    return FactCodec.next(
        FactChain.START,
        handoff.session(),
        1,
        handoff.id(),
        Facts.RECORDED_AT,
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
            null),
        artifact);
  }
}
