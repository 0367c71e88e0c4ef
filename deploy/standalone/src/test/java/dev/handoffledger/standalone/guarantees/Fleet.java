package dev.handoffledger.standalone.guarantees;

import dev.handoffledger.producer.ArtifactSender;
import dev.handoffledger.producer.RecordLocation;
import dev.handoffledger.schemas.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Artifacts of a fleet at work: briefs, the results that answer them, and batons of long sessions.
 */
public final class Fleet {
  private static final int LEGS = 4;

  private Fleet() {}

  /**
   * @param topic where it is published
   * @param session its key, format prefix included
   */
  public record Work(String topic, String session, byte[] artifact) {}

  /** So many different valid artifacts, a quarter of each sort. */
  public static List<Work> work(int count) {
    List<Work> work = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      work.add(one(i));
    }
    return work;
  }

  /** One of an endless row of them; each chain's brief comes right before its result. */
  public static Work one(int number) {
    int chain = number / LEGS;
    return switch (number % LEGS) {
      case 0 -> brief(chain);
      case 1 -> result(chain);
      case 2 -> manifest(chain);
      default -> baton(chain);
    };
  }

  /** So many briefs, each in a session of its own. */
  static List<Work> briefs(int count) {
    List<Work> work = new ArrayList<>();
    for (int chain = 0; chain < count; chain++) {
      work.add(brief(chain));
    }
    return work;
  }

  /** Publishes without waiting in between; every send was acknowledged when this returns. */
  public static void publish(ArtifactSender sender, List<Work> work) {
    List<CompletableFuture<RecordLocation>> sends = new ArrayList<>(work.size());
    for (Work one : work) {
      sends.add(sender.send(one.topic(), one.session(), one.artifact(), Map.of()));
    }
    CompletableFuture.allOf(sends.toArray(CompletableFuture[]::new)).join();
  }

  private static Work brief(int chain) {
    return codelens(
        "planner_brief",
        "plan-" + chain,
        "",
        """
        "goal":"chain %d","ranked_context":[],"acceptance":[],
        "preflight":{"verify_change_readiness":{"status":"ready","generated_at":"2026-04-14T09:00:00Z"}}
        """
            .formatted(chain));
  }

  private static Work result(int chain) {
    return codelens(
        "builder_result",
        "build-" + chain,
        """
        "parent_artifact":{"kind":"planner_brief","session_id":"plan-%d"},
        """
            .formatted(chain),
        """
        "changed_files":[],"tests":{"passed":%d},"audit":{"status":"pass"}
        """
            .formatted(chain));
  }

  private static Work baton(int chain) {
    // A hundred batons share a session, so that chains grow.
    return codelens(
        "session_baton",
        "long-" + chain / 100,
        "",
        """
        "goal":"baton %d","feature_list":[],"progress_log":[],"resume_plan":[],"clean_state":{"status":"clean"}
        """
            .formatted(chain));
  }

  private static Work codelens(String kind, String session, String parent, String payload) {
    String artifact =
        """
        {"schema_version":"codelens-handoff-artifact-v1","kind":"%s","session_id":"%s",
         "created_at":"2026-04-14T09:00:00Z",%s"payload":{%s}}
        """
            .formatted(kind, session, parent, payload);
    return new Work(
        Topics.in(kind), "codelens/" + session, artifact.getBytes(StandardCharsets.UTF_8));
  }

  private static Work manifest(int chain) {
    String run = "run-" + chain / 10;
    String artifact =
        """
        {"schema":"kxm.handoff-manifest.v1","handoffId":"h-%d","taskId":"t","workflowRunId":"%s",
         "source":{"role":"writer","agentId":"a","harness":"native","stepId":"s","attemptId":"a"},
         "target":{"role":"reviewer-arch","permission":"read-only"},"intent":"request_review",
         "status":"pending","baseCommit":"3d1a09fe",
         "deliverables":{"patches":[],"reports":[],"artifacts":[]},
         "verificationEvidence":{"witnessExitCode":0,"witnessPassed":true,"criticVerdicts":[]},
         "createdAt":"2026-04-14T09:00:00Z"}
        """
            .formatted(chain, run);
    return new Work(
        Topics.in("handoff_manifest"), "kxm/" + run, artifact.getBytes(StandardCharsets.UTF_8));
  }
}
