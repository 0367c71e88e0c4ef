package dev.handoffledger.bench.internal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Claims work of one role over HTTP, several claimers at once, each as fast as it is answered,
 * until the time is over or nothing is left to claim.
 */
final class ClaimBench {
  private static final int CLAIMERS = 8;
  private static final int GRANTED = 201;
  private static final int NOTHING_TO_CLAIM = 404;
  private static final String ROLE = "builder-refactor";

  private ClaimBench() {}

  /** What one claimer was granted, and when the last of it. */
  private record Granted(Histogram nanos, long last) {}

  static ObjectNode claim(String url, Duration time)
      throws InterruptedException, ExecutionException {
    ExecutorService claimers = Executors.newFixedThreadPool(CLAIMERS);
    long start = System.nanoTime();
    try {
      List<Future<Granted>> running = new ArrayList<>();
      for (int i = 0; i < CLAIMERS; i++) {
        String holder = "claimer-" + i;
        running.add(claimers.submit(() -> claims(url, holder, start + time.toNanos())));
      }
      Histogram nanos = newHistogram();
      long last = start;
      for (Future<Granted> claims : running) {
        Granted granted = claims.get();
        nanos.add(granted.nanos());
        last = Math.max(last, granted.last());
      }
      double seconds = (last - start) / 1e9;
      ObjectNode node = JsonNodeFactory.instance.objectNode();
      node.put("claimers", CLAIMERS);
      node.put("claims_a_second", Figures.round(nanos.getTotalCount() / seconds, 0));
      node.setAll(Figures.milliseconds(nanos));
      return node;
    } finally {
      claimers.shutdownNow();
    }
  }

  private static Granted claims(String url, String holder, long end)
      throws IOException, InterruptedException {
    Histogram nanos = newHistogram();
    long last = System.nanoTime();
    HttpClient http = HttpClient.newHttpClient();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/v1/roles/" + ROLE + "/claims"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{\"holder\": \"" + holder + "\"}"))
            .build();
    while (last < end) {
      long start = System.nanoTime();
      HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (answer.statusCode() == NOTHING_TO_CLAIM) {
        break;
      }
      if (answer.statusCode() != GRANTED) {
        throw new IllegalStateException("a claim was answered " + answer.statusCode());
      }
      last = System.nanoTime();
      nanos.recordValue(last - start);
    }
    return new Granted(nanos, last);
  }

  private static Histogram newHistogram() {
    return new Histogram(TimeUnit.MINUTES.toNanos(2), 3);
  }
}
