package dev.handoffledger.standalone.guarantees;

import static org.assertj.core.api.Assertions.assertThat;

import dev.handoffledger.broker.EmbeddedBroker;
import dev.handoffledger.processor.internal.AdminRoleTopics;
import dev.handoffledger.processor.internal.ProcessorCounters;
import dev.handoffledger.producer.TopicProvisioner;
import dev.handoffledger.schemas.wire.RoleTopic;
import dev.handoffledger.schemas.wire.TopicPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoleTopicLimitTest {
  private static final int LIMIT = TopicPlan.WELL_KNOWN_ROLES.size() + 1;

  @TempDir private Path folder;

  private final ProcessorCounters counters = new ProcessorCounters();
  private EmbeddedBroker broker;
  private Admin admin;

  @BeforeEach
  void start() throws Exception {
    broker = EmbeddedBroker.start(folder.resolve("kafka"));
    Map<String, Object> properties = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (TopicProvisioner provisioner = new TopicProvisioner(properties)) {
      provisioner.provision(TopicPlan.of(List.of("planner_brief"), 3, 1));
    }
    admin = Admin.create(properties);
  }

  @AfterEach
  void stop() {
    admin.close();
    broker.close();
  }

  @Test
  void roleWithinTheLimit_getsItsOwnTopic() throws Exception {
    try (AdminRoleTopics topics = topics()) {
      assertThat(topic(topics, "Größe/Prüfer\u0000")).isEqualTo(RoleTopic.of("Größe/Prüfer\u0000"));
      assertThat(admin.listTopics().names().get()).contains(RoleTopic.of("Größe/Prüfer\u0000"));
    }
  }

  @Test
  void rolesBeyondTheLimit_shareTheOverflowTopicAndAreCounted() throws Exception {
    try (AdminRoleTopics topics = topics()) {
      topic(topics, "last");

      assertThat(topic(topics, "one-too-many")).isEqualTo(RoleTopic.OVERFLOW);
      assertThat(counters.values()).containsEntry("handoff_role_overflow_total", 1L);
    }
  }

  @Test
  void afterARestart_everyRoleKeepsItsTopic() throws Exception {
    try (AdminRoleTopics before = topics()) {
      topic(before, "last");
      topic(before, "one-too-many");
    }

    try (AdminRoleTopics after = topics()) {
      assertThat(topic(after, "one-too-many")).isEqualTo(RoleTopic.OVERFLOW);
      assertThat(topic(after, "last")).isEqualTo(RoleTopic.of("last"));
    }
  }

  private AdminRoleTopics topics() throws Exception {
    AdminRoleTopics topics =
        new AdminRoleTopics(admin, LIMIT, 3, TopicPlan.Replication.of(1), counters);
    topics.start();
    return topics;
  }

  private static String topic(AdminRoleTopics topics, String role) throws Exception {
    LedgerTopics.await("the topic of " + role, 30, () -> topics.topicOf(role).isPresent());
    return topics.topicOf(role).orElseThrow();
  }
}
