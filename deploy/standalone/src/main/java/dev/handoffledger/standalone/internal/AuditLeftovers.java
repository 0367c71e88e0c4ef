package dev.handoffledger.standalone.internal;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What a rebuild of the projections leaves in Kafka, and its removal. */
final class AuditLeftovers {
  private static final Pattern APPLICATION = Pattern.compile("(handoff-audit-[0-9a-f]{8})(-.*)?");

  private final Admin admin;

  AuditLeftovers(Admin admin) {
    this.admin = admin;
  }

  /** An application id that no other rebuild has. */
  static String newApplication() {
    return "handoff-audit-" + UUID.randomUUID().toString().substring(0, 8);
  }

  /** Removes the group and the topics of a rebuild that is over. */
  void remove(String application) throws ExecutionException, InterruptedException {
    // Kafka Streams leaves its group only once its session has timed out.
    ignoring(
        GroupIdNotFoundException.class,
        admin
            .removeMembersFromConsumerGroup(
                application, new RemoveMembersFromConsumerGroupOptions())
            .all());
    ignoring(
        GroupIdNotFoundException.class, admin.deleteConsumerGroups(List.of(application)).all());
    for (String topic : admin.listTopics().names().get()) {
      if (topic.startsWith(application + "-")) {
        ignoring(UnknownTopicOrPartitionException.class, admin.deleteTopics(List.of(topic)).all());
      }
    }
  }

  /** Removes what rebuilds left that were killed: those whose group has no member. */
  void removeOfKilled() throws ExecutionException, InterruptedException {
    Set<String> applications = new TreeSet<>();
    Collection<String> groups =
        admin.listGroups().all().get().stream().map(group -> group.groupId()).toList();
    groups.forEach(name -> addApplication(name, applications));
    admin.listTopics().names().get().forEach(name -> addApplication(name, applications));
    Set<String> known = applications.stream().filter(groups::contains).collect(Collectors.toSet());
    Map<String, ConsumerGroupDescription> described =
        admin.describeConsumerGroups(known).all().get();
    for (String application : applications) {
      ConsumerGroupDescription group = described.get(application);
      if (group == null || group.members().isEmpty()) {
        remove(application);
      }
    }
  }

  private static void addApplication(String name, Set<String> applications) {
    Matcher matcher = APPLICATION.matcher(name);
    if (matcher.matches()) {
      applications.add(matcher.group(1));
    }
  }

  private static void ignoring(Class<? extends Exception> notThere, KafkaFuture<Void> removal)
      throws ExecutionException, InterruptedException {
    try {
      removal.get();
    } catch (ExecutionException e) {
      if (!notThere.isInstance(e.getCause())) {
        throw e;
      }
    }
  }
}
