package dev.handoffledger.projections.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.IssueView;
import dev.handoffledger.projections.issue.IssueState;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An issue as it is kept.
 *
 * @param sources the keys of the sources that it is folded from
 */
record IssueRow(IssueView view, Set<String> sources) {
  IssueRow {
    sources = Set.copyOf(sources);
  }

  /** The row of an issue whose packet this is. */
  static IssueRow of(byte[] packet, List<String> aliases, Set<String> sources) {
    JsonNode document = IssueJson.node(packet);
    JsonNode issue = document.path("issue");
    return new IssueRow(
        new IssueView(
            document.at("/project/project_id").textValue(),
            issue.path("id").textValue(),
            issue.path("fingerprint").textValue(),
            aliases,
            issue.path("title").textValue(),
            state(issue.path("state").textValue()),
            issue.path("decision").textValue(),
            issue.path("severity").textValue(),
            priority(issue.path("priority")),
            Instant.parse(issue.path("first_observed_at").textValue()),
            Instant.parse(document.path("generated_at").textValue()),
            packet),
        sources);
  }

  private static IssueState state(String word) {
    return Arrays.stream(IssueState.values())
        .filter(state -> state.word().equals(word))
        .findFirst()
        .orElseThrow();
  }

  private static BigDecimal priority(JsonNode priority) {
    return priority.isNumber() ? priority.decimalValue() : null;
  }

  byte[] write() {
    ObjectNode row = IssueJson.object();
    row.put("packet", new String(view.packet(), StandardCharsets.UTF_8));
    ArrayNode aliases = row.putArray("aliases");
    view.aliases().forEach(aliases::add);
    ArrayNode keys = row.putArray("sources");
    sources.stream().sorted().forEach(keys::add);
    return IssueJson.bytes(row);
  }

  static IssueRow read(byte[] value) {
    JsonNode row = IssueJson.node(value);
    return of(
        row.path("packet").textValue().getBytes(StandardCharsets.UTF_8),
        IssueJson.list(row.path("aliases"), JsonNode::textValue),
        new HashSet<>(IssueJson.list(row.path("sources"), JsonNode::textValue)));
  }
}
