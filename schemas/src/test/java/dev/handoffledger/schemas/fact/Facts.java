package dev.handoffledger.schemas.fact;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.Timestamp;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.fact.Fact.Answered;
import dev.handoffledger.schemas.fact.Fact.Body;
import dev.handoffledger.schemas.fact.Fact.Linked;
import dev.handoffledger.schemas.fact.Fact.Recorded;
import dev.handoffledger.schemas.fact.Fact.StatusChanged;
import dev.handoffledger.schemas.wire.ClaimToken;
import java.time.Instant;
import java.util.List;

/** Facts for tests. */
final class Facts {
  static final String SESSION = "codelens/planner-7f3a";
  static final Instant RECORDED_AT = Instant.parse("2026-04-14T09:00:08.125Z");
  static final byte[] ARTIFACT = "{ \"a\": \"é\" }".getBytes(UTF_8);

  private Facts() {}

  static String id(int number) {
    return "sha256:%064x".formatted(number);
  }

  /** A body in which every member that may be absent is there. */
  static Recorded everythingRecorded() {
    return new Recorded(
        "codelens",
        "builder_result",
        "key/1",
        new Timestamp(
            "2026-04-14T17:00:07.123456789+08:00", Instant.parse("2026-04-14T09:00:07.123456789Z")),
        List.of("reviewer", "prüfer"),
        link(true),
        Succession.byIteration(7),
        "pending",
        List.of(new Warning("future_time", "/created_at", "It is ahead of its recording.")),
        "ab".repeat(32),
        "planner.py",
        "shop",
        "iss-1",
        77,
        "idempotency 1",
        new ClaimToken("codelens/planner-1", id(3), 4).text(),
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
  }

  /** A body in which no member is that may be absent. */
  static Recorded leastRecorded() {
    return new Recorded(
        "cortex",
        "agent_handoff",
        null,
        new Timestamp("2026-04-14T09:00:07Z", Instant.parse("2026-04-14T09:00:07Z")),
        List.of(),
        Link.ROOT,
        null,
        null,
        List.of(),
        "00".repeat(32),
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  static Link link(boolean verified) {
    return new Link(
        Link.Status.LINKED,
        Link.By.DECLARED,
        id(9),
        "codelens/builder-1",
        "planner_brief",
        verified,
        !verified,
        List.of(new Warning("unanswered_acceptance", "/payload", "It leaves 1 unanswered.")));
  }

  static Linked linked() {
    return new Linked(link(false), 1);
  }

  static Answered answered() {
    return new Answered(
        id(5), "codelens/reviewer-1", "reviewer_verdict", Link.By.DECLARED, true, true, false);
  }

  static StatusChanged statusChanged() {
    return new StatusChanged("accepted", "reviewer.py", "cd".repeat(32), null);
  }

  static boolean carriesArtifact(Body body) {
    return body instanceof Recorded
        || (body instanceof StatusChanged status && status.rawHash() != null);
  }

  static Fact fact(String previousChain, long seq, String id, Body body) {
    return FactCodec.next(
        previousChain,
        SESSION,
        seq,
        id,
        RECORDED_AT.plusMillis(seq),
        body,
        carriesArtifact(body) ? ARTIFACT : null);
  }
}
