package dev.handoffledger.projections;

import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.Timestamp;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.Link;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** A handoff to be recorded in a test. Its name stands for its content. */
public record SampleHandoff(
    String session,
    String name,
    String kind,
    Instant time,
    List<String> roles,
    Link link,
    Succession succession,
    String status) {
  /** Every sample is published with it. */
  public static final String TRACEPARENT =
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  public static SampleHandoff of(String session, String name) {
    return new SampleHandoff(
        session,
        name,
        "planner_brief",
        Instant.parse("2026-11-01T10:00:00Z"),
        List.of("builder-refactor"),
        Link.ROOT,
        null,
        null);
  }

  /** A Cortex handoff: it completes the one before it in its task. */
  public static SampleHandoff cortex(String task, String name, Instant producedAt) {
    return of("cortex/" + task, name)
        .withKind("agent_handoff")
        .withTime(producedAt)
        .withRoles("executor")
        .withSuccession(Succession.byTime("", "", name, true));
  }

  /** A KXM manifest from a role to a role. */
  public static SampleHandoff kxm(
      String run, String name, Instant createdAt, String from, String to) {
    return of("kxm/" + run, name)
        .withKind("handoff_manifest")
        .withTime(createdAt)
        .withRoles(to)
        .withSuccession(Succession.byTime(to, from, name, true))
        .withStatus("pending");
  }

  /** An ACE state. */
  public static SampleHandoff ace(String session, long iteration) {
    return of("ace/" + session, "iteration " + iteration)
        .withKind("agent_state")
        .withRoles("reviewer")
        .withSuccession(Succession.byIteration(iteration));
  }

  public SampleHandoff withKind(String newKind) {
    return new SampleHandoff(session, name, newKind, time, roles, link, succession, status);
  }

  public SampleHandoff withTime(Instant newTime) {
    return new SampleHandoff(session, name, kind, newTime, roles, link, succession, status);
  }

  public SampleHandoff withRoles(String... newRoles) {
    return new SampleHandoff(
        session, name, kind, time, List.of(newRoles), link, succession, status);
  }

  public SampleHandoff withLink(Link newLink) {
    return new SampleHandoff(session, name, kind, time, roles, newLink, succession, status);
  }

  public SampleHandoff withSuccession(Succession newSuccession) {
    return new SampleHandoff(session, name, kind, time, roles, link, newSuccession, status);
  }

  public SampleHandoff withStatus(String newStatus) {
    return new SampleHandoff(session, name, kind, time, roles, link, succession, newStatus);
  }

  public String id() {
    return "sha256:" + Sha256.hex((session + "\n" + name).getBytes(StandardCharsets.UTF_8));
  }

  public byte[] artifact() {
    return ("{\"name\":\"" + name + "\"}").getBytes(StandardCharsets.UTF_8);
  }

  Fact.Recorded body() {
    return new Fact.Recorded(
        session.substring(0, session.indexOf('/')),
        kind,
        null,
        new Timestamp(time.toString(), time),
        roles,
        link,
        succession,
        status,
        List.of(),
        Sha256.hex(artifact()),
        null,
        null,
        null,
        null,
        null,
        null,
        TRACEPARENT);
  }
}
