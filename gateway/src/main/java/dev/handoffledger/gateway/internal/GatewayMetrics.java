package dev.handoffledger.gateway.internal;

import dev.handoffledger.schemas.wire.Reply;
import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What the gateway counts. */
public final class GatewayMetrics {
  private final Map<String, LongAdder> artifacts = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> rejections = new ConcurrentHashMap<>();
  private final Map<List<String>, LongAdder> requests = new ConcurrentHashMap<>();
  private final Map<List<String>, LongAdder> leases = new ConcurrentHashMap<>();
  private final LongAdder repliesTimedOut = new LongAdder();

  void submitted(Submitted submitted) {
    count(artifacts, outcome(submitted));
    if (submitted instanceof Submitted.Unanswered) {
      repliesTimedOut.increment();
    }
    if (submitted instanceof Submitted.Answered answered
        && answered.reply().outcome() == Reply.Outcome.REJECTED
        && !answered.reply().problems().isEmpty()) {
      count(rejections, answered.reply().problems().get(0).reason().code());
    }
  }

  /**
   * Counts a request that was answered.
   *
   * @param route the route's pattern, so that the number of label values is bounded
   */
  public void request(String method, String route, int status) {
    count(requests, List.of(method, route, Integer.toString(status)));
  }

  /** Does what a request about a lease asks for. */
  @FunctionalInterface
  public interface LeaseRequest {
    LeaseAnswer handle() throws InterruptedException, IOException;
  }

  /**
   * Counts a request about a lease.
   *
   * @param request claim, renew, release, complete or force_release
   * @param outcome what is done, unless the request is refused
   */
  public LeaseAnswer lease(String request, String outcome, LeaseRequest lease)
      throws InterruptedException, IOException {
    try {
      LeaseAnswer answer = lease.handle();
      count(leases, List.of(request, outcome));
      return answer;
    } catch (HttpProblem e) {
      count(leases, List.of(request, LeaseProblems.code(e.type())));
      throw e;
    }
  }

  void write(MetricsText text) {
    text.counter("handoff_gateway_artifacts_total", "Artifacts published here, by outcome.");
    writeAll(text, "outcome", artifacts);
    text.counter("handoff_gateway_rejections_total", "Artifacts rejected, by first reason.");
    writeAll(text, "reason", rejections);
    text.counter("handoff_gateway_reply_timeouts_total", "Artifacts of which no word came in time.")
        .sample(Map.of(), repliesTimedOut.sum());
    text.counter("handoff_gateway_lease_requests_total", "Requests about leases, by outcome.");
    writeAll(text, List.of("request", "outcome"), leases);
    text.counter("handoff_gateway_requests_total", "Requests answered.");
    writeAll(text, List.of("method", "route", "status"), requests);
  }

  private static String outcome(Submitted submitted) {
    if (submitted instanceof Submitted.Answered answered) {
      return answered.reply().outcome().code();
    }
    if (submitted instanceof Submitted.Unanswered) {
      return "pending";
    }
    if (submitted instanceof Submitted.Unconfirmed) {
      return "not_confirmed";
    }
    return submitted instanceof Submitted.KeptBack ? "not_published" : "too_large";
  }

  private static void writeAll(MetricsText text, String label, Map<String, LongAdder> counters) {
    counters.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry -> text.sample(Map.of(label, entry.getKey()), entry.getValue().sum()));
  }

  private static void writeAll(
      MetricsText text, List<String> labels, Map<List<String>, LongAdder> counters) {
    counters.entrySet().stream()
        .sorted(Comparator.comparing(entry -> entry.getKey().toString()))
        .forEach(
            entry -> {
              Map<String, String> sample = new LinkedHashMap<>();
              for (int i = 0; i < labels.size(); i++) {
                sample.put(labels.get(i), entry.getKey().get(i));
              }
              text.sample(sample, entry.getValue().sum());
            });
  }

  private static <K> void count(Map<K, LongAdder> counters, K key) {
    counters.computeIfAbsent(key, none -> new LongAdder()).increment();
  }
}
