package dev.handoffledger.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.IssueFilter;
import dev.handoffledger.projections.IssueView;
import dev.handoffledger.projections.ProjectionsApp;
import dev.handoffledger.projections.ProjectionsConfig;
import dev.handoffledger.schemas.HandoffReader;
import dev.handoffledger.schemas.Reading;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.Topics;
import dev.handoffledger.standalone.guarantees.LedgerTopics;
import dev.handoffledger.standalone.internal.TopicReader;
import dev.handoffledger.testing.TestKafka;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Publishes the corpus in order with the command line, and asks what became of it. */
class CorpusEndToEndTest extends CorpusContract {
  @RegisterExtension static final TestKafka KAFKA = new TestKafka();

  @TempDir private static Path folder;

  private static CorpusLedger ledger;

  @BeforeAll
  static void publishTheCorpus() throws Exception {
    ledger =
        CorpusLedger.start(
            folder, StandaloneLedger.Options.DEFAULT.withKafka(KAFKA.bootstrapServers()));
  }

  @AfterAll
  static void stop() {
    ledger.close();
  }

  @Override
  CorpusLedger ledger() {
    return ledger;
  }

  @Test
  void artifact_isGivenBackByteForByte() throws Exception {
    String id = ledger.outcomes().get(0).path("id").asText();

    assertThat(ledger.get("/v1/handoffs/" + id + "/artifact").body())
        .isEqualTo(CorpusLedger.file("01-codelens-brief.json"));
  }

  @Test
  void everyChain_isWhole() {
    try (LedgerTopics topics = new LedgerTopics(ledger.bootstrapServers())) {
      assertThat(topics.audit().problems()).isEmpty();
    }
  }

  @Test
  void everyRecord_isAMessageOfTheAsyncApiDocument() throws Exception {
    AsyncApiRecords described = new AsyncApiRecords(ledger.getJson("/asyncapi.json"));
    Set<String> refused = new HashSet<>();
    Set<String> met = new TreeSet<>();
    try (TopicReader reader = new TopicReader(ledger.bootstrapServers())) {
      reader.readAll(
          Topics.REJECTED,
          (partition, record) ->
              refused.add(
                  record.headers().get(HandoffHeaders.ERROR_TOPIC)
                      + Arrays.hashCode(record.value())));
      for (String topic : reader.topics("handoff.")) {
        reader.readAll(
            topic,
            (partition, record) -> {
              Optional<String> message = described.messageOf(topic, record);
              boolean mayBeAnything = refused.contains(topic + Arrays.hashCode(record.value()));
              if (!mayBeAnything) {
                assertThat(message).as(() -> described.reasons(topic, record)).isPresent();
              }
              message.ifPresent(met::add);
            });
      }
    }
    assertThat(met)
        .contains("planner_brief", "recorded", "linked", "answered", "status", "routed")
        .contains("quarantined", "rejected", "packet", "reply")
        .contains("relay_link_request", "relay_link_answer");
  }

  @Test
  void eventsOfAChain_areTheFactsOfItsHandoffs() throws Exception {
    String root = ledger.id("01-codelens-brief.json");
    assertThat(members(root)).hasSizeGreaterThan(3);

    assertThat(factsOf(ledger.events("&chain=" + root))).isEqualTo(factsOfChain(root));
  }

  @Test
  void eventsOfAChainNamedByAnyOfItsHandoffs_areTheSame() throws Exception {
    String verdict = ledger.id("03-codelens-verdict-changes.json");

    assertThat(factsOf(ledger.events("&chain=" + verdict)))
        .isEqualTo(factsOfChain(ledger.id("01-codelens-brief.json")));
  }

  private static Set<String> members(String root) {
    return texts(ledger.getJson("/v1/chains/" + root).at("/lineage/nodes"), "id");
  }

  private static Set<String> factsOfChain(String root) {
    Set<String> members = members(root);
    return factsOf(
        ledger.events("").stream()
            .filter(fact -> members.contains(fact.path("id").textValue()))
            .toList());
  }

  private static Set<String> factsOf(List<JsonNode> events) {
    Set<String> facts = new TreeSet<>();
    events.forEach(event -> facts.add(event.path("session").asText() + "#" + event.path("seq")));
    return facts;
  }

  /** What an auditor makes of it. */
  @Nested
  class Audit {
    private static final String FOLLOWER = "reviewers-of-the-corpus";

    @Test
    void replay_isTheWholeLedgerAndTheSameEachTime() throws Exception {
      String once = ledger.command("replay", "-o", "json");

      assertThat(once.lines().map(CorpusLedger::json).toList())
          .extracting(fact -> fact.path("partition") + ":" + fact.path("offset"))
          .doesNotHaveDuplicates()
          .hasSize(factsOfTheLog());
      assertThat(ledger.command("replay", "-o", "json")).startsWith(once);
    }

    @Test
    void rebuiltProjections_answerTheSameAndLeaveNothingBehind() throws Exception {
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", ledger.bootstrapServers()))) {
        Set<String> topics = admin.listTopics().names().get();
        Set<String> groups = groups(admin);
        // As one that was killed leaves it.
        NewTopic left =
            new NewTopic("handoff-audit-0badc0de-chain-changes-repartition", 1, (short) 1);
        admin.createTopics(List.of(left)).all().get();

        JsonNode told = audit("rebuild", "--url", ledger.url());

        assertThat(told.path("differences")).isEmpty();
        assertThat(told.path("handoffs").intValue()).isPositive();
        assertThat(told.path("answers").intValue())
            .isGreaterThan(3 * told.path("handoffs").intValue());
        LedgerTopics.await(
            "nothing is left of it",
            30,
            () -> admin.listTopics().names().get().equals(topics) && groups(admin).equals(groups));
      }
    }

    @Test
    void audit_movesNoCursor() throws Exception {
      TopicPartition somewhere = new TopicPartition(Topics.LEDGER, 1);
      Map<TopicPartition, OffsetAndMetadata> cursor = Map.of(somewhere, new OffsetAndMetadata(1));
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", ledger.bootstrapServers()))) {
        admin.alterConsumerGroupOffsets(FOLLOWER, cursor).all().get();
        Set<String> groups = groups(admin);

        assertThat(audit("verify").path("problems")).isEmpty();
        ledger.command("replay");

        assertThat(admin.listConsumerGroupOffsets(FOLLOWER).partitionsToOffsetAndMetadata().get())
            .isEqualTo(cursor);
        assertThat(groups(admin)).isEqualTo(groups);
        admin.deleteConsumerGroups(List.of(FOLLOWER)).all().get();
      }
    }

    private static JsonNode audit(String... command) {
      CapturedTerminal terminal = new CapturedTerminal();
      List<String> arguments = new ArrayList<>(List.of(command));
      arguments.addAll(List.of("--kafka", ledger.bootstrapServers(), "-o", "json"));
      int exitCode =
          new CommandLine(new AuditCommand(terminal.terminal()))
              .execute(arguments.toArray(String[]::new));
      assertThat(exitCode).as(terminal.out() + terminal.err()).isZero();
      return CorpusLedger.json(terminal.out());
    }

    private static Set<String> groups(Admin admin) throws ExecutionException, InterruptedException {
      return admin.listGroups().all().get().stream()
          .map(GroupListing::groupId)
          .collect(Collectors.toSet());
    }

    private static int factsOfTheLog() {
      try (LedgerTopics topics = new LedgerTopics(ledger.bootstrapServers())) {
        return topics.facts().size();
      }
    }
  }

  /** The issues that the corpus's rejections open, none of which an event tells of. */
  @Nested
  class Issues {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final IssueFilter ANY = new IssueFilter(null, null, null);

    @BeforeEach
    void publishAKnownFailure() throws Exception {
      ObjectNode cortex = (ObjectNode) JSON.readTree(CorpusLedger.file("17-cortex-1.json"));
      cortex.put("handoff_id", "H-failing");
      ((ObjectNode) cortex.path("verification")).putArray("known_failures").add("stale lock");
      ledger.publish(JSON.writeValueAsBytes(cortex));
      LedgerTopics.await(
          "each format's rejection is an issue",
          30,
          () ->
              Stream.of("if_codelens_", "if_cortex_", "if_kxm_", "if_ace_", "if_tool_")
                  .allMatch(start -> issue(start).isPresent()));
      LedgerTopics.await(
          "the approval of the chain is told of",
          30,
          () -> packet("if_codelens_").toString().contains("review_approved"));
    }

    @Test
    void rejectedChain_isAnIssueWithTwoRunsNeitherMergedNorVerified() throws Exception {
      JsonNode packet = packet("if_codelens_");

      assertThat(packet.at("/issue/state").textValue()).isEqualTo("needs_decision");
      assertThat(packet.path("loop_history").findValuesAsText("run_id"))
          .containsExactlyInAnyOrder(
              ledger.id("01-codelens-brief.json"), ledger.id("04-codelens-rework-brief.json"));
      assertThat(packet.path("loop_history").findValuesAsText("furthest_stage"))
          .containsExactlyInAnyOrder("changes_requested", "review_approved");
      assertThat(packet.path("loop_history").findValuesAsText("merged")).containsOnly("false");
      assertThat(packet.path("loop_history").findValuesAsText("verified")).containsOnly("false");
    }

    @Test
    void rejectedChain_hasTheRejectingHandoffAsItsEvidence() throws Exception {
      assertThat(packet("if_codelens_").at("/evidence/evidence_ids"))
          .isEqualTo(JSON.createArrayNode().add(ledger.id("03-codelens-verdict-changes.json")));
    }

    @ParameterizedTest
    @CsvSource({
      "if_codelens_, warn, Changes requested: bridge must take the parsed intent only",
      "if_cortex_, warn, Known failure: stale lock",
      "if_kxm_, warn, Fix dispatched: keep the old flag for one release?",
      "if_ace_, error, Blocked: contract is ambiguous"
    })
    void rejectionOfEachFormat_isAnIssue(String fingerprint, String severity, String title) {
      JsonNode issue = issue(fingerprint).orElseThrow();

      assertThat(issue.path("severity").textValue()).isEqualTo(severity);
      assertThat(issue.path("title").textValue()).isEqualTo(title);
    }

    @Test
    void eventsOfAnIssueThatAChainOpened_areTheFactsOfThatChain() throws Exception {
      String fingerprint = issue("if_codelens_").orElseThrow().path("fingerprint").textValue();

      assertThat(factsOf(ledger.events("&issue=" + fingerprint)))
          .isEqualTo(factsOfChain(ledger.id("01-codelens-brief.json")));
    }

    @Test
    void eventsOfAnIssueThatEventsOpened_areThoseOfItsSession() throws Exception {
      String fingerprint = issue("if_tool_").orElseThrow().path("fingerprint").textValue();

      assertThat(factsOf(ledger.events("&issue=" + fingerprint)))
          .containsExactly("loopops/shop/iss-7f3a#1");
    }

    @Test
    void everyPacket_isOneThatTheLedgerItselfTakes() {
      for (byte[] packet : packets().values()) {
        assertThat(new HandoffReader().read(packet)).isInstanceOf(Reading.Accepted.class);
      }
    }

    @Test
    void callsOfEveryPacket_giveItsEvidence() throws Exception {
      for (byte[] packet : packets().values()) {
        List<String> calls =
            JSON.readTree(packet).at("/evidence/how_to_read").textValue().lines().toList();
        assertThat(calls).anyMatch(call -> call.startsWith("  GET "));
        for (String call : calls) {
          if (call.startsWith("  GET ")) {
            String path = call.substring("  GET ".length());
            assertThat(ledger.get(path).statusCode()).as(call).isEqualTo(200);
          } else if (call.startsWith("  handoff ")) {
            String[] command = call.substring("  handoff ".length()).split(" ");
            assertThat(ledger.command(command)).as(call).isNotBlank();
          }
        }
      }
    }

    @Test
    void decisionMadeAtTheCommandLine_isInThePacketOnceItIsAnswered() throws Exception {
      String id = issue("if_ace_").orElseThrow().path("id").textValue();

      ledger.command("decide", id, "defer", "--rationale", "Later");

      assertThat(packet("if_ace_").at("/issue/state").textValue()).isEqualTo("deferred");
      assertThat(packet("if_ace_").at("/decision_receipt/rationale").textValue())
          .isEqualTo("Later");
    }

    @Test
    void projectionMadeAnewFromTheLedger_hasTheSamePackets() throws Exception {
      ProjectionsConfig config =
          ProjectionsConfig.of(ledger.bootstrapServers(), folder.resolve("again"))
              .withApplicationId("again")
              .withPackets(false);
      try (ProjectionsApp again = new ProjectionsApp(config)) {
        again.start();
        LedgerTopics.await("the ledger is read again", 60, again::ready);
        LedgerTopics.await(
            "the packets are the same", 60, () -> areEqual(packets(again), packets()));
      }
    }

    @Test
    void changeFeed_endsWithThePacketsOfNow() throws Exception {
      try (LedgerTopics topics = new LedgerTopics(ledger.bootstrapServers())) {
        LedgerTopics.await(
            "the feed has them",
            30,
            () -> {
              Map<String, byte[]> newest = new HashMap<>();
              topics
                  .records(Topics.PACKETS)
                  .forEach(record -> newest.put(record.key(), record.value()));
              newest.values().removeIf(packet -> packet.length == 0);
              return areEqual(newest, packets());
            });
      }
    }

    private Optional<JsonNode> issue(String fingerprint) {
      return issues().stream()
          .filter(issue -> issue.path("fingerprint").textValue().startsWith(fingerprint))
          .findFirst();
    }

    private JsonNode packet(String fingerprint) {
      return ledger.getJson(path(issue(fingerprint).orElseThrow()));
    }

    private List<JsonNode> issues() {
      List<JsonNode> issues = new ArrayList<>();
      ledger.getJson("/v1/issues").path("items").forEach(issues::add);
      return issues;
    }

    private static String path(JsonNode issue) {
      return "/v1/issues/" + issue.path("fingerprint").textValue() + "/packet";
    }

    /** By the keys that they have in the change feed. */
    private Map<String, byte[]> packets() {
      Map<String, byte[]> packets = new HashMap<>();
      for (JsonNode issue : issues()) {
        String key = issue.path("project_id").textValue() + "/" + issue.path("id").textValue();
        packets.put(key, ledger.get(path(issue)).body());
      }
      return packets;
    }

    private static Map<String, byte[]> packets(ProjectionsApp projections) {
      Map<String, byte[]> packets = new HashMap<>();
      for (IssueView issue : projections.queries().issues(ANY, null, 100).items()) {
        packets.put(issue.projectId() + "/" + issue.id(), issue.packet());
      }
      return packets;
    }

    private static boolean areEqual(Map<String, byte[]> some, Map<String, byte[]> others) {
      return some.keySet().equals(others.keySet())
          && some.keySet().stream().allMatch(key -> Arrays.equals(some.get(key), others.get(key)));
    }
  }
}
