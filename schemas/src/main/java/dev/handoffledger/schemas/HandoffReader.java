package dev.handoffledger.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.format.HandoffFormat;
import dev.handoffledger.schemas.wire.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
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
  private final Map<String, Kind> kindsByTopic;

  public HandoffReader() {
    this(new Formats());
  }

  public HandoffReader(Formats formats) {
    this.formats = formats;
    this.kindsByTopic =
        formats.kinds().stream()
            .collect(Collectors.toMap(kind -> Topics.in(kind.name()), Function.identity()));
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
    StrictJson.Parsed parsed;
    try {
      parsed = StrictJson.parseWithUnsafeNumbers(artifact);
    } catch (InvalidJsonException e) {
      return new Reading.Rejected(Rejection.of(e.problem()));
    }
    JsonNode document = parsed.document();
    Optional<Kind> topicKind = Optional.ofNullable(kindsByTopic.get(inboundTopic));
    Optional<HandoffFormat> recognized = formatOf(document, topicKind);
    if (recognized.isEmpty()) {
      boolean knownTopic = topicKind.isPresent() || inboundTopic.equals(Topics.IN_UNKNOWN);
      return new Reading.Rejected(Rejection.of(knownTopic ? unknownFormat() : unknownTopic()));
    }
    HandoffFormat format = recognized.get();
    Optional<Kind> stated = format.kindOf(document);
    Optional<Kind> kind = stated.or(() -> kindOfTopic(topicKind, format, document));

    List<Problem> problems;
    if (topicKind.isEmpty() && !inboundTopic.equals(Topics.IN_UNKNOWN)) {
      problems = List.of(unknownTopic());
    } else if (topicKind.isPresent() && !isOfTopic(topicKind.get(), format, stated)) {
      problems = List.of(wrongTopic(stated));
    } else if (!parsed.unsafeNumbers().isEmpty()) {
      problems = listed(parsed.unsafeNumbers(), parsed.unsafeNumberCount());
    } else {
      List<Problem> all = problems(document, format, kind.orElse(null));
      problems = listed(all, all.size());
    }
    return problems.isEmpty()
        ? new Reading.Accepted(format.handoff(document, kind.orElseThrow(), artifact))
        : rejected(problems, format, kind.orElse(null), document);
  }

  private Optional<HandoffFormat> formatOf(JsonNode document, Optional<Kind> topicKind) {
    if (!document.isObject()) {
      return Optional.empty();
    }
    return formats
        .recognize(document)
        .or(() -> topicKind.flatMap(kind -> formats.ofKind(kind.name())));
  }

  /** Where an artifact says nothing of its kind, its topic does. */
  private static Optional<Kind> kindOfTopic(
      Optional<Kind> topicKind, HandoffFormat format, JsonNode document) {
    return topicKind
        .filter(format.kinds()::contains)
        .filter(
            kind ->
                format.schemaProblems(document, null).stream()
                    .noneMatch(problem -> problem.reason() == Reason.UNKNOWN_KIND));
  }

  private static boolean isOfTopic(Kind ofTopic, HandoffFormat format, Optional<Kind> stated) {
    return stated.map(ofTopic::equals).orElse(ofTopic.format().equals(format.name()));
  }

  private static List<Problem> problems(JsonNode document, HandoffFormat format, Kind kind) {
    List<Problem> problems = new ArrayList<>(format.schemaProblems(document, kind));
    boolean otherPayload =
        problems.stream().anyMatch(problem -> problem.reason() == Reason.KIND_PAYLOAD_MISMATCH);
    if (!otherPayload) {
      problems.addAll(format.ruleProblems(document));
    }
    return onePerTimestamp(problems);
  }

  /** A bad timestamp may break format, pattern and length at once: that is one thing to change. */
  private static List<Problem> onePerTimestamp(List<Problem> problems) {
    Map<String, Problem> badTimestamps = new HashMap<>();
    for (Problem problem : problems) {
      if (problem.reason() == Reason.BAD_TIMESTAMP) {
        badTimestamps.putIfAbsent(problem.pointer(), problem);
      }
    }
    return problems.stream()
        .filter(problem -> badTimestamps.getOrDefault(problem.pointer(), problem).equals(problem))
        .distinct()
        .toList();
  }

  private static Problem unknownTopic() {
    return new Problem(
        Reason.UNKNOWN_KIND,
        "",
        "No format has the kind of this topic; publish to the topic of the artifact's kind, or to "
            + Topics.IN_UNKNOWN
            + ".");
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

  private static Reading rejected(
      List<Problem> problems, HandoffFormat format, Kind kind, JsonNode document) {
    return new Reading.Rejected(
        new Rejection(
            problems,
            format.name(),
            kind == null ? null : kind.name(),
            format
                .session(document)
                .filter(session -> session.length() <= MAX_REPORTED_SESSION)
                .orElse(null)));
  }

  /** The first problems, the last of which says how many more there are. */
  private static List<Problem> listed(List<Problem> problems, int found) {
    if (found <= Limits.MAX_PROBLEMS) {
      return problems;
    }
    List<Problem> listed = new ArrayList<>(problems.subList(0, Limits.MAX_PROBLEMS - 1));
    Problem last = problems.get(Limits.MAX_PROBLEMS - 1);
    int more = found - Limits.MAX_PROBLEMS;
    String note =
        more == 1
            ? " (One more problem is not listed.)"
            : " (" + more + " more problems are not listed.)";
    listed.add(new Problem(last.reason(), last.pointer(), last.message() + note));
    return listed;
  }
}
