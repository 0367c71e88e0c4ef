package dev.handoffledger.gateway.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Publishes the artifacts of one NDJSON body, as many at a time as their order allows.
 *
 * <p>What must not overtake: an artifact waits for the answer to the newest earlier one of its
 * session, unless both go to the same topic and so to the same partition, where being sent after it
 * is enough; and for the answer to the newest earlier one of its declared parent's session. If that
 * answer does not come, it is kept back. Once Kafka fails to confirm an artifact, all that are not
 * sent yet are kept back.
 *
 * <p>For one request, and confined to its thread.
 */
final class Batch {
  private static final int WINDOW = 1_000;

  /** One line: where it stands in the body, and what became of it. */
  static final class Line {
    private final int number;
    private final int from;
    private final int to;
    private final Route route;
    private final List<Line> afterSent = new ArrayList<>(0);
    private final List<Line> afterAnswer = new ArrayList<>(0);
    private int waitsFor;
    private Submitted submitted;

    private Line(int number, int from, int to, Route route) {
      this.number = number;
      this.from = from;
      this.to = to;
      this.route = route;
    }

    /** From 1, blank lines counted. */
    int number() {
      return number;
    }

    Route route() {
      return route;
    }

    /** What became of it, once the batch has run. */
    Submitted submitted() {
      return submitted;
    }
  }

  private record Event(Line line, Submitted submitted) {}

  private final byte[] body;
  private final List<Line> lines = new ArrayList<>();
  private final PriorityQueue<Line> ready = new PriorityQueue<>(Comparator.comparing(Line::number));
  private int open;
  private boolean stopped;

  private Batch(byte[] body) {
    this.body = body;
  }

  /**
   * Splits a body into its artifacts. Lines end with LF or CR LF; those of white space alone are
   * passed over.
   *
   * @param router reads an artifact
   * @throws HttpProblem 413 if there are more artifacts than allowed
   */
  static Batch of(byte[] body, int maxLines, int maxLineBytes, Function<byte[], Route> router) {
    Batch batch = new Batch(body);
    Map<String, Line> newestOfSession = new HashMap<>();
    int number = 0;
    for (int from = 0; from < body.length; ) {
      int end = indexOfLineFeed(body, from);
      number++;
      int to = end > from && body[end - 1] == '\r' ? end - 1 : end;
      if (!isBlank(body, from, to)) {
        if (batch.lines.size() == maxLines) {
          throw HttpProblem.tooLarge(
              "The body has more than " + maxLines + " artifacts; send it in parts.");
        }
        batch.add(number, from, to, maxLineBytes, router, newestOfSession);
      }
      from = end + 1;
    }
    batch.begin();
    return batch;
  }

  List<Line> lines() {
    return lines;
  }

  /**
   * Publishes every line and waits until it is known what became of each.
   *
   * @param submit publishes an artifact; its future never fails
   */
  void run(BiFunction<byte[], Route, CompletableFuture<Submitted>> submit)
      throws InterruptedException {
    BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    List<CompletableFuture<Void>> told = new ArrayList<>(lines.size());
    int inFlight = 0;
    while (open > 0) {
      while (inFlight < WINDOW && !ready.isEmpty()) {
        Line line = ready.peek();
        told.add(
            submit
                .apply(artifact(line), line.route)
                .thenAccept(submitted -> events.add(new Event(line, submitted))));
        sent(line);
        inFlight++;
        inFlight -= settle(events.poll());
      }
      if (inFlight > 0) {
        inFlight -= settle(events.take());
      }
    }
    CompletableFuture.allOf(told.toArray(CompletableFuture[]::new)).join();
  }

  private int settle(Event event) {
    if (event == null) {
      return 0;
    }
    settled(event.line(), event.submitted());
    return 1;
  }

  /** The line to send next, or empty if all that are left wait for answers. */
  Optional<Line> next() {
    return Optional.ofNullable(ready.peek());
  }

  /** A line that was next is on its way. */
  void sent(Line line) {
    ready.remove(line);
    line.afterSent.forEach(this::release);
  }

  /** It is known what became of a line that was sent. */
  void settled(Line line, Submitted submitted) {
    line.submitted = submitted;
    open--;
    if (submitted instanceof Submitted.Answered) {
      line.afterAnswer.forEach(this::release);
    } else {
      keepBack(line.afterAnswer);
    }
    if (submitted instanceof Submitted.Unconfirmed && !stopped) {
      stopped = true;
      keepBack(List.copyOf(ready));
      ready.clear();
    }
  }

  private void begin() {
    for (Line line : lines) {
      if (line.submitted == null) {
        open++;
        if (line.waitsFor == 0) {
          ready.add(line);
        }
      }
    }
  }

  private byte[] artifact(Line line) {
    return Arrays.copyOfRange(body, line.from, line.to);
  }

  private void add(
      int number,
      int from,
      int to,
      int maxLineBytes,
      Function<byte[], Route> router,
      Map<String, Line> newestOfSession) {
    if (to - from > maxLineBytes) {
      Line line = new Line(number, from, to, new Route(null, null, null, null, null));
      line.submitted = new Submitted.TooLarge();
      lines.add(line);
      return;
    }
    Line line = new Line(number, from, to, router.apply(Arrays.copyOfRange(body, from, to)));
    lines.add(line);
    String session = line.route.session();
    if (session == null) {
      return;
    }
    Line before = newestOfSession.put(session, line);
    if (before != null) {
      boolean samePartition = before.route.topic().equals(line.route.topic());
      (samePartition ? before.afterSent : before.afterAnswer).add(line);
      line.waitsFor++;
    }
    String parentSession = line.route.parentSession();
    if (parentSession != null && !parentSession.equals(session)) {
      Line parent = newestOfSession.get(parentSession);
      if (parent != null) {
        parent.afterAnswer.add(line);
        line.waitsFor++;
      }
    }
  }

  private void release(Line line) {
    if (--line.waitsFor == 0 && line.submitted == null) {
      if (stopped) {
        keepBack(List.of(line));
      } else {
        ready.add(line);
      }
    }
  }

  private void keepBack(List<Line> first) {
    Deque<Line> left = new ArrayDeque<>(first);
    while (!left.isEmpty()) {
      Line line = left.poll();
      if (line.submitted == null) {
        line.submitted = new Submitted.KeptBack();
        open--;
        left.addAll(line.afterSent);
        left.addAll(line.afterAnswer);
      }
    }
  }

  private static int indexOfLineFeed(byte[] body, int from) {
    int i = from;
    while (i < body.length && body[i] != '\n') {
      i++;
    }
    return i;
  }

  private static boolean isBlank(byte[] body, int from, int to) {
    for (int i = from; i < to; i++) {
      if (body[i] != ' ' && body[i] != '\t' && body[i] != '\r') {
        return false;
      }
    }
    return true;
  }
}
