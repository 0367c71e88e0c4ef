package dev.handoffledger.cli;

/** The exit codes of every command. */
public final class ExitCode {
  public static final int DONE = 0;

  /** An artifact was rejected, a claim or a gate refused, or what was asked for is not there. */
  public static final int REFUSED = 1;

  /**
   * The command line is wrong, or names a file that cannot be read; or output cannot be written.
   */
  public static final int USAGE = 2;

  /** The server cannot be reached, or cannot answer now. */
  public static final int UNREACHABLE = 3;

  /** A defect of this program. */
  public static final int DEFECT = 70;

  private ExitCode() {}
}
