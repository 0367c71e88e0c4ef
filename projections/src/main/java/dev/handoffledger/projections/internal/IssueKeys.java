package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.IssueView;
import dev.handoffledger.projections.issue.IssueState;
import dev.handoffledger.schemas.WorkRejection;
import java.math.BigDecimal;
import org.apache.kafka.common.utils.Bytes;

/** The keys of the stores of issues. */
final class IssueKeys {
  private IssueKeys() {}

  /** The events that name an issue by an id. */
  static Bytes events(String project, String issueId) {
    return new KeyWriter().text(project).text(issueId).key();
  }

  static Bytes event(String project, String issueId, String handoffId) {
    return new KeyWriter().text(project).text(issueId).rest(handoffId).key();
  }

  /** A source of issues in a project. */
  static Bytes source(String project, String source) {
    return new KeyWriter().text(project).rest(source).key();
  }

  /** The sources that a name joins. */
  static Bytes joined(String project, String name) {
    return new KeyWriter().text(project).text(name).key();
  }

  static Bytes joined(String project, String name, String source) {
    return new KeyWriter().text(project).text(name).rest(source).key();
  }

  static String sourceJoined(String project, String name, Bytes key) {
    return new KeyReader(key.get()).skip(joined(project, name)).rest();
  }

  static Bytes issue(String project, String id) {
    return new KeyWriter().text(project).rest(id).key();
  }

  /** Everything that goes by a name, in whichever project. */
  static Bytes named(String name) {
    return new KeyWriter().text(name).key();
  }

  static Bytes named(String name, String project) {
    return new KeyWriter().text(name).rest(project).key();
  }

  static String projectNamed(String name, Bytes key) {
    return new KeyReader(key.get()).skip(named(name)).rest();
  }

  // Issues of a state, the most urgent first.

  static Bytes urgency(IssueState state) {
    return new KeyWriter().text(state.word()).key();
  }

  static Bytes urgency(IssueView issue) {
    return new KeyWriter()
        .raw(urgency(issue.state()))
        .number(urgency(issue.priority()))
        .octet(issue.severity().equals(WorkRejection.ERROR) ? 0 : 1)
        .time(issue.firstObservedAt())
        .text(issue.projectId())
        .rest(issue.id())
        .key();
  }

  /** The bits of a number that is not negative are in its order. */
  private static long urgency(BigDecimal priority) {
    return priority == null ? Long.MAX_VALUE : Double.doubleToLongBits(priority.doubleValue());
  }

  /**
   * What a place among the issues of a state tells.
   *
   * @param issue the key in {@link #issue}
   */
  record Place(String project, String severity, Bytes issue) {}

  /** Reads a place, which is what follows the state in {@link #urgency}. */
  static Place place(byte[] place) {
    KeyReader reader = new KeyReader(place);
    reader.number();
    String severity = reader.octet() == 0 ? WorkRejection.ERROR : WorkRejection.WARN;
    reader.time();
    String project = reader.text();
    return new Place(project, severity, issue(project, reader.rest()));
  }

  static boolean isPlace(byte[] bytes) {
    return RowKeys.reads(
        bytes,
        reader -> {
          reader.number();
          reader.octet();
          reader.time();
          reader.text();
          reader.rest();
        });
  }
}
