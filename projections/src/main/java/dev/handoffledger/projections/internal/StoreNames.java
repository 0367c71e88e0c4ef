package dev.handoffledger.projections.internal;

/**
 * The names of the stores. A changed name or row needs a new number in {@link
 * dev.handoffledger.projections.ProjectionsConfig#DEFAULT_APPLICATION_ID}, or it stays empty or
 * cannot be read.
 */
final class StoreNames {
  /** (session, seq): the fact and where the ledger keeps it. Rows never change. */
  static final String FACTS = "facts";

  /** (session, seq): the value of the ledger's record. Without changelog. */
  static final String BODIES = "bodies";

  static final String SESSIONS = "sessions";

  /** (format, state, time of the newest fact, session); nothing. Old entries may linger. */
  static final String SESSIONS_BY_TIME = "sessions-by-time";

  static final String HANDOFFS = "handoffs";

  /** (handoff, whether it completes, answer): the answer. Only answers that stand. */
  static final String ANSWERS = "answers";

  /** (session, side, lane, position): the handoff there. */
  static final String LANES = "lanes";

  /** (role, recorded at, session, seq): the open handoff, and whether it is held. */
  static final String OPEN_BY_ROLE = "open-by-role";

  /**
   * (session, seq): the open handoff; and (session): a seq below which none is open. What is closed
   * leaves a gravestone that a scan must step over, so that no scan starts at a session's first.
   */
  static final String OPEN_BY_SESSION = "open-by-session";

  /** (list, recorded at, session, seq): the handoff. */
  static final String LISTS = "lists";

  /** Every list: how many are on it, and the place of the oldest. */
  static final String LIST_SUMMARIES = "list-summaries";

  /** Every role that a handoff was ever for: how many are open, and the place of the oldest. */
  static final String ROLES = "roles";

  /** Partition of the ledger: offset of the last record read. */
  static final String POSITIONS = "positions";

  /** (time, partition, offset): the rejection. */
  static final String REJECTIONS = "rejections";

  // Of the partitions of chains.

  /** A handoff of a format that rejects work: what its chain must know of it. */
  static final String CHAIN_MEMBERS = "chain-members";

  /** (handoff or session, handoff directly below it in a chain); nothing. */
  static final String CHAIN_BELOW = "chain-below";

  /** (handoff, an earlier parent), (session, a project that its chain was in); nothing. */
  static final String CHAIN_FORMER = "chain-former";

  // Of the partitions of projects.

  /** (project, issue id, handoff): the LoopOps event. */
  static final String ISSUE_EVENTS = "issue-events";

  /** (project, source): what it tells, what it joins, and the issue it is part of. */
  static final String ISSUE_SOURCES = "issue-sources";

  /** (project, id or fingerprint, source that it joins); nothing. */
  static final String ISSUE_JOINS = "issue-joins";

  /** (project, id): the issue and its packet. */
  static final String ISSUES = "issues";

  /** (id, alias or fingerprint, project): the issue's id, or nothing while it is undiagnosed. */
  static final String ISSUE_NAMES = "issue-names";

  /** (state, urgency, project, id); nothing. */
  static final String ISSUES_BY_URGENCY = "issues-by-urgency";

  private StoreNames() {}
}
