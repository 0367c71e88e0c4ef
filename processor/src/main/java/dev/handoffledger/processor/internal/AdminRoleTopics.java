package dev.handoffledger.processor.internal;

import dev.handoffledger.schemas.wire.RoleTopic;
import dev.handoffledger.schemas.wire.TopicPlan;
import dev.handoffledger.schemas.wire.Topics;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the topics of roles on a thread of its own, up to a limit; the roles beyond it share the
 * overflow topic.
 */
public final class AdminRoleTopics implements RoleTopics, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AdminRoleTopics.class);
  private static final long RETRY_SECONDS = 1;

  private final Admin admin;
  private final int limit;
  private final int partitions;
  private final TopicPlan.Replication replication;
  private final ProcessorCounters counters;
  private final Map<String, String> topicOfRole = new ConcurrentHashMap<>();
  private final Set<String> rolesInWork = ConcurrentHashMap.newKeySet();
  private final Set<String> existing = new HashSet<>();
  private final Set<String> ready = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService maker =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "role-topics");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * @param limit how many role topics there may be, the overflow topic aside
   */
  public AdminRoleTopics(
      Admin admin,
      int limit,
      int partitions,
      TopicPlan.Replication replication,
      ProcessorCounters counters) {
    this.admin = admin;
    this.limit = limit;
    this.partitions = partitions;
    this.replication = replication;
    this.counters = counters;
  }

  /**
   * Learns which role topics there are, and which of them take records. To be called once, before
   * the first question.
   */
  public void start() throws InterruptedException, ExecutionException {
    for (String topic : admin.listTopics().names().get()) {
      if (topic.startsWith(Topics.ROLE_PREFIX) && !topic.equals(RoleTopic.OVERFLOW)) {
        existing.add(topic);
      }
    }
    for (String topic : existing) {
      try {
        awaitLeaders(topic);
        ready.add(topic);
      } catch (ExecutionException e) {
        LOG.warn("event=role_topic_not_ready topic={}", topic, e);
      }
    }
  }

  @Override
  public Optional<String> topicOf(String role) {
    String topic = topicOfRole.get(role);
    if (topic != null) {
      return Optional.of(topic);
    }
    String own = RoleTopic.of(role);
    if (ready.contains(own)) {
      // It was there at the start: no route has to wait for it.
      topicOfRole.put(role, own);
      return Optional.of(own);
    }
    if (rolesInWork.add(role)) {
      maker.execute(() -> make(role));
    }
    return Optional.empty();
  }

  private void make(String role) {
    String topic = null;
    try {
      topic = RoleTopic.of(role);
      if (!existing.contains(topic) && existing.size() >= limit) {
        counters.roleOverflowed();
        topic = RoleTopic.OVERFLOW;
      } else if (!existing.contains(topic)) {
        create(topic);
        existing.add(topic);
      }
      awaitLeaders(topic);
      topicOfRole.put(role, topic);
      rolesInWork.remove(role);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | RuntimeException e) {
      LOG.warn("event=role_topic_not_made topic={} retry_in_s={}", topic, RETRY_SECONDS, e);
      maker.schedule(() -> make(role), RETRY_SECONDS, TimeUnit.SECONDS);
    }
  }

  private void create(String topic) throws InterruptedException, ExecutionException {
    TopicPlan.Topic plan = TopicPlan.role(topic, partitions, replication);
    NewTopic newTopic =
        new NewTopic(plan.name(), plan.partitions(), (short) plan.replicationFactor())
            .configs(plan.configs());
    try {
      admin.createTopics(Set.of(newTopic)).all().get();
      LOG.info("event=role_topic_made topic={}", topic);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw e;
      }
    }
  }

  // A topic that was just made may have no leaders yet, and what is sent then is lost
  // (KAFKA-15591).
  private void awaitLeaders(String topic) throws InterruptedException, ExecutionException {
    int count =
        admin.describeTopics(Set.of(topic)).allTopicNames().get().get(topic).partitions().size();
    Map<TopicPartition, OffsetSpec> latest = new ConcurrentHashMap<>();
    for (int partition = 0; partition < count; partition++) {
      latest.put(new TopicPartition(topic, partition), OffsetSpec.latest());
    }
    admin.listOffsets(latest).all().get();
  }

  @Override
  public void close() {
    maker.shutdownNow();
  }
}
