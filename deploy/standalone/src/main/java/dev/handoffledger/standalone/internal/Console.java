package dev.handoffledger.standalone.internal;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What a person reads, in UTF-8 whatever the platform's charset is. */
public final class Console {
  private Console() {}

  public static void out(String line) {
    print(System.out, line);
  }

  public static void err(String line) {
    print(System.err, line);
  }

  private static void print(PrintStream stream, String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    stream.write(bytes, 0, bytes.length);
    stream.flush();
  }

  /** Why something failed: the message of the innermost cause that has one. */
  public static String reason(Throwable failure) {
    String reason = failure.getClass().getSimpleName();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause.getMessage() != null) {
        reason = cause.getMessage();
      }
    }
    return reason;
  }
}
