package dev.handoffledger.bench.internal;

import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.Reading;
import dev.handoffledger.schemas.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * The artifacts of a run, numbered from 0, made from documents of the corpus and of their size: by
 * turns a brief, which is a root, and the result that answers it from another session.
 */
final class Artifacts {
  static final String ISSUE = "iss-7f3a";
  static final String CODELENS = "codelens/";
  private static final String TIME_OF_BRIEF = "2026-04-14T09:00:07.123456+00:00";
  private static final String TIME_OF_RESULT = "2026-04-14T10:00:07.123456+00:00";

  private final String brief;
  private final String result;
  private final String issue;
  private final Instant start;
  private long made;

  /**
   * @param start the own time of the first artifact
   */
  Artifacts(Instant start) {
    this.start = start.truncatedTo(ChronoUnit.SECONDS);
    this.brief = document("01-codelens-brief.json");
    this.result = document("02-codelens-result.json");
    this.issue = document("39-loopops-diagnosed.json");
  }

  /**
   * One artifact.
   *
   * @param session its session with the format, which is the record's key
   * @param topic the inbound topic of its kind
   */
  record Artifact(String session, String topic, byte[] bytes) {}

  /** The next of them. */
  List<Artifact> next(int count) {
    List<Artifact> batch = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      batch.add(numbered(made++));
    }
    return batch;
  }

  /** How many were made by {@link #next}. */
  long made() {
    return made;
  }

  /** The artifact of a number: a root if that is even, else the answer to the one before it. */
  Artifact numbered(long number) {
    String session = session(number);
    return number % 2 == 0 ? brief(session, number) : result(session, session(number - 1), number);
  }

  static String session(long number) {
    return (number % 2 == 0 ? "planner-" : "builder-") + number;
  }

  /** The number of the artifact of {@link #numbered} that has this session as its key. */
  static long number(String key) {
    return Long.parseLong(key.substring(key.lastIndexOf('-') + 1));
  }

  Artifact brief(String session, long number) {
    String text = brief.replace("planner-7f3a", session).replace(TIME_OF_BRIEF, time(number));
    return artifact(CODELENS + session, "planner_brief", text);
  }

  Artifact result(String session, String parentSession, long number) {
    String text =
        result
            .replace("builder-7f3a", session)
            .replace("planner-7f3a", parentSession)
            .replace(TIME_OF_RESULT, time(number));
    return artifact(CODELENS + session, "builder_result", text);
  }

  /** A diagnosis that opens the issue {@link #ISSUE}, which has a packet. */
  Artifact diagnosis() {
    return artifact("loopops/shop", "issue_diagnosed", issue);
  }

  /** The id that the ledger gives an artifact. */
  static String id(HandoffReader reader, Artifact artifact) {
    return handoff(reader, artifact.bytes()).id();
  }

  static Handoff handoff(HandoffReader reader, byte[] artifact) {
    Reading reading = reader.read(artifact);
    if (reading instanceof Reading.Accepted accepted) {
      return accepted.handoff();
    }
    throw new IllegalStateException(
        "the benchmark made an artifact that the ledger refuses: "
            + ((Reading.Rejected) reading).rejection().problems());
  }

  private String time(long number) {
    return start.plusNanos(number * 1_000).toString();
  }

  private static Artifact artifact(String session, String kind, String text) {
    return new Artifact(session, Topics.in(kind), text.getBytes(StandardCharsets.UTF_8));
  }

  private static String document(String name) {
    return new String(Documents.read(name), StandardCharsets.UTF_8);
  }
}
