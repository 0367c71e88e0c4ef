package dev.handoffledger.projections.issue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.schemas.WorkRejection;
import java.time.Instant;
import java.util.Objects;

/**
 * One thing on the ledger that an issue is folded from. Entries form a set: the same one twice is
 * one, and their order says nothing.
 */
public sealed interface IssueEntry {

  /**
   * A recorded LoopOps event.
   *
   * @param session the session of the event
   * @param document the event, which has no problem by its format
   */
  record Event(String handoffId, String session, JsonNode document) implements IssueEntry {
    public Event {
      Objects.requireNonNull(handoffId);
      Objects.requireNonNull(session);
      Objects.requireNonNull(document);
    }
  }

  /**
   * A handoff that rejects work and is not quarantined. There is at most one entry for a handoff,
   * which says how it rejects by now.
   *
   * @param time the handoff's own time
   */
  record Rejected(String handoffId, Instant time, Instant recordedAt, WorkRejection rejection)
      implements IssueEntry {
    public Rejected {
      Objects.requireNonNull(handoffId);
      Objects.requireNonNull(time);
      Objects.requireNonNull(recordedAt);
      Objects.requireNonNull(rejection);
    }
  }

  /**
   * A run of the loop that handoffs show. It never counts as merged or verified. Of several entries
   * for a run the newest rules.
   *
   * @param stage how far the run came, in a word of its format
   * @param time the own time of the handoff that shows the stage
   */
  record Round(String runId, String stage, Instant time, String handoffId) implements IssueEntry {
    public Round {
      Objects.requireNonNull(runId);
      Objects.requireNonNull(stage);
      Objects.requireNonNull(time);
      Objects.requireNonNull(handoffId);
    }
  }

  /**
   * A lease that somebody holds now on a handoff of the chain. It counts only if the handoff was
   * recorded after the first rejection.
   */
  record LiveLease(String handoffId, Instant handoffRecordedAt, Instant claimedAt)
      implements IssueEntry {
    public LiveLease {
      Objects.requireNonNull(handoffId);
      Objects.requireNonNull(handoffRecordedAt);
      Objects.requireNonNull(claimedAt);
    }
  }
}
