package dev.handoffledger.projections.internal;

import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.schemas.wire.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The topics that the projections read, as they are when these start.
 *
 * @param ledgerEnds by partition of the ledger, the offset after its last committed record
 */
record LedgerTopics(int rejectedPartitions, Map<Integer, Long> ledgerEnds) {
  LedgerTopics {
    ledgerEnds = Map.copyOf(ledgerEnds);
  }

  int ledgerPartitions() {
    return ledgerEnds.size();
  }

  /**
   * Asks Kafka.
   *
   * @throws IllegalStateException if a topic does not exist
   * @throws NotAvailableException if Kafka does not answer
   */
  static LedgerTopics describe(Map<String, Object> adminSettings) {
    try (Admin admin = Admin.create(adminSettings)) {
      Map<String, TopicDescription> topics =
          admin.describeTopics(List.of(Topics.LEDGER, Topics.REJECTED)).allTopicNames().get();
      return new LedgerTopics(
          topics.get(Topics.REJECTED).partitions().size(),
          ends(admin, topics.get(Topics.LEDGER).partitions().size()));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        throw new IllegalStateException(
            "the topics %s and %s must be there before the projections start: provision the ledger"
                .formatted(Topics.LEDGER, Topics.REJECTED),
            e.getCause());
      }
      throw new NotAvailableException("Kafka does not say how far the ledger goes", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotAvailableException("interrupted while asking how far the ledger goes", e);
    }
  }

  private static Map<Integer, Long> ends(Admin admin, int partitions)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    for (int partition = 0; partition < partitions; partition++) {
      asked.put(new TopicPartition(Topics.LEDGER, partition), OffsetSpec.latest());
    }
    Map<TopicPartition, ListOffsetsResultInfo> answered =
        admin.listOffsets(asked, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED)).all().get();
    Map<Integer, Long> ends = new HashMap<>();
    answered.forEach((partition, end) -> ends.put(partition.partition(), end.offset()));
    return ends;
  }
}
