package dev.handoffledger.processor.internal;

import dev.handoffledger.schemas.wire.Topics;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;

/** The partition count that all topics of a ledger's write side must share. */
public final class LedgerPartitions {
  private LedgerPartitions() {}

  /**
   * Checks the topics that the processor reads and chains.
   *
   * @return their partition count
   * @throws IllegalStateException if a topic is missing or has another count
   */
  public static int check(Admin admin) throws InterruptedException, ExecutionException {
    Set<String> names = admin.listTopics().names().get();
    Set<String> needed =
        new TreeSet<>(Set.of(Topics.LEDGER, Topics.RELAY, Topics.COMMANDS, Topics.IN_UNKNOWN));
    Set<String> missing = new TreeSet<>(needed);
    missing.removeAll(names);
    if (!missing.isEmpty()) {
      throw new IllegalStateException(
          "topics are missing: " + missing + "; create the ledger's topics first");
    }
    names.stream().filter(name -> Topics.IN.matcher(name).matches()).forEach(needed::add);
    Map<String, Integer> counts =
        admin.describeTopics(needed).allTopicNames().get().values().stream()
            .collect(
                Collectors.toMap(
                    TopicDescription::name, description -> description.partitions().size()));
    int partitions = counts.get(Topics.LEDGER);
    counts.forEach(
        (topic, count) -> {
          if (count != partitions) {
            throw new IllegalStateException(
                topic
                    + " has "
                    + count
                    + " partitions where "
                    + Topics.LEDGER
                    + " has "
                    + partitions
                    + "; all inbound topics, commands, the relay and the ledger need the same number");
          }
        });
    return partitions;
  }
}
