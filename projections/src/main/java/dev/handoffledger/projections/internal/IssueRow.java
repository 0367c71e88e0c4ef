package dev.handoffledger.projections.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.IssueView;
import dev.handoffledger.projections.issue.IssueState;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An issue as it is kept: what lists need to know, and the packet behind it, which they need not
 * read.
 *
 * @param sources the keys of the sources that it is folded from
 */
record IssueRow(IssueView view, Set<String> sources) {
  IssueRow {
    sources = Set.copyOf(sources);
  }

  /**
   * The row of an issue.
   *
   * @param bytes the packet's
   */
  static IssueRow of(JsonNode packet, byte[] bytes, List<String> aliases, Set<String> sources) {
    JsonNode issue = packet.path("issue");
    return new IssueRow(
        new IssueView(
            packet.at("/project/project_id").textValue(),
            issue.path("id").textValue(),
            issue.path("fingerprint").textValue(),
            aliases,
            issue.path("title").textValue(),
            state(issue.path("state").textValue()),
            issue.path("decision").textValue(),
            issue.path("severity").textValue(),
            issue.path("priority").isNumber() ? issue.path("priority").decimalValue() : null,
            Instant.parse(issue.path("first_observed_at").textValue()),
            Instant.parse(packet.path("generated_at").textValue()),
            bytes),
        sources);
  }

  private static IssueState state(String word) {
    return Arrays.stream(IssueState.values())
        .filter(state -> state.word().equals(word))
        .findFirst()
        .orElseThrow();
  }

  byte[] write() {
    ObjectNode row = IssueJson.object();
    row.put("project", view.projectId());
    row.put("id", view.id());
    row.put("fingerprint", view.fingerprint());
    putTexts(row, "aliases", view.aliases());
    row.put("title", view.title());
    row.put("state", view.state().word());
    row.put("decision", view.decision());
    row.put("severity", view.severity());
    row.put("priority", view.priority() == null ? null : view.priority().toString());
    row.put("first_observed", view.firstObservedAt().toString());
    row.put("generated", view.generatedAt().toString());
    putTexts(row, "sources", sources.stream().sorted().toList());
    byte[] known = IssueJson.bytes(row);
    return ByteBuffer.allocate(Integer.BYTES + known.length + view.packet().length)
        .putInt(known.length)
        .put(known)
        .put(view.packet())
        .array();
  }

  private static void putTexts(ObjectNode row, String name, Collection<String> texts) {
    texts.forEach(row.putArray(name)::add);
  }

  static IssueRow read(byte[] value) {
    int packet = Integer.BYTES + ByteBuffer.wrap(value).getInt();
    JsonNode row = IssueJson.node(Arrays.copyOfRange(value, Integer.BYTES, packet));
    String priority = row.path("priority").textValue();
    return new IssueRow(
        new IssueView(
            row.path("project").textValue(),
            row.path("id").textValue(),
            row.path("fingerprint").textValue(),
            IssueJson.list(row.path("aliases"), JsonNode::textValue),
            row.path("title").textValue(),
            state(row.path("state").textValue()),
            row.path("decision").textValue(),
            row.path("severity").textValue(),
            priority == null ? null : new BigDecimal(priority),
            Instant.parse(row.path("first_observed").textValue()),
            Instant.parse(row.path("generated").textValue()),
            Arrays.copyOfRange(value, packet, value.length)),
        new HashSet<>(IssueJson.list(row.path("sources"), JsonNode::textValue)));
  }
}
