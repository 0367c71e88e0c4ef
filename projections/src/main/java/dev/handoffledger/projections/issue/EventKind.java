package dev.handoffledger.projections.issue;

import java.util.Arrays;

/** The five LoopOps events. */
enum EventKind {
  ISSUE_DIAGNOSED("loopops.issue_diagnosed/v1"),
  ISSUE_OBSERVED("loopops.issue_observed/v1"),
  ISSUE_DECIDED("loopops.issue_decided/v1"),
  LOOP_STAGE_RECORDED("loopops.loop_stage_recorded/v1"),
  LOOP_VERIFIED("loopops.loop_verified/v1");

  private final String event;

  EventKind(String event) {
    this.event = event;
  }

  static EventKind of(String event) {
    return Arrays.stream(values())
        .filter(kind -> kind.event.equals(event))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("not a LoopOps event"));
  }
}
