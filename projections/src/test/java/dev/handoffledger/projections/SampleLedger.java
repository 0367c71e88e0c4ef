package dev.handoffledger.projections;

import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.Reading;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactChain;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.fact.Link;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes facts as the write side does: each session's in a chain without a gap. */
public final class SampleLedger {
  public static final Instant START = Instant.parse("2026-11-01T12:00:00Z");

  private final HandoffReader reader = new HandoffReader();
  private final Map<String, Fact> newest = new HashMap<>();
  private Instant now = START;

  /** Lets time pass; facts are recorded at the time of then. */
  public SampleLedger at(Instant instant) {
    now = instant;
    return this;
  }

  /** Records a real document that answers nothing, as whoever reads artifacts reads it. */
  public Fact record(String artifact) {
    byte[] bytes = artifact.getBytes(StandardCharsets.UTF_8);
    Handoff handoff = ((Reading.Accepted) reader.read(bytes)).handoff();
    Fact.Recorded body =
        new Fact.Recorded(
            handoff.format(),
            handoff.kind(),
            handoff.naturalKey(),
            handoff.time(),
            handoff.roles(),
            Link.ROOT,
            null,
            null,
            List.of(),
            handoff.rawHash(),
            null,
            null,
            null,
            null,
            null,
            null,
            null);
    return append(handoff.session(), handoff.id(), body, bytes);
  }

  public Fact record(SampleHandoff handoff) {
    return append(handoff.session(), handoff.id(), handoff.body(), handoff.artifact());
  }

  public Fact status(SampleHandoff handoff, String status) {
    return append(
        handoff.session(),
        handoff.id(),
        new Fact.StatusChanged(status, null, "0".repeat(64), null),
        handoff.artifact());
  }

  /** States a handoff's link anew, in place of what the session's first fact said. */
  public Fact link(SampleHandoff handoff, Link link) {
    return append(handoff.session(), handoff.id(), new Fact.Linked(link, 1), null);
  }

  public Fact answer(SampleHandoff parent, SampleHandoff answer) {
    return answer(parent, answer, true, false);
  }

  public Fact withdraw(SampleHandoff parent, SampleHandoff answer) {
    return answer(parent, answer, true, true);
  }

  public Fact answer(
      SampleHandoff parent, SampleHandoff answer, boolean completes, boolean withdrawn) {
    return append(
        parent.session(),
        parent.id(),
        new Fact.Answered(
            answer.id(),
            answer.session(),
            answer.kind(),
            Link.By.DECLARED,
            completes,
            false,
            withdrawn),
        null);
  }

  /** A brief on the result that a verdict is about completes the verdict. */
  public Fact completeByRule(SampleHandoff verdict, SampleHandoff brief) {
    return append(
        verdict.session(),
        verdict.id(),
        new Fact.Answered(
            brief.id(), brief.session(), brief.kind(), Link.By.RULE, true, false, false),
        null);
  }

  /** What happened to the lease of a handoff. */
  public Fact lease(SampleHandoff handoff, Fact.LeaseBody body) {
    return append(handoff.session(), handoff.id(), body, null);
  }

  public Fact append(String session, String handoffId, Fact.Body body, byte[] value) {
    Fact before = newest.get(session);
    Fact fact =
        FactCodec.next(
            before == null ? FactChain.START : before.chain(),
            session,
            before == null ? 1 : before.seq() + 1,
            handoffId,
            now,
            body,
            value);
    newest.put(session, fact);
    return fact;
  }
}
