package dev.handoffledger.standalone.surfaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.broker.EmbeddedBroker;
import dev.handoffledger.broker.Ports;
import dev.handoffledger.gateway.GatewayConfig;
import dev.handoffledger.gateway.GatewayServer;
import dev.handoffledger.processor.ProcessorApp;
import dev.handoffledger.processor.ProcessorConfig;
import dev.handoffledger.producer.ArtifactSender;
import dev.handoffledger.producer.TopicProvisioner;
import dev.handoffledger.projections.ProjectionsApp;
import dev.handoffledger.projections.ProjectionsConfig;
import dev.handoffledger.schemas.Kind;
import dev.handoffledger.schemas.fact.Fact;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.schemas.wire.TopicPlan;
import dev.handoffledger.standalone.guarantees.Fleet;
import dev.handoffledger.standalone.guarantees.Fleet.Work;
import dev.handoffledger.standalone.guarantees.LedgerTopics;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many clients listen while much happens, and the gateway does not stay. */
@Tag("surfaces")
class EventStreamsTest {
  private static final int CLIENTS = 500;
  private static final int ARTIFACTS = 20_000;
  private static final int RESTARTS = 2;

  /** Every fourth artifact of the fleet is a result that answers a brief. */
  private static final int CHAINS = ARTIFACTS / 4;

  @TempDir private Path folder;

  /**
   * What a client asks for.
   *
   * @param passes whether a fact is one that it asks for, given the fact that recorded its handoff
   */
  private record Interest(String query, Asked passes) {}

  @FunctionalInterface
  private interface Asked {
    boolean passes(Fact fact, Fact.Recorded handoff);
  }

  /** As of a fleet: most look at what they work on, some at a role, a few at everything. */
  private static final List<Interest> INTERESTS = interests();

  @Test
  void clientsOfAGatewayThatRestarts_eachGetExactlyWhatTheyAskedFor() throws Exception {
    List<Work> work = Fleet.work(ARTIFACTS);
    int port = Ports.free();
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("kafka"))) {
      String kafka = broker.bootstrapServers();
      provision(kafka);
      try (ProcessorApp processor =
              new ProcessorApp(ProcessorConfig.singleNode(kafka, folder.resolve("processor")));
          ProjectionsApp projections =
              new ProjectionsApp(ProjectionsConfig.of(kafka, folder.resolve("projections")));
          ArtifactSender sender = new ArtifactSender(Map.of("bootstrap.servers", kafka));
          LedgerTopics topics = new LedgerTopics(kafka)) {
        processor.start();
        projections.start();
        LedgerTopics.await("it is ready", 120, () -> processor.ready() && projections.ready());
        GatewayServer gateway = gateway(kafka, projections, port);
        List<EventListener> clients = new ArrayList<>();
        try {
          for (int i = 0; i < CLIENTS; i++) {
            Interest interest = INTERESTS.get(i % INTERESTS.size());
            clients.add(
                new EventListener("http://127.0.0.1:" + port + "/v1/events" + interest.query()));
          }
          for (EventListener client : clients) {
            client.awaitOpened();
          }
          int part = ARTIFACTS / (RESTARTS + 1);
          Fleet.publish(sender, work.subList(0, part));
          for (int restart = 1; restart <= RESTARTS; restart++) {
            gateway.close();
            int end = restart == RESTARTS ? ARTIFACTS : (restart + 1) * part;
            Fleet.publish(sender, work.subList(restart * part, end));
            gateway = gateway(kafka, projections, port);
            int connections = restart + 1;
            LedgerTopics.await(
                "all clients are back",
                60,
                () -> clients.stream().allMatch(client -> client.connections() >= connections));
          }
          topics.awaitConsumed(300);
          LedgerTopics.await(
              "nothing more happens",
              120,
              () -> topics.linked() == CHAINS && topics.answered() == CHAINS);
          assertEachGot(clients, topics);
        } finally {
          clients.forEach(EventListener::leave);
          gateway.close();
        }
      }
    }
  }

  private static void assertEachGot(List<EventListener> clients, LedgerTopics topics)
      throws Exception {
    List<Fact> facts = topics.facts();
    Map<String, Fact.Recorded> recorded = new HashMap<>();
    for (Fact fact : facts) {
      if (fact.body() instanceof Fact.Recorded handoff) {
        recorded.put(fact.handoffId(), handoff);
      }
    }
    for (int number = 0; number < INTERESTS.size(); number++) {
      Interest interest = INTERESTS.get(number);
      List<String> expected =
          facts.stream()
              .filter(fact -> interest.passes().passes(fact, recorded.get(fact.handoffId())))
              .map(fact -> fact.session() + "#" + fact.seq())
              .toList();
      for (int i = number; i < CLIENTS; i += INTERESTS.size()) {
        EventListener client = clients.get(i);
        LedgerTopics.await(
            "%d facts of %s, after %s, of which came %d"
                .formatted(
                    expected.size(), interest.query(), client.history(), client.facts().size()),
            120,
            () -> client.facts().size() >= expected.size());
        assertThat(client.facts())
            .as("%s after %s", interest.query(), client.history())
            .containsExactlyInAnyOrderElementsOf(expected);
      }
    }
  }

  private static GatewayServer gateway(String kafka, ProjectionsApp projections, int port)
      throws InterruptedException {
    GatewayServer gateway =
        new GatewayServer(
            GatewayConfig.of(kafka)
                .withPort(port)
                .withInstanceId("events")
                .withEventHeartbeat(Duration.ofSeconds(1)),
            projections.queries(),
            List::of);
    gateway.start();
    return gateway;
  }

  private static List<Interest> interests() {
    List<Interest> interests = new ArrayList<>();
    interests.add(new Interest("", (fact, handoff) -> true));
    interests.add(role("reviewer-arch"));
    interests.add(role("builder-refactor"));
    interests.add(kind("session_baton"));
    interests.add(
        new Interest("?kind=planner_brief&session=codelens/long-1", (fact, handoff) -> false));
    for (int i = 0; i < 15; i++) {
      interests.add(session("codelens/long-" + i));
      interests.add(session("codelens/plan-" + i));
      interests.add(session("kxm/run-" + i));
    }
    return interests;
  }

  private static Interest role(String role) {
    return new Interest("?role=" + role, (fact, handoff) -> handoff.roles().contains(role));
  }

  private static Interest kind(String kind) {
    return new Interest("?kind=" + kind, (fact, handoff) -> handoff.kind().equals(kind));
  }

  private static Interest session(String session) {
    return new Interest(
        "?session=" + URLEncoder.encode(session, StandardCharsets.UTF_8),
        (fact, handoff) -> fact.session().equals(session));
  }

  private static void provision(String kafka) throws InterruptedException {
    List<String> kinds = new Formats().kinds().stream().map(Kind::name).toList();
    try (TopicProvisioner provisioner = new TopicProvisioner(Map.of("bootstrap.servers", kafka))) {
      provisioner.provision(TopicPlan.of(kinds, 3, 1));
    }
  }
}
