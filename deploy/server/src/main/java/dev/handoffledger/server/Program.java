package dev.handoffledger.server;

/** The programs that read one configuration. */
public enum Program {
  PROCESSOR("handoff-processor"),
  GATEWAY("handoff-gateway"),
  /** All in one process, whose configuration is not for people to write. */
  STANDALONE("handoff up");

  private final String command;

  Program(String command) {
    this.command = command;
  }

  /** As it is called. */
  public String command() {
    return command;
  }
}
