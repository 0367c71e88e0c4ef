package dev.handoffledger.standalone.guarantees;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.producer.ArtifactSender;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.fact.FactCodec;
import dev.handoffledger.schemas.wire.Topics;
import dev.handoffledger.standalone.StandaloneLedger;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** OneHolder: clients race for the handoffs of a role; some are stopped past their lease or die. */
class OneHolderTest {
  private static final String ROLE = "builder-refactor";
  private static final int HANDOFFS = 2_000;
  private static final int PROCESSES = 10;
  private static final int CLIENTS_EACH = 5;
  private static final int LEASE_SECONDS = 2;

  @TempDir private Path folder;

  @Test
  @Tag("long")
  void race_neverHasTwoHoldersAndEndsWithAllDoneOrEscalated() throws Exception {
    List<Process> clients = new ArrayList<>();
    try (StandaloneLedger ledger = StandaloneLedger.start(folder.resolve("data"), 0);
        ArtifactSender sender =
            new ArtifactSender(Map.of("bootstrap.servers", ledger.bootstrapServers()));
        LedgerTopics topics = new LedgerTopics(ledger.bootstrapServers())) {
      Fleet.publish(sender, Fleet.briefs(HANDOFFS));
      LedgerHttp http = new LedgerHttp(ledger.url());
      for (int number = 0; number < PROCESSES; number++) {
        clients.add(start(ledger.url(), number));
      }
      stopAndKillSome(clients, topics);
      for (Process client : clients) {
        assertThat(client.waitFor(180, TimeUnit.SECONDS)).isTrue();
      }

      LedgerTopics.await(
          "nothing is open", 60, () -> isEmpty(http, "/v1/roles/" + ROLE + "?limit=1"));
      assertThat(topics.audit().problems()).isEmpty();
      assertThat(doneOrEscalated(topics)).hasSize(HANDOFFS);
      assertThat(output()).contains("refused");
    } finally {
      clients.forEach(Process::destroyForcibly);
    }
  }

  private Process start(String url, int number) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            ClaimingClients.class.getName(),
            url,
            ROLE,
            Integer.toString(CLIENTS_EACH),
            Integer.toString(LEASE_SECONDS))
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("clients-" + number + ".out").toFile())
        .start();
  }

  /**
   * Stops processes, one after the other, for longer than a lease, until at least three were
   * stopped and one of them lost a lease by it; and kills two.
   */
  private static void stopAndKillSome(List<Process> clients, LedgerTopics topics) throws Exception {
    LedgerTopics.await("the race is on", 60, () -> topics.audit().leases() > 50);
    Random random = new Random();
    boolean lost = false;
    for (int round = 0; round < 3 || !lost; round++) {
      assertThat(round).as("rounds in which nobody held a lease").isLessThan(10);
      Process stopped = clients.get(random.nextInt(PROCESSES - 2));
      signal("STOP", stopped);
      Thread.sleep(LEASE_SECONDS * 1000L + 1500);
      lost |= hasLostALease(stopped, topics);
      signal("CONT", stopped);
    }
    clients.get(PROCESSES - 1).destroyForcibly();
    clients.get(PROCESSES - 2).destroyForcibly();
  }

  private static boolean hasLostALease(Process process, LedgerTopics topics) {
    String holders = "client-" + process.pid() + "-";
    return topics.records(Topics.LEDGER).stream()
        .map(FactCodec::decode)
        .anyMatch(
            fact ->
                fact.body() instanceof Fact.Expired expired
                    && expired.holder().startsWith(holders));
  }

  private static void signal(String name, Process process) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  private static boolean isEmpty(LedgerHttp http, String path) {
    try {
      return http.get(path).body().path("items").isEmpty();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Set<String> doneOrEscalated(LedgerTopics topics) {
    Set<String> ids = new HashSet<>();
    topics.records(Topics.LEDGER).stream()
        .map(FactCodec::decode)
        .filter(OneHolderTest::isEnd)
        .forEach(fact -> ids.add(fact.handoffId()));
    return ids;
  }

  private static boolean isEnd(Fact fact) {
    return fact.body() instanceof Fact.Completed
        || (fact.body() instanceof Fact.Expired expired && expired.escalated())
        || (fact.body() instanceof Fact.Released released && released.escalated());
  }

  private String output() throws IOException {
    StringBuilder output = new StringBuilder();
    for (int number = 0; number < PROCESSES; number++) {
      output.append(
          Files.readString(folder.resolve("clients-" + number + ".out"), StandardCharsets.UTF_8));
    }
    return output.toString();
  }
}
