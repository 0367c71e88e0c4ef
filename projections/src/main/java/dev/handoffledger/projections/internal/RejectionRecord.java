package dev.handoffledger.projections.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.handoffledger.projections.RejectedArtifact;
import dev.handoffledger.projections.RejectionView;
import dev.handoffledger.schemas.Problem;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.kafka.HeaderMap;
import dev.handoffledger.schemas.wire.HandoffHeaders;
import dev.handoffledger.schemas.wire.ReplyCodec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Headers;

/**
 * A record of the topic {@code handoff.rejected}.
 *
 * @param value null stands for no bytes
 */
record RejectionRecord(int partition, long offset, long timestamp, Headers headers, byte[] value) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * What it tells.
   *
   * @throws IllegalArgumentException if it tells of no rejection
   */
  RejectedArtifact read() {
    Map<String, String> told = HeaderMap.read(headers);
    byte[] bytes = value == null ? new byte[0] : value;
    RejectionView rejection =
        new RejectionView(
            partition,
            offset,
            Instant.ofEpochMilli(timestamp),
            required(told, HandoffHeaders.ERROR_TOPIC),
            Integer.parseInt(required(told, HandoffHeaders.ERROR_PARTITION)),
            Long.parseLong(required(told, HandoffHeaders.ERROR_OFFSET)),
            told.get(HandoffHeaders.SESSION),
            told.get(HandoffHeaders.KIND),
            told.get(HandoffHeaders.PUBLISHER),
            problems(required(told, HandoffHeaders.PROBLEMS)),
            bytes.length,
            Sha256.hex(bytes));
    return new RejectedArtifact(rejection, bytes);
  }

  private static List<Problem> problems(String header) {
    try {
      return ReplyCodec.problems(JSON.readTree(header));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("problems that are not JSON", e);
    }
  }

  private static String required(Map<String, String> headers, String name) {
    String value = headers.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no header " + name);
    }
    return value;
  }
}
