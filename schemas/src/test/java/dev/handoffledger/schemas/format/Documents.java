package dev.handoffledger.schemas.format;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Reading;
import dev.handoffledger.schemas.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** A valid document, or one that differs from it where a test says; and what is read of it. */
record Documents(String name, JsonNode document) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HandoffReader READER = new HandoffReader();

  static Documents codeLensBrief() {
    return of("/corpus/01-codelens-brief.json");
  }

  static Documents codeLensResult() {
    return of("/corpus/02-codelens-result.json");
  }

  static Documents codeLensVerdict() {
    return of("/corpus/03-codelens-verdict-changes.json");
  }

  static Documents codeLensBaton() {
    return of("/corpus/07-codelens-baton.json");
  }

  static Documents cortex() {
    return of("/corpus/17-cortex-1.json");
  }

  static Documents kxm() {
    return of("/corpus/23-kxm-1.json");
  }

  static Documents ace() {
    return of("/corpus/33-ace-2-first.json");
  }

  static Documents loopOpsDiagnosed() {
    return of("/corpus/39-loopops-diagnosed.json");
  }

  /**
   * The document in a resource.
   *
   * @param resource absolute, or relative to this package
   */
  static Documents of(String resource) {
    try (InputStream in = Documents.class.getResourceAsStream(resource)) {
      return new Documents(resource, JSON.readTree(in));
    } catch (IOException e) {
      throw new UncheckedIOException(resource, e);
    }
  }

  /** This document with another value at a pointer, whose object or array must be there. */
  Documents with(String pointer, Object value) {
    JsonNode changed = document.deepCopy();
    JsonPointer place = JsonPointer.compile(pointer);
    JsonNode around = changed.at(place.head());
    JsonNode node = JSON.valueToTree(value);
    if (around instanceof ArrayNode array) {
      array.set(place.last().getMatchingIndex(), node);
    } else {
      ((ObjectNode) around).set(place.last().getMatchingProperty(), node);
    }
    return new Documents(name, changed);
  }

  /** This document without the member at a pointer. */
  Documents without(String pointer) {
    JsonNode changed = document.deepCopy();
    JsonPointer place = JsonPointer.compile(pointer);
    ((ObjectNode) changed.at(place.head())).remove(place.last().getMatchingProperty());
    return new Documents(name, changed);
  }

  Handoff handoff() {
    if (read() instanceof Reading.Accepted accepted) {
      return accepted.handoff();
    }
    throw new AssertionError(name + " is refused: " + problems());
  }

  /** What is wrong with it, empty if it is accepted. */
  List<Problem> problems() {
    return read() instanceof Reading.Rejected rejected
        ? rejected.rejection().problems()
        : List.of();
  }

  List<Reason> reasonsAt(String pointer) {
    return problems().stream()
        .filter(problem -> problem.pointer().equals(pointer))
        .map(Problem::reason)
        .toList();
  }

  @Override
  public String toString() {
    return name;
  }

  private Reading read() {
    try {
      return READER.read(JSON.writeValueAsBytes(document));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
