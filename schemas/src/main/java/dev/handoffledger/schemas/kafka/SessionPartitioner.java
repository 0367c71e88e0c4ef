package dev.handoffledger.schemas.kafka;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;

/**
 * The one function from a session to its partition: that of the Java producer for the session's
 * UTF-8 bytes as key.
 */
public final class SessionPartitioner {
  private SessionPartitioner() {}

  public static int partition(String session, int partitions) {
    return BuiltInPartitioner.partitionForKey(session.getBytes(StandardCharsets.UTF_8), partitions);
  }
}
