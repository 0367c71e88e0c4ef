package dev.handoffledger.projections.chain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.schemas.InvalidJsonException;
import dev.handoffledger.schemas.StrictJson;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.format.HandoffFormat;
import dev.handoffledger.schemas.format.IssueReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tells from a fact alone what it changes in a chain that may be rejected. */
public final class ChainFeed {
  private final Formats formats;

  public ChainFeed(Formats formats) {
    this.formats = formats;
  }

  /**
   * A change, and where it belongs.
   *
   * @param group the session; or the format, where chains run across sessions
   */
  public record Entry(String group, ChainChange change) {}

  /**
   * What a fact changes; empty in a format that rejects no work.
   *
   * @throws IllegalArgumentException if the artifact of a recorded handoff is no JSON
   */
  public Optional<Entry> entry(Fact fact) {
    String format = fact.session().substring(0, fact.session().indexOf('/'));
    return formats.all().stream()
        .filter(known -> known.name().equals(format) && known.rejectsWork())
        .findFirst()
        .flatMap(
            known ->
                change(fact, known).map(change -> new Entry(group(known, fact.session()), change)));
  }

  private static String group(HandoffFormat format, String session) {
    return format.linksSessions() ? format.name() : session;
  }

  private static Optional<ChainChange> change(Fact fact, HandoffFormat format) {
    String id = fact.handoffId();
    Fact.Body body = fact.body();
    if (body instanceof Fact.Recorded recorded) {
      return Optional.of(new ChainChange.Joined(member(fact, recorded, format)));
    } else if (body instanceof Fact.Linked linked) {
      return Optional.of(
          new ChainChange.Linked(id, linked.link().parent(), isQuarantined(linked.link())));
    } else if (body instanceof Fact.StatusChanged status) {
      return Optional.of(new ChainChange.StatusSet(id, status.status()));
    } else if (body instanceof Fact.Claimed) {
      return Optional.of(new ChainChange.LeaseSet(id, fact.recordedAt()));
    } else if (body instanceof Fact.Released
        || body instanceof Fact.Expired
        || body instanceof Fact.Completed) {
      return Optional.of(new ChainChange.LeaseSet(id, null));
    }
    return Optional.empty();
  }

  private static ChainMember member(Fact fact, Fact.Recorded recorded, HandoffFormat format) {
    JsonNode document = document(fact);
    return new ChainMember(
        fact.handoffId(),
        fact.session(),
        format.name(),
        recorded.kind(),
        recorded.project(),
        issueOf(recorded),
        recorded.time().instant(),
        fact.recordedAt(),
        recorded.link().parent(),
        isQuarantined(recorded.link()),
        recorded.link().status() == Link.Status.PENDING
            || recorded.link().status() == Link.Status.MISMATCH,
        recorded.status(),
        standings(document, format),
        format.startsLoopRound(document),
        null);
  }

  /**
   * The issue that a publisher names. By a name that no event can have nobody could ever decide on
   * the issue, so it is none.
   */
  private static String issueOf(Fact.Recorded recorded) {
    String issue = recorded.issue();
    return issue != null && IssueReference.isIssueId(issue) ? issue : null;
  }

  private static JsonNode document(Fact fact) {
    try {
      return StrictJson.parse(fact.value());
    } catch (InvalidJsonException e) {
      throw new IllegalArgumentException("a recorded artifact is no JSON", e);
    }
  }

  private static Map<String, ChainMember.Standing> standings(
      JsonNode document, HandoffFormat format) {
    Map<String, ChainMember.Standing> standings = new HashMap<>();
    List<String> statuses = format.statuses();
    if (statuses.isEmpty()) {
      standings.put(ChainMember.NO_STATUS, standing(document, null, format));
    }
    statuses.forEach(status -> standings.put(status, standing(document, status, format)));
    return standings;
  }

  private static ChainMember.Standing standing(
      JsonNode document, String status, HandoffFormat format) {
    return new ChainMember.Standing(
        format.rejection(document, status).orElse(null),
        format.loopStage(document, status).orElse(null));
  }

  private static boolean isQuarantined(Link link) {
    return link.status() == Link.Status.MISMATCH;
  }
}
