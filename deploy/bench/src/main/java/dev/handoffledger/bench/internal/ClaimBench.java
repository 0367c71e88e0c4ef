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

/** Claims work of one role over HTTP, several claimers at once, each as fast as it is answered. */
final class ClaimBench {
  private static final int CLAIMERS = 8;
  private static final String ROLE = "builder-refactor";

  private ClaimBench() {}

  static ObjectNode claim(String url, Duration time)
      throws InterruptedException, ExecutionException {
    ExecutorService claimers = Executors.newFixedThreadPool(CLAIMERS);
    long start = System.nanoTime();
    try {
      List<Future<Histogram>> running = new ArrayList<>();
      for (int i = 0; i < CLAIMERS; i++) {
        String holder = "claimer-" + i;
        running.add(claimers.submit(() -> claims(url, holder, start + time.toNanos())));
      }
      Histogram nanos = newHistogram();
      for (Future<Histogram> claims : running) {
        nanos.add(claims.get());
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      ObjectNode node = JsonNodeFactory.instance.objectNode();
      node.put("claimers", CLAIMERS);
      node.put("claims_a_second", Figures.round(nanos.getTotalCount() / seconds, 0));
      node.setAll(Figures.milliseconds(nanos));
      return node;
    } finally {
      claimers.shutdownNow();
    }
  }

  private static Histogram claims(String url, String holder, long end)
      throws IOException, InterruptedException {
    Histogram nanos = newHistogram();
    HttpClient http = HttpClient.newHttpClient();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/v1/roles/" + ROLE + "/claims"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{\"holder\": \"" + holder + "\"}"))
            .build();
    while (System.nanoTime() < end) {
      long start = System.nanoTime();
      HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (answer.statusCode() != 201) {
        throw new IllegalStateException("a claim was answered " + answer.statusCode());
      }
      nanos.recordValue(System.nanoTime() - start);
    }
    return nanos;
  }

  private static Histogram newHistogram() {
    return new Histogram(TimeUnit.MINUTES.toNanos(2), 3);
  }
}
