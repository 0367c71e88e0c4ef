package dev.handoffledger.cli;

/** A small valid artifact of the Cortex format. */
final class CortexArtifact {
  private CortexArtifact() {}

  static String of(String task, String handoff) {
    return """
        {"handoff_id":"%s","mode":"AGENT_RESUME",\
        "from":{"agent_id":"worker-a","model":"model-m3","session_id":"s-1"},\
        "to":{"role":"coordinator","model_pref":["model-m3"],"required_capabilities":[]},\
        "task_id":"%s","mission_id":"M-001",\
        "task_progress":{"current_step":"one","completed_steps":[],"in_progress":"two",\
        "remaining_steps":[]},\
        "artifacts":{"completed":[],"context_snapshot_ref":".agent/m/1.md",\
        "markdown_ref":".agent/m/2.md","artifact_refs":[]},\
        "next_action":"go on","constraints":[],\
        "verification":{"commands_run":[],"commands_needed":[],"known_failures":[]},\
        "graphify_context":null,"produced_at":"2026-04-14T08:30:07Z"}"""
        .formatted(handoff, task);
  }
}
