package dev.handoffledger.projections.issue;

import static dev.handoffledger.projections.issue.SampleEvents.diagnosed;
import static dev.handoffledger.projections.issue.SampleEvents.observed;
import static dev.handoffledger.projections.issue.SampleEvents.withEvidence;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EvidenceTest {
  private static final long GREATEST_SAFE_INTEGER = 9007199254740991L;

  @Test
  void moreThanTwentyIds_leaveTheLastTwenty() {
    JsonNode evidence =
        evidence(
            withEvidence(diagnosed("d", 0), 1, ids(0, 20)),
            withEvidence(observed("o", 1, 0, 1), 1, ids(15, 25)));
    assertThat(evidence.path("evidence_ids"))
        .extracting(JsonNode::asText)
        .containsExactlyElementsOf(
            IntStream.range(5, 25).mapToObj(i -> "rec_" + (29 - i)).toList());
  }

  @Test
  void occurrencesBeyondWhatJsonKeeps_stayAtTheGreatestSafeInteger() {
    JsonNode evidence =
        evidence(
            withEvidence(diagnosed("d", 0), GREATEST_SAFE_INTEGER, ids(0, 1)),
            withEvidence(observed("o", 1, 0, 1), GREATEST_SAFE_INTEGER, ids(1, 2)));
    assertThat(evidence.path("occurrences").longValue()).isEqualTo(GREATEST_SAFE_INTEGER);
  }

  @Test
  void withoutACluster_theGuideSaysSo() {
    assertThat(evidence(diagnosed("d", 0)).path("how_to_read").asText())
        .startsWith("The records are at their publisher, who names no cluster to ask for.\n");
  }

  @Test
  void clusterOfTheIssueAlone_isTheCluster() {
    ObjectNode diagnosed = diagnosed("d", 0);
    ((ObjectNode) diagnosed.get("issue")).put("cluster_id", "search_timeout");
    assertThat(evidence(diagnosed).path("cluster_id").asText()).isEqualTo("search_timeout");
  }

  @Test
  void sessionWithEscapedParts_isEncodedOnceMoreInAPath() {
    assertThat(new LedgerCalls().ofSession("loopops/a%2Fb/iss%3A1"))
        .containsExactly(
            "GET /v1/sessions/loopops/a%252Fb%2Fiss%253A1",
            "handoff session loopops/a%2Fb/iss%3A1");
  }

  private static JsonNode evidence(ObjectNode... events) {
    return Packets.packet(SampleEvents.SCOPE, SampleEvents.entries(events)).path("evidence");
  }

  private static List<String> ids(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "rec_" + i).toList();
  }
}
