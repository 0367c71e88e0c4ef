package dev.handoffledger.standalone.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.RoleTopic;
import dev.handoffledger.standalone.StandaloneLedger;
import dev.handoffledger.standalone.guarantees.LedgerTopics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The recipes of docs/consumers.md, each test on a role of its own. */
class ConsumerRecipesTest {
  private static final Duration POLL = Duration.ofMillis(200);

  @TempDir private static Path folder;

  private static StandaloneLedger ledger;

  @BeforeAll
  static void start() throws Exception {
    ledger = StandaloneLedger.start(folder.resolve("data"), 0);
  }

  @AfterAll
  static void stop() {
    ledger.close();
  }

  @Test
  void consumerGroup_worksOnEveryHandoffOnceWhileNobodyFails() throws Exception {
    List<String> published = publish("group-of-two", 20);
    List<String> done = new ArrayList<>();
    try (GroupOfReviewers one = group("group-of-two");
        GroupOfReviewers other = group("group-of-two")) {
      LedgerTopics.await(
          "all are worked on",
          60,
          () -> {
            one.workOn(POLL, (id, artifact) -> done.add(id));
            other.workOn(POLL, (id, artifact) -> done.add(id));
            return done.size() >= published.size();
          });
    }

    assertThat(done).containsExactlyInAnyOrderElementsOf(published);
  }

  @Test
  void memberOfAConsumerGroupThatFails_leavesItsHandoffToTheNext() throws Exception {
    List<String> published = publish("failing-group", 1);
    try (GroupOfReviewers failing = group("failing-group")) {
      LedgerTopics.await("the first takes it", 60, () -> takesAndFails(failing));
    }

    try (GroupOfReviewers next = group("failing-group")) {
      assertThat(firstOf(done -> next.workOn(POLL, (id, artifact) -> done.add(id))))
          .isEqualTo(published);
    }
  }

  /** What comes first to a member that works until something has come. */
  private static List<String> firstOf(Consumer<List<String>> working) throws Exception {
    List<String> done = new ArrayList<>();
    LedgerTopics.await(
        "something is there",
        60,
        () -> {
          working.accept(done);
          return !done.isEmpty();
        });
    return done;
  }

  @Test
  void consumerGroup_doesNotSeeWhatATransactionTookBack() throws Exception {
    abortedOn("aborted-group");
    List<String> published = publish("aborted-group", 1);
    try (GroupOfReviewers member = group("aborted-group")) {
      assertThat(firstOf(done -> member.workOn(POLL, (id, artifact) -> done.add(id))))
          .isEqualTo(published);
    }
  }

  @Test
  void shareGroup_givesWhatOneReleasesToAnyMember() throws Exception {
    List<String> published = publish("share-group", 6);
    List<String> released;
    // What a member has fetched and not yet given out is its own until it closes.
    try (ShareGroupOfReviewers one = shareGroup("share-group")) {
      released =
          firstOf(
              tried ->
                  one.workOn(
                      POLL,
                      (id, artifact) -> {
                        tried.add(id);
                        return false;
                      }));
    }

    Set<String> done = new HashSet<>();
    try (ShareGroupOfReviewers other = shareGroup("share-group")) {
      LedgerTopics.await(
          "the other has done all",
          60,
          () -> {
            other.workOn(POLL, (id, artifact) -> done.add(id));
            return done.size() == published.size();
          });
    }

    assertThat(done).containsAll(released).containsExactlyInAnyOrderElementsOf(published);
  }

  @Test
  void shareGroup_doesNotSeeWhatATransactionTookBack() throws Exception {
    abortedOn("aborted-share");
    List<String> published = publish("aborted-share", 1);
    try (ShareGroupOfReviewers member = shareGroup("aborted-share")) {
      assertThat(firstOf(done -> member.workOn(POLL, (id, artifact) -> done.add(id))))
          .isEqualTo(published);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GroupOfReviewers", "ShareGroupOfReviewers"})
  void recipe_standsInTheDocumentationAsItIsTested(String source) throws IOException {
    String code =
        Files.readString(
            Path.of("src/test/java/dev/handoffledger/standalone/recipes/" + source + ".java"));
    Matcher recipe =
        Pattern.compile("  // recipe: [^\\n]*\\n(.*)  // end of recipe", Pattern.DOTALL)
            .matcher(code);
    assertThat(recipe.find()).isTrue();
    String shown = recipe.group(1).replaceAll("(?m)^  ", "").strip();

    assertThat(Files.readString(Path.of("../../docs/consumers.md"))).contains(shown);
  }

  private static boolean takesAndFails(GroupOfReviewers member) {
    try {
      member.workOn(
          POLL,
          (id, artifact) -> {
            throw new IllegalStateException("the agent died");
          });
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  private static GroupOfReviewers group(String role) {
    return new GroupOfReviewers(ledger.bootstrapServers(), role + "-agents", RoleTopic.of(role));
  }

  private static ShareGroupOfReviewers shareGroup(String role) throws Exception {
    String group = role + "-agents";
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", ledger.bootstrapServers()))) {
      ShareGroupOfReviewers.configure(admin, group);
    }
    return new ShareGroupOfReviewers(ledger.bootstrapServers(), group, RoleTopic.of(role));
  }

  /** Publishes Cortex handoffs for a role and gives their ids. */
  private static List<String> publish(String role, int count) throws Exception {
    List<String> ids = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      String artifact = handoff(role, number);
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(ledger.url() + "/v1/handoffs"))
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(artifact))
              .build();
      HttpResponse<String> answer =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
      Matcher id = Pattern.compile("\"id\":\"(sha256:[0-9a-f]{64})\"").matcher(answer.body());
      assertThat(id.find()).isTrue();
      ids.add(id.group(1));
    }
    return ids;
  }

  private static String handoff(String role, int number) {
    return """
        {"handoff_id":"h-%d","mode":"AGENT_RESUME","from":{"agent_id":"a","model":"m"},
         "to":{"role":"%s","model_pref":[],"required_capabilities":[]},"task_id":"%s-%d",
         "task_progress":{"current_step":"s","completed_steps":[],"in_progress":"p",
           "remaining_steps":[]},
         "artifacts":{"completed":[],"context_snapshot_ref":"c","markdown_ref":"m"},
         "next_action":"go on","constraints":[],
         "verification":{"commands_run":[],"commands_needed":[],"known_failures":[]},
         "produced_at":"2026-04-14T09:00:00Z"}
        """
        .formatted(number, role, role, number);
  }

  /** A record on the topic of a role whose transaction is aborted. */
  private static void abortedOn(String role) throws Exception {
    publishRoleTopic(role);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                ledger.bootstrapServers(),
                "transactional.id",
                "aborting-" + role),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.initTransactions();
      producer.beginTransaction();
      ProducerRecord<byte[], byte[]> record =
          new ProducerRecord<>(RoleTopic.of(role), "{}".getBytes(StandardCharsets.UTF_8));
      record.headers().add(HandoffHeaders.ID, "taken back".getBytes(StandardCharsets.UTF_8));
      producer.send(record).get();
      producer.abortTransaction();
    }
  }

  private static void publishRoleTopic(String role) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", ledger.bootstrapServers()))) {
      admin.createTopics(List.of(new NewTopic(RoleTopic.of(role), 3, (short) 1))).all().get();
      LedgerTopics.await(
          "the topic of " + role,
          30,
          () -> admin.listTopics().names().get().contains(RoleTopic.of(role)));
    }
  }
}
