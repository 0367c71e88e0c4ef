package dev.handoffledger.schemas.wire;

import java.util.regex.Pattern;

/** The names of the ledger's topics. No other place spells one out. */
public final class Topics {
  public static final String IN_PREFIX = "handoff.in.";
  public static final Pattern IN = Pattern.compile("handoff\\.in\\..+");
  public static final String IN_UNKNOWN = IN_PREFIX + "unknown";
  public static final String COMMANDS = "handoff.commands";
  public static final String RELAY = "handoff.relay";
  public static final String LEDGER = "handoff.ledger";
  public static final String ROLE_PREFIX = "handoff.role.";
  public static final String QUARANTINE = "handoff.quarantine";
  public static final String PACKETS = "handoff.packets";
  public static final String REJECTED = "handoff.rejected";
  public static final String REPLIES = "handoff.replies";
  public static final String IDEMPOTENCY = "handoff.idempotency";

  private Topics() {}

  /**
   * The inbound topic of a kind: {@code planner_brief} goes to {@code handoff.in.planner-brief}.
   */
  public static String in(String kind) {
    return IN_PREFIX + kind.replace('_', '-');
  }
}
