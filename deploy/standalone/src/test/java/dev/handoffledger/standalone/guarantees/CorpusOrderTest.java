package dev.handoffledger.standalone.guarantees;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.handoffledger.standalone.StandaloneLedger;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * ParentsLink on real documents: the recorded documents of the corpus in many orders, each order in
 * sessions of its own on one ledger, end in the same links and the same states of their chains.
 */
class CorpusOrderTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int RANDOM_ORDERS = 200;
  private static final int AT_ONCE = 64;
  private static final String MARK = "7f3a";
  private static final String MANIFEST = "23-kxm-1.json";
  private static final String MANIFEST_ACCEPTED = "24-kxm-1-accepted.json";

  @TempDir private static Path folder;

  private static StandaloneLedger ledger;
  private static LedgerHttp http;

  @BeforeAll
  static void start() throws Exception {
    ledger = StandaloneLedger.start(folder.resolve("data"), 0);
    http = new LedgerHttp(ledger.url());
  }

  @AfterAll
  static void stop() {
    ledger.close();
  }

  @Test
  void corpusInAnyOrder_endsInTheSameLinksAndChains() throws Exception {
    List<String> files = new ArrayList<>(expected().keySet());
    long seed = new Random().nextLong();
    List<List<String>> orders = orders(files, new Random(seed));

    List<Map<String, String>> published = new ArrayList<>();
    ExecutorService fleets = Executors.newFixedThreadPool(AT_ONCE);
    try {
      List<Future<Map<String, String>>> running = new ArrayList<>();
      for (int number = 0; number < orders.size(); number++) {
        String mark = MARK + "-" + number;
        List<String> order = orders.get(number);
        running.add(fleets.submit(() -> linked(publish(order, mark), seed, order)));
      }
      for (Future<Map<String, String>> one : running) {
        published.add(one.get());
      }
    } finally {
      fleets.shutdownNow();
    }

    List<Map<String, String>> outcomes = settledOutcomes(published);
    for (int number = 1; number < orders.size(); number++) {
      assertThat(outcomes.get(number))
          .as("seed %d, order %s", seed, orders.get(number))
          .isEqualTo(outcomes.get(0));
    }
  }

  private static List<List<String>> orders(List<String> files, Random random) {
    List<List<String>> orders = new ArrayList<>();
    orders.add(files);
    List<String> reversed = new ArrayList<>(files);
    Collections.reverse(reversed);
    orders.add(inNaturalOrder(reversed));
    for (int i = 0; i < RANDOM_ORDERS; i++) {
      List<String> shuffled = new ArrayList<>(files);
      Collections.shuffle(shuffled, random);
      orders.add(inNaturalOrder(shuffled));
    }
    return orders;
  }

  /** Documents of one natural key keep their order among themselves. */
  private static List<String> inNaturalOrder(List<String> order) {
    List<String> kept = new ArrayList<>(order);
    int first = kept.indexOf(MANIFEST);
    int second = kept.indexOf(MANIFEST_ACCEPTED);
    if (second < first) {
      Collections.swap(kept, first, second);
    }
    return kept;
  }

  /** Publishes one after the other, each once the one before is answered; ids by file. */
  private static Map<String, String> publish(List<String> order, String mark) throws Exception {
    Map<String, String> ids = new HashMap<>();
    for (String file : order) {
      String artifact = new String(resource(file), StandardCharsets.UTF_8).replace(MARK, mark);
      LedgerHttp.Answer answer = http.post("/v1/handoffs", artifact);
      if (!file.equals(MANIFEST_ACCEPTED)) {
        assertThat(answer.status()).as("%s: %s", file, answer.body()).isEqualTo(201);
        ids.put(file, answer.body().path("id").asText());
      }
    }
    return ids;
  }

  /**
   * The outcomes, once they are all the same or a minute is over: what a link completes on another
   * partition comes a moment after the link.
   */
  private static List<Map<String, String>> settledOutcomes(List<Map<String, String>> published)
      throws Exception {
    List<Map<String, String>> outcomes = new ArrayList<>();
    for (Map<String, String> ids : published) {
      outcomes.add(outcome(ids));
    }
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (new HashSet<>(outcomes).size() > 1 && System.nanoTime() < deadline) {
      outcomes.set(0, outcome(published.get(0)));
      for (int number = 1; number < outcomes.size(); number++) {
        if (!outcomes.get(number).equals(outcomes.get(0))) {
          outcomes.set(number, outcome(published.get(number)));
        }
      }
    }
    return outcomes;
  }

  private static Map<String, String> linked(Map<String, String> ids, long seed, List<String> order)
      throws Exception {
    awaitFinalLinks(ids, seed, order);
    return ids;
  }

  private static void awaitFinalLinks(Map<String, String> ids, long seed, List<String> order)
      throws Exception {
    Map<String, String> expected = expected();
    for (Map.Entry<String, String> one : ids.entrySet()) {
      String wanted = expected.get(one.getKey());
      LedgerTopics.await(
          one.getKey() + " is " + wanted + "; seed " + seed + ", order " + order,
          60,
          () -> link(one.getValue()).path("status").asText().equals(wanted));
    }
  }

  /** In the end the parent of each document by its file, and the state and root of its chain. */
  private static Map<String, String> outcome(Map<String, String> ids) throws Exception {
    Map<String, String> files = new HashMap<>();
    ids.forEach((file, id) -> files.put(id, file));
    Map<String, String> outcome = new TreeMap<>();
    for (Map.Entry<String, String> one : ids.entrySet()) {
      JsonNode link = link(one.getValue());
      JsonNode chain = http.get("/v1/chains/" + one.getValue()).body();
      outcome.put(
          one.getKey(),
          "%s %s of %s; chain of %s is %s after %s rounds"
              .formatted(
                  link.path("by").asText(),
                  link.path("status").asText(),
                  files.get(link.path("parent").asText()),
                  files.get(chain.path("root").asText()),
                  chain.path("state").asText(),
                  chain.path("rounds").asText()));
    }
    return outcome;
  }

  private static JsonNode link(String id) {
    try {
      return http.get("/v1/handoffs/" + id).body().path("link");
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The final link of every document that is recorded, in the corpus' order. */
  private static Map<String, String> expected() throws IOException {
    Map<String, String> links = new LinkedHashMap<>();
    for (JsonNode document : JSON.readTree(resource("EXPECTED.json"))) {
      if (document.path("outcome").asText().equals("recorded")) {
        links.put(
            document.path("file").asText(),
            document.path("link_final").asText(document.path("link").asText()));
      }
    }
    return links;
  }

  private static byte[] resource(String file) {
    try (InputStream in = CorpusOrderTest.class.getResourceAsStream("/corpus/" + file)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }
}
