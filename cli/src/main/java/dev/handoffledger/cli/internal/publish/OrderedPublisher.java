package dev.handoffledger.cli.internal.publish;

import dev.handoffledger.cli.internal.input.InputPart;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Publishes the parts of the input, several at a time where their order does not matter, and hands
 * the outcomes on in the order in which the parts were given.
 *
 * <p>A part is sent when every earlier part has been answered that touches one of the sessions it
 * {@linkplain SessionsOfPart#awaited() awaits}. So the artifacts of a session are sent strictly one
 * part after the other, and a child after what came before it in its parent's session. After a
 * failure nothing more is sent, and the outcomes of later parts are not handed on.
 */
public final class OrderedPublisher implements AutoCloseable {
  private static final int WINDOW_PARTS = 256;
  private static final long WINDOW_BYTES = 64L * 1024 * 1024;

  private record Sending(
      Set<String> sessions, long bytes, CompletableFuture<List<PublishOutcome>> outcomes) {}

  private final Function<InputPart, List<PublishOutcome>> sender;
  private final Consumer<PublishOutcome> receiver;
  private final ExecutorService threads;
  private final Deque<Sending> unanswered = new ArrayDeque<>();
  private final Map<String, CompletableFuture<List<PublishOutcome>>> newestOfSession =
      new HashMap<>();
  private long unansweredBytes;
  private RuntimeException failure;

  /**
   * @param sender publishes one part; used by several threads
   * @param parallel how many parts are sent at a time
   * @param receiver gets the outcomes in order, one call at a time
   */
  public OrderedPublisher(
      Function<InputPart, List<PublishOutcome>> sender,
      int parallel,
      Consumer<PublishOutcome> receiver) {
    this.sender = sender;
    this.receiver = receiver;
    this.threads = Executors.newFixedThreadPool(parallel);
  }

  /**
   * Takes a part to be sent; waits while too many are unanswered.
   *
   * @throws RuntimeException the failure of an earlier part
   */
  public void publish(InputPart part, SessionsOfPart sessions) {
    Sending sending = enqueue(part, sessions);
    // Outside the lock of enqueue: if the outcome is there already, this thread hands it on.
    Future<?> unused = sending.outcomes().whenComplete((outcomes, error) -> handOn());
  }

  private synchronized Sending enqueue(InputPart part, SessionsOfPart sessions) {
    awaitWhile(() -> unanswered.size() >= WINDOW_PARTS || unansweredBytes >= WINDOW_BYTES);
    throwFailure();
    CompletableFuture<?>[] earlier =
        sessions.awaited().stream()
            .map(newestOfSession::get)
            .filter(Objects::nonNull)
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture<List<PublishOutcome>> outcomes =
        CompletableFuture.allOf(earlier).thenApplyAsync(answered -> sender.apply(part), threads);
    sessions.own().forEach(session -> newestOfSession.put(session, outcomes));
    Sending sending = new Sending(sessions.own(), size(part), outcomes);
    unanswered.add(sending);
    unansweredBytes += sending.bytes();
    return sending;
  }

  /**
   * Returns when every part has been answered and its outcome handed on.
   *
   * @throws RuntimeException the failure of a part
   */
  public synchronized void finish() {
    awaitWhile(() -> !unanswered.isEmpty());
    throwFailure();
  }

  /** Sends nothing more. */
  @Override
  public void close() {
    threads.shutdownNow();
  }

  private synchronized void handOn() {
    while (failure == null && !unanswered.isEmpty() && unanswered.getFirst().outcomes().isDone()) {
      Sending first = unanswered.removeFirst();
      unansweredBytes -= first.bytes();
      first.sessions().forEach(session -> newestOfSession.remove(session, first.outcomes()));
      try {
        first.outcomes().join().forEach(receiver);
      } catch (CompletionException e) {
        fail(e.getCause() instanceof RuntimeException cause ? cause : e);
      } catch (RuntimeException e) {
        fail(e);
      }
    }
    notifyAll();
  }

  private void fail(RuntimeException e) {
    failure = e;
    threads.shutdownNow();
  }

  private void throwFailure() {
    if (failure != null) {
      throw failure;
    }
  }

  private synchronized void awaitWhile(BooleanSupplier condition) {
    try {
      while (failure == null && condition.getAsBoolean()) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while artifacts were being published", e);
    }
  }

  private static long size(InputPart part) {
    if (part instanceof InputPart.Document document) {
      return document.bytes().length;
    }
    if (part instanceof InputPart.Lines lines) {
      return lines.lines().stream().mapToLong(line -> line.bytes().length).sum();
    }
    return 0;
  }
}
