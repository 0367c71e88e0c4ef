package dev.handoffledger.processor.internal;

import dev.handoffledger.schemas.Handoff;
import dev.handoffledger.schemas.ParentReference;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.Succession;
import dev.handoffledger.schemas.Timestamp;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** Handoffs for tests of the rules, without going through JSON. */
final class Handoffs {
  private Handoffs() {}

  static Handoff brief(String session, String time) {
    return codelens("planner_brief", session, time, null, "builder-refactor");
  }

  static Handoff result(String session, String time, String briefSession) {
    return codelens(
        "builder_result", session, time, parent("planner_brief", briefSession, null), "reviewer");
  }

  static Handoff resultOfHash(String session, String time, String briefSession, String hash) {
    return codelens(
        "builder_result", session, time, parent("planner_brief", briefSession, hash), "reviewer");
  }

  /** A Cortex handoff of one task. */
  static Handoff task(String id, String time) {
    byte[] artifact = id.getBytes(StandardCharsets.UTF_8);
    return new Handoff(
        "sha256:" + Sha256.hex(artifact),
        "cortex",
        "agent_handoff",
        "cortex/task",
        id,
        time(time),
        List.of("executor"),
        null,
        Succession.byTime("", "", id, true),
        null,
        List.of(),
        List.of(),
        null,
        null,
        Sha256.hex(artifact),
        artifact);
  }

  static Handoff manifest(String run, String id, String reworkOf, String status) {
    return manifest(run, id, reworkOf, status, "");
  }

  static Handoff manifest(String run, String id, String reworkOf, String status, String text) {
    String session = "kxm/" + run;
    ParentReference parent =
        reworkOf == null
            ? null
            : new ParentReference(session, "handoff_manifest", reworkOf, null, true);
    byte[] artifact = (run + id + reworkOf + status + text).getBytes(StandardCharsets.UTF_8);
    return new Handoff(
        "sha256:" + Sha256.hex((run + id + reworkOf + text).getBytes(StandardCharsets.UTF_8)),
        "kxm",
        "handoff_manifest",
        session,
        id,
        time("2026-04-14T09:00:00Z"),
        status.equals("pending") ? List.of("reviewer-arch") : List.of(),
        parent,
        null,
        status,
        List.of(),
        List.of(),
        null,
        null,
        Sha256.hex(artifact),
        artifact);
  }

  static Handoff withRawForm(Handoff handoff, String raw) {
    byte[] artifact = raw.getBytes(StandardCharsets.UTF_8);
    return new Handoff(
        handoff.id(),
        handoff.format(),
        handoff.kind(),
        handoff.session(),
        handoff.naturalKey(),
        handoff.time(),
        handoff.roles(),
        handoff.parent(),
        handoff.succession(),
        handoff.status(),
        handoff.warnings(),
        handoff.expiries(),
        handoff.criteria(),
        handoff.evidence(),
        Sha256.hex(artifact),
        artifact);
  }

  static ParentReference parent(String kind, String session, String hash) {
    return new ParentReference("codelens/" + session, kind, null, hash, true);
  }

  static Handoff codelens(
      String kind, String session, String time, ParentReference parent, String role) {
    byte[] artifact = (kind + session + time + parent).getBytes(StandardCharsets.UTF_8);
    return new Handoff(
        "sha256:" + Sha256.hex(artifact),
        "codelens",
        kind,
        "codelens/" + session,
        null,
        time(time),
        List.of(role),
        parent,
        null,
        null,
        List.of(),
        List.of(),
        null,
        null,
        Sha256.hex(
            new String(artifact, StandardCharsets.UTF_8)
                .concat(" raw")
                .getBytes(StandardCharsets.UTF_8)),
        artifact);
  }

  private static Timestamp time(String text) {
    return new Timestamp(text, Instant.parse(text));
  }
}
