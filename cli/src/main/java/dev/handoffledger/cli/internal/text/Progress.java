package dev.handoffledger.cli.internal.text;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * One line on standard error that is written over while work goes on. Prints nothing where standard
 * error is no terminal. Safe for use by several threads.
 */
public final class Progress {
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final String CLEAR = "\r\u001B[K";

  private final PrintWriter err;
  private final boolean shown;
  private final Clock clock;
  private Instant last = Instant.EPOCH;
  private boolean dirty;

  public Progress(PrintWriter err, boolean shown, Clock clock) {
    this.err = err;
    this.shown = shown;
    this.clock = clock;
  }

  /** Says how far the work has come; most calls print nothing, so call it freely. */
  public synchronized void update(String state) {
    Instant now = clock.instant();
    if (!shown || now.isBefore(last.plus(PAUSE))) {
      return;
    }
    last = now;
    dirty = true;
    err.print(CLEAR + SafeText.escape(state));
    err.flush();
  }

  /** Takes the line away, for others to print. */
  public synchronized void clear() {
    if (dirty) {
      dirty = false;
      err.print(CLEAR);
      err.flush();
    }
  }
}
