package dev.handoffledger.standalone.guarantees;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A process of clients that claim, work, and release or complete until there is nothing left to
 * claim. Each prints a line for what it did, or {@code refused} if its lease had ended.
 */
final class ClaimingClients {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final LedgerHttp http;
  private final String role;
  private final int leaseSeconds;

  private ClaimingClients(String url, String role, int leaseSeconds) {
    this.http = new LedgerHttp(url);
    this.role = role;
    this.leaseSeconds = leaseSeconds;
  }

  /**
   * @param arguments the ledger's URL, the role, how many clients, and the lease in seconds
   */
  public static void main(String[] arguments) throws InterruptedException {
    ClaimingClients clients =
        new ClaimingClients(arguments[0], arguments[1], Integer.parseInt(arguments[3]));
    List<Thread> threads = new ArrayList<>();
    for (int number = 0; number < Integer.parseInt(arguments[2]); number++) {
      String holder = "client-" + ProcessHandle.current().pid() + "-" + number;
      Thread thread = new Thread(() -> clients.run(holder));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void run(String holder) {
    try {
      while (claimAndComplete(holder)) {}
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns whether there may be more to do. */
  private boolean claimAndComplete(String holder) throws IOException, InterruptedException {
    ObjectNode claim =
        JSON.createObjectNode().put("holder", holder).put("lease_seconds", leaseSeconds);
    LedgerHttp.Answer granted = http.post("/v1/roles/" + role + "/claims", claim.toString());
    if (granted.status() == 404) {
      return anyOpen();
    }
    if (granted.status() != 201) {
      return true;
    }
    ThreadLocalRandom random = ThreadLocalRandom.current();
    Thread.sleep(random.nextInt(20));
    String token = granted.body().path("token").asText();
    String end = random.nextInt(20) == 0 ? "release" : "complete";
    LedgerHttp.Answer ended = http.post("/v1/claims/" + token + "/" + end, "{}");
    System.out.println(ended.status() == 200 ? end : "refused");
    return true;
  }

  private boolean anyOpen() throws IOException, InterruptedException {
    Thread.sleep(200);
    return !http.get("/v1/roles/" + role + "?limit=1").body().path("items").isEmpty();
  }
}
