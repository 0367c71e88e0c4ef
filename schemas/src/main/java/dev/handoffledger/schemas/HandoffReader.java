package dev.handoffledger.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.format.HandoffFormat;
import dev.handoffledger.schemas.wire.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads artifacts: bytes become a {@link Handoff}, or a {@link Rejection} with every problem found.
 * Any bytes are read; none make it throw.
 *
 * <p>Thread-safe. Making one compiles the schemas, so make one and share it.
 */
public final class HandoffReader {
  private static final int MAX_REPORTED_SESSION = 4 * Limits.MAX_ID_BYTES;

  private final Formats formats;

  public HandoffReader() {
    this(new Formats());
  }

  public HandoffReader(Formats formats) {
    this.formats = formats;
  }

  /** Reads an artifact of any kind. */
  public Reading read(byte[] artifact) {
    return read(artifact, Topics.IN_UNKNOWN);
  }

  /**
   * Reads an artifact that was published to a topic.
   *
   * @param inboundTopic {@link Topics#in} of the kind it must be, or {@link Topics#IN_UNKNOWN}
   */
  public Reading read(byte[] artifact, String inboundTopic) {
    Optional<Kind> topicKind =
        formats.kinds().stream()
            .filter(kind -> Topics.in(kind.name()).equals(inboundTopic))
            .findFirst();
    if (topicKind.isEmpty() && !inboundTopic.equals(Topics.IN_UNKNOWN)) {
      return rejected(
          new Problem(
              Reason.UNKNOWN_KIND,
              "",
              "No format has the kind of this topic; publish to the topic of the artifact's kind, or"
                  + " to "
                  + Topics.IN_UNKNOWN
                  + "."));
    }
    JsonNode document;
    try {
      document = StrictJson.parse(artifact);
    } catch (InvalidJsonException e) {
      return rejected(e.problem());
    }
    Optional<HandoffFormat> recognized =
        document.isObject() ? formats.recognize(document) : Optional.empty();
    if (!document.isObject() || (recognized.isEmpty() && topicKind.isEmpty())) {
      return rejected(unknownFormat());
    }
    HandoffFormat format =
        recognized.orElseGet(() -> formats.ofKind(topicKind.orElseThrow().name()).orElseThrow());
    Optional<Kind> stated = format.kindOf(document);
    boolean wrongTopic =
        topicKind.isPresent()
            && (!topicKind.get().format().equals(format.name())
                || (stated.isPresent() && !stated.equals(topicKind)));
    if (wrongTopic) {
      return rejected(List.of(wrongTopic(stated)), format, stated.orElse(null), document);
    }
    return read(artifact, document, format, stated.orElse(null));
  }

  private static Reading read(byte[] artifact, JsonNode document, HandoffFormat format, Kind kind) {
    List<Problem> problems = new ArrayList<>(format.schemaProblems(document, kind));
    boolean otherPayload =
        problems.stream().anyMatch(problem -> problem.reason() == Reason.KIND_PAYLOAD_MISMATCH);
    if (!otherPayload) {
      problems.addAll(format.ruleProblems(document));
    }
    return problems.isEmpty()
        ? new Reading.Accepted(format.handoff(document, kind, artifact))
        : rejected(problems, format, kind, document);
  }

  private Problem unknownFormat() {
    return new Problem(
        Reason.UNKNOWN_FORMAT,
        "",
        "The artifact is of no format that the ledger knows; a JSON object needs one of: "
            + formats.all().stream().map(HandoffFormat::mark).collect(Collectors.joining("; "))
            + ".");
  }

  private static Problem wrongTopic(Optional<Kind> stated) {
    return new Problem(
        Reason.WRONG_TOPIC,
        "",
        "The artifact is of another kind than its topic; publish it to "
            + stated.map(kind -> Topics.in(kind.name())).orElse(Topics.IN_UNKNOWN)
            + ".");
  }

  private static Reading rejected(Problem problem) {
    return new Reading.Rejected(Rejection.of(problem));
  }

  private static Reading rejected(
      List<Problem> problems, HandoffFormat format, Kind kind, JsonNode document) {
    return new Reading.Rejected(
        new Rejection(
            atMost(problems),
            format.name(),
            kind == null ? null : kind.name(),
            format
                .session(document)
                .filter(session -> session.length() <= MAX_REPORTED_SESSION)
                .orElse(null)));
  }

  private static List<Problem> atMost(List<Problem> problems) {
    if (problems.size() <= Limits.MAX_PROBLEMS) {
      return problems;
    }
    List<Problem> listed = new ArrayList<>(problems.subList(0, Limits.MAX_PROBLEMS - 1));
    Problem last = problems.get(Limits.MAX_PROBLEMS - 1);
    int more = problems.size() - Limits.MAX_PROBLEMS;
    listed.add(
        new Problem(
            last.reason(),
            last.pointer(),
            last.message() + " (" + more + " more problems are not listed.)"));
    return listed;
  }
}
