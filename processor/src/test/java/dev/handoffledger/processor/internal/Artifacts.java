package dev.handoffledger.processor.internal;

import java.nio.charset.StandardCharsets;

/** Valid artifacts for tests that go through bytes. */
final class Artifacts {
  private Artifacts() {}

  static byte[] brief(String session) {
    return """
        {"schema_version":"codelens-handoff-artifact-v1","kind":"planner_brief",
         "session_id":"%s","created_at":"2026-04-14T09:00:00Z",
         "payload":{"goal":"g","ranked_context":[],"acceptance":[],
          "preflight":{"verify_change_readiness":{"status":"ready","generated_at":"2026-04-14T09:00:00Z"}}}}
        """
        .formatted(session)
        .getBytes(StandardCharsets.UTF_8);
  }

  static byte[] resultOfHash(String session, String briefSession, String hash) {
    return """
        {"schema_version":"codelens-handoff-artifact-v1","kind":"builder_result",
         "session_id":"%s","created_at":"2026-04-14T10:00:00Z",
         "parent_artifact":{"kind":"planner_brief","session_id":"%s","artifact_hash":"%s"},
         "payload":{"changed_files":[],"tests":{},"audit":{"status":"pass"}}}
        """
        .formatted(session, briefSession, hash)
        .getBytes(StandardCharsets.UTF_8);
  }
}
