package dev.handoffledger.schemas.fact;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.schemas.InvalidJsonException;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.StrictJson;
import dev.handoffledger.schemas.fact.Break.Promise;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.format.HandoffFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Holds what a fact carries against what it says of it: the bytes of an artifact against their
 * hash, its content against the handoff's id, and the fact's own JSON against its headers.
 *
 * <p>It asks nothing of an artifact that a later version of its format may judge otherwise: what
 * was accepted stays good. Thread-safe.
 */
public final class ContentVerifier {
  private final Formats formats;

  public ContentVerifier(Formats formats) {
    this.formats = Objects.requireNonNull(formats);
  }

  /** What is wrong with a fact's value, in the order found. */
  public List<Break> check(Fact fact, RecordPlace at) {
    List<Break> breaks = new ArrayList<>();
    if (fact.body() instanceof Fact.Recorded recorded) {
      checkBytes(fact, recorded.rawHash(), at, breaks);
      checkArtifact(fact, formats.ofKind(recorded.kind()), at, breaks);
    } else if (fact.body() instanceof Fact.StatusChanged status && status.rawHash() != null) {
      checkBytes(fact, status.rawHash(), at, breaks);
      checkArtifact(fact, Optional.empty(), at, breaks);
    } else {
      byte[] own = FactCodec.ownJson(fact.body());
      if (!Arrays.equals(own, fact.value())) {
        breaks.add(
            Break.of(
                Promise.CONTENT,
                fact,
                at,
                "its value does not say what its headers say",
                new String(own, StandardCharsets.UTF_8),
                new String(fact.value(), StandardCharsets.UTF_8)));
      }
    }
    return breaks;
  }

  private static void checkBytes(Fact fact, String expected, RecordPlace at, List<Break> breaks) {
    String found = Sha256.hex(fact.value());
    if (!found.equals(expected)) {
      breaks.add(
          Break.of(
              Promise.RAW_HASH,
              fact,
              at,
              "its bytes are not those that were published",
              expected,
              found));
    }
  }

  /**
   * @param ofKind the format of the kind that the fact states, if it states one
   */
  private void checkArtifact(
      Fact fact, Optional<HandoffFormat> ofKind, RecordPlace at, List<Break> breaks) {
    JsonNode document;
    try {
      document = StrictJson.parse(fact.value());
    } catch (InvalidJsonException e) {
      breaks.add(
          Break.of(
              Promise.CONTENT,
              fact,
              at,
              "its value is no artifact: " + e.problem().reason().code(),
              fact.handoffId(),
              null));
      return;
    }
    Optional<HandoffFormat> format =
        document.isObject() ? formats.recognize(document).or(() -> ofKind) : Optional.empty();
    if (format.isEmpty()) {
      breaks.add(
          Break.of(
              Promise.CONTENT, fact, at, "its value is of no format of the ledger", null, null));
      return;
    }
    String id = format.get().id(document);
    if (!id.equals(fact.handoffId())) {
      breaks.add(
          Break.of(
              Promise.CONTENT_HASH,
              fact,
              at,
              "its id is not the hash of its artifact",
              id,
              fact.handoffId()));
    }
    String session = format.get().session(document).orElse(null);
    if (!fact.session().equals(session)) {
      breaks.add(
          Break.of(
              Promise.CONTENT,
              fact,
              at,
              "its artifact names another session",
              session,
              fact.session()));
    }
    if (fact.body() instanceof Fact.Recorded recorded) {
      checkKind(fact, recorded, format.get(), document, at, breaks);
    }
  }

  private static void checkKind(
      Fact fact,
      Fact.Recorded recorded,
      HandoffFormat format,
      JsonNode document,
      RecordPlace at,
      List<Break> breaks) {
    String kind = format.kindOf(document).map(stated -> stated.name()).orElse(recorded.kind());
    String expected = format.name() + " " + kind;
    String found = recorded.format() + " " + recorded.kind();
    if (!expected.equals(found)) {
      breaks.add(
          Break.of(Promise.CONTENT, fact, at, "its artifact is of another kind", expected, found));
    }
  }
}
