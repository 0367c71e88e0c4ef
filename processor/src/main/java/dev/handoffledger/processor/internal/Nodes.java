package dev.handoffledger.processor.internal;

/** The names of the topology's nodes and stores. A renamed store loses its changelog. */
final class Nodes {
  static final String INBOUND = "inbound";
  static final String COMMANDS = "commands";
  static final String RELAY_IN = "relay-in";
  static final String INTAKE = "intake";
  static final String SESSION = "session";
  static final String ROUTE = "route";
  static final String LEDGER = "ledger";
  static final String ROLES = "roles";
  static final String QUARANTINE = "quarantine";
  static final String REJECTED = "rejected";
  static final String REPLIES = "replies";
  static final String RELAY_OUT = "relay-out";

  static final String SESSION_STATE = "session-state";
  static final String BODIES = "bodies";
  static final String WAITING_ROUTES = "waiting-routes";

  private Nodes() {}
}
