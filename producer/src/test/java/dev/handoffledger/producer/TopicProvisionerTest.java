package dev.handoffledger.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.handoffledger.producer.TopicDifference.Aspect;
import dev.handoffledger.schemas.wire.TopicPlan;
import dev.handoffledger.schemas.wire.TopicPlan.Topic;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(120)
class TopicProvisionerTest {
  @RegisterExtension static final BrokerExtension BROKER = new BrokerExtension();

  private Admin admin;
  private TopicProvisioner provisioner;
  private String prefix;

  @BeforeEach
  void connect(TestInfo test) {
    admin = BROKER.admin();
    provisioner = new TopicProvisioner(Map.of("bootstrap.servers", BROKER.bootstrapServers()));
    prefix = test.getTestMethod().orElseThrow().getName() + "-";
  }

  @AfterEach
  void disconnect() {
    provisioner.close();
    admin.close();
  }

  @Test
  void planOfAWholeLedger_isCreatedWithItsPartitionsAndSettings() throws Exception {
    TopicPlan plan = TopicPlan.of(List.of("planner_brief"), 3, 1);

    assertThat(provisioner.provision(plan)).isEmpty();

    assertThat(provisioner.check(plan)).isEmpty();
    assertThat(partitionCounts(plan))
        .isEqualTo(
            plan.topics().stream().collect(Collectors.toMap(Topic::name, Topic::partitions)));
  }

  @Test
  void provisionedTopics_haveALeaderForEveryPartition() throws Exception {
    TopicPlan plan = plan(topic("led", 40));

    provisioner.provision(plan);

    Map<TopicPartition, OffsetSpec> ends =
        IntStream.range(0, 40)
            .mapToObj(partition -> new TopicPartition(prefix + "led", partition))
            .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
    assertThat(admin.listOffsets(ends).all().get()).hasSize(40);
  }

  @Test
  void missingTopicBesideAnExistingOne_isCreated() throws Exception {
    provisioner.provision(plan(topic("first", 1)));

    provisioner.provision(plan(topic("first", 1), topic("second", 2)));

    assertThat(partitionCounts(plan(topic("first", 1), topic("second", 2))))
        .isEqualTo(Map.of(prefix + "first", 1, prefix + "second", 2));
  }

  @Test
  void existingTopicWithOtherSettings_isReportedAndKeptAsItIs() throws Exception {
    TopicPlan plan = plan(topic("kept", 1));
    provisioner.provision(plan);
    setRetention(prefix + "kept", "1000");
    TopicDifference difference =
        new TopicDifference(prefix + "kept", Aspect.SETTING, "retention.ms", "-1", "1000");

    assertThat(provisioner.provision(plan)).containsExactly(difference);

    assertThat(provisioner.check(plan)).containsExactly(difference);
  }

  @Test
  void wrongPartitionCount_isRefusedWithTopicFoundAndWanted() throws Exception {
    create(prefix + "fixed", 2);

    assertThatThrownBy(() -> provisioner.provision(plan(topic("fixed", 3))))
        .isInstanceOf(ProvisioningException.class)
        .hasMessageContaining(prefix + "fixed has 2 partitions, not 3");
  }

  @Test
  void wrongPartitionCount_keepsTheRestOfThePlanFromBeingCreated() throws Exception {
    create(prefix + "fixed", 2);

    assertThatThrownBy(() -> provisioner.provision(plan(topic("other", 1), topic("fixed", 3))))
        .isInstanceOf(ProvisioningException.class);

    assertThat(admin.listTopics().names().get()).doesNotContain(prefix + "other");
  }

  @Test
  void check_reportsAMissingTopicAndCreatesNothing() throws Exception {
    assertThat(provisioner.check(plan(topic("absent", 1))))
        .extracting(TopicDifference::toString)
        .containsExactly("topic " + prefix + "absent is missing");

    assertThat(admin.listTopics().names().get()).doesNotContain(prefix + "absent");
  }

  @Test
  void check_reportsAWrongPartitionCount() throws Exception {
    create(prefix + "fixed", 2);

    assertThat(
            provisioner.check(new TopicPlan(List.of(new Topic(prefix + "fixed", 3, 1, Map.of())))))
        .containsExactly(new TopicDifference(prefix + "fixed", Aspect.PARTITIONS, null, "3", "2"));
  }

  @Test
  void moreReplicasThanBrokers_areACreationThatFailsWithTheTopicsName() {
    TopicPlan plan = new TopicPlan(List.of(new Topic(prefix + "replicated", 1, 3, Map.of())));

    assertThatThrownBy(() -> provisioner.provision(plan))
        .isInstanceOf(ProvisioningException.class)
        .hasMessageContaining(prefix + "replicated");
  }

  @Test
  void brokerThatDoesNotAnswer_isAFailure() {
    Map<String, Object> nobody =
        Map.of(
            "bootstrap.servers",
            "127.0.0.1:1",
            "default.api.timeout.ms",
            1_000,
            "request.timeout.ms",
            500);
    try (TopicProvisioner lost = new TopicProvisioner(nobody)) {
      assertThatThrownBy(() -> lost.check(plan(topic("any", 1))))
          .isInstanceOf(ProvisioningException.class);
    }
  }

  private TopicPlan plan(Topic... topics) {
    return new TopicPlan(List.of(topics));
  }

  private Topic topic(String name, int partitions) {
    return new Topic(prefix + name, partitions, 1, Map.of("retention.ms", "-1"));
  }

  private void create(String name, int partitions) throws Exception {
    admin.createTopics(Set.of(new NewTopic(name, partitions, (short) 1))).all().get();
  }

  private void setRetention(String topic, String milliseconds)
      throws InterruptedException, ExecutionException {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    Collection<AlterConfigOp> change =
        List.of(
            new AlterConfigOp(
                new ConfigEntry("retention.ms", milliseconds), AlterConfigOp.OpType.SET));
    admin.incrementalAlterConfigs(Map.of(resource, change)).all().get();
  }

  private Map<String, Integer> partitionCounts(TopicPlan plan) throws Exception {
    List<String> names = plan.topics().stream().map(Topic::name).toList();
    return admin.describeTopics(names).allTopicNames().get().values().stream()
        .collect(
            Collectors.toMap(
                description -> description.name(), description -> description.partitions().size()));
  }
}
