package dev.handoffledger.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.cli.internal.http.LedgerAnswerException;
import dev.handoffledger.cli.internal.http.LedgerUnreachableException;
import dev.handoffledger.cli.internal.http.Query;
import dev.handoffledger.cli.internal.http.ReplayListener;
import dev.handoffledger.cli.internal.http.ReplayProgress;
import dev.handoffledger.cli.internal.text.Progress;
import dev.handoffledger.cli.internal.view.FactLine;
import dev.handoffledger.cli.internal.view.GapText;
import java.time.Duration;
import java.util.Optional;

/**
 * Has the ledger replayed, over as many connections as it takes. The first answer says where the
 * replay ends, so that a broken connection changes nothing of what is printed.
 */
final class Replay implements ReplayListener {
  private static final Duration COME_BACK_AFTER = Duration.ofSeconds(1);
  private static final int TRIES = 60;

  private final HandoffCommand handoff;
  private final Terminal terminal;
  private final Query query;
  private final FactLine line;
  private final Progress shown;
  private ReplayProgress progress;
  private String position;
  private boolean complete;
  private boolean cameFurther;
  private long facts;

  Replay(HandoffCommand handoff, Query query) {
    this.handoff = handoff;
    this.terminal = handoff.terminal();
    this.query = query;
    this.line = new FactLine(terminal.text(), true);
    this.shown = terminal.progress();
  }

  /**
   * Replays to the end, or until nobody reads any more.
   *
   * @throws LedgerUnreachableException if the connection broke and the server does not come back
   * @throws LedgerAnswerException if the server refuses it
   */
  void run() throws InterruptedException {
    try {
      int failed = 0;
      Optional<RuntimeException> failure = attempt();
      while (failure.isPresent()) {
        failed = cameFurther ? 0 : failed + 1;
        if (progress == null || isRefused(failure.get())) {
          throw failure.get();
        }
        if (failed == TRIES) {
          throw resumable(failure.get());
        }
        shown.update("The server does not answer now; the replay goes on when it does");
        Thread.sleep(COME_BACK_AFTER.toMillis());
        failure = attempt();
      }
    } finally {
      shown.clear();
    }
    if (terminal.display().progress()) {
      terminal.err().println("%,d facts, up to %s".formatted(facts, position));
    }
  }

  /** Replays as far as one connection gives; says what keeps it from being over. */
  private Optional<RuntimeException> attempt() {
    cameFurther = false;
    try {
      handoff.ledger().replay(query.with("after", position), this);
      return complete || terminal.outputIsClosed()
          ? Optional.empty()
          : Optional.of(new LedgerUnreachableException("The server ended the replay too early."));
    } catch (LedgerUnreachableException | LedgerAnswerException e) {
      return Optional.of(e);
    }
  }

  private static boolean isRefused(RuntimeException failure) {
    return failure instanceof LedgerAnswerException answer && answer.status() < 500;
  }

  private RuntimeException resumable(RuntimeException failure) {
    return new LedgerUnreachableException(
        failure.getMessage() + " Go on with --after " + position + ".", failure);
  }

  @Override
  public void begun(String end) {
    if (progress == null) {
      progress = new ReplayProgress(end);
      query.with("to", end.isEmpty() ? null : end);
    }
  }

  @Override
  public boolean line(ObjectNode told) {
    String reached = told.path("position").asText("");
    cameFurther |= !reached.equals(position);
    position = reached;
    progress.reached(reached);
    complete = told.path("complete").asBoolean();
    if (told.has("fact")) {
      facts++;
      print(told);
    } else if (told.has("gap")) {
      shown.clear();
      terminal.err().println(GapText.of(told.path("gap")));
    }
    shown.update("%d %%, %,d facts".formatted(progress.percent(), facts));
    return !complete && !terminal.outputIsClosed();
  }

  private void print(ObjectNode fact) {
    shown.clear();
    if (handoff.isJson()) {
      terminal.json(handoff.toJson(fact));
    } else {
      line.print(fact);
    }
  }
}
