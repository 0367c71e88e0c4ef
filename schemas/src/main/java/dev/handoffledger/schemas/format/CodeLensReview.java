package dev.handoffledger.schemas.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.schemas.Warning;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** What a CodeLens brief asks of its result, and a result of its verdict. */
final class CodeLensReview {
  /** What is longer than this is not compared. */
  private static final int MAX_CHARACTERS = 65_536;

  private CodeLensReview() {}

  /** What those who answer the artifact are held against, or null. */
  static ObjectNode criteria(JsonNode document, String kind) {
    JsonNode payload = document.path("payload");
    ObjectNode criteria = JsonNodeFactory.instance.objectNode();
    if (kind.equals("planner_brief")) {
      copy(payload.path("target_paths"), criteria, "target_paths");
      copy(payload.at("/scope/file_change_cap"), criteria, "file_change_cap");
      copy(payload.at("/scope/forbidden_paths"), criteria, "forbidden_paths");
      copyEach(payload.path("acceptance"), "id", criteria, "acceptance");
    } else if (kind.equals("builder_result")) {
      copy(payload.at("/audit/status"), criteria, "audit");
    }
    return bounded(criteria);
  }

  /** What the artifact brings to its parent's criteria, or null. */
  static ObjectNode evidence(JsonNode document, String kind) {
    JsonNode payload = document.path("payload");
    ObjectNode evidence = JsonNodeFactory.instance.objectNode();
    if (kind.equals("builder_result")) {
      evidence.put("result", true);
      copyEach(payload.path("changed_files"), "path", evidence, "changed");
      copyEach(payload.path("acceptance_results"), "id", evidence, "acceptance");
    } else if (kind.equals("reviewer_verdict")) {
      copy(payload.path("decision"), evidence, "decision");
    }
    return bounded(evidence);
  }

  private static void copy(JsonNode value, ObjectNode to, String name) {
    boolean empty = value.isMissingNode() || (value.isArray() && value.isEmpty());
    if (!empty) {
      to.set(name, value);
    }
  }

  private static void copyEach(JsonNode array, String member, ObjectNode to, String name) {
    ArrayNode copies = JsonNodeFactory.instance.arrayNode();
    array.forEach(item -> copies.add(item.path(member)));
    copy(copies, to, name);
  }

  private static ObjectNode bounded(ObjectNode node) {
    if (node.isEmpty()) {
      return null;
    }
    return node.toString().length() > MAX_CHARACTERS
        ? JsonNodeFactory.instance.objectNode().put("too_long", true)
        : node;
  }

  static List<Warning> warnings(JsonNode criteria, JsonNode evidence) {
    Warnings warnings = new Warnings();
    if (criteria.has("too_long") || evidence.has("too_long")) {
      warnings.add(
          "not_compared",
          "/payload",
          "The parent and its answer list too much to be held against each other; compare them by"
              + " hand.");
    } else if (evidence.has("decision")) {
      addVerdict(criteria, evidence, warnings);
    } else if (evidence.has("result")) {
      addChanges(criteria, evidence.path("changed"), warnings);
      addAcceptance(criteria.path("acceptance"), evidence.path("acceptance"), warnings);
    }
    return warnings.list;
  }

  private static void addVerdict(JsonNode criteria, JsonNode evidence, Warnings warnings) {
    if (evidence.path("decision").asText().equals("approve")
        && criteria.path("audit").asText().equals("fail")) {
      warnings.add(
          "approves_failed_audit",
          "/payload/decision",
          "It approves a result whose audit failed; review that audit again.");
    }
  }

  private static void addChanges(JsonNode criteria, JsonNode changed, Warnings warnings) {
    JsonNode targets = criteria.path("target_paths");
    if (!targets.isMissingNode()) {
      warnings.addFirst(
          changed,
          path -> !isUnder(path, targets),
          "outside_target_paths",
          "/payload/changed_files/%d/path",
          "It changes files outside the brief's target paths; this is the first of %d.");
    }
    warnings.addFirst(
        changed,
        path -> isUnder(path, criteria.path("forbidden_paths")),
        "forbidden_path_changed",
        "/payload/changed_files/%d/path",
        "It changes files that the brief forbids to change; this is the first of %d.");
    Set<String> distinct = new HashSet<>();
    changed.forEach(path -> distinct.add(path.asText()));
    JsonNode cap = criteria.path("file_change_cap");
    if (cap.isNumber() && distinct.size() > cap.asLong()) {
      warnings.add(
          "over_file_change_cap",
          "/payload/changed_files",
          "It changes more files than the brief's file_change_cap allows.");
    }
  }

  private static void addAcceptance(JsonNode asked, JsonNode answered, Warnings warnings) {
    Set<String> known = new HashSet<>();
    asked.forEach(id -> known.add(id.asText()));
    warnings.addFirst(
        answered,
        id -> !known.contains(id.asText()),
        "unknown_acceptance",
        "/payload/acceptance_results/%d/id",
        "It answers acceptance criteria that the brief does not have; this is the first of %d.");
    answered.forEach(id -> known.remove(id.asText()));
    if (!known.isEmpty()) {
      warnings.add(
          "unanswered_acceptance",
          "/payload",
          "It leaves %d of the brief's acceptance criteria unanswered; add them to"
                  .formatted(known.size())
              + " acceptance_results.");
    }
  }

  /** Whether a path is one of those, or in a folder that is. */
  private static boolean isUnder(JsonNode path, JsonNode folders) {
    for (JsonNode folder : folders) {
      String name = folder.asText();
      String prefix = name.endsWith("/") ? name : name + "/";
      if (path.asText().equals(name) || path.asText().startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private static final class Warnings {
    private final List<Warning> list = new ArrayList<>();

    void add(String code, String pointer, String message) {
      list.add(new Warning(code, pointer, message));
    }

    /** Warns once of all items that a condition holds for, at the first. */
    void addFirst(
        JsonNode items,
        Predicate<JsonNode> condition,
        String code,
        String pointer,
        String message) {
      int count = 0;
      int first = -1;
      Map<String, Boolean> judged = new HashMap<>();
      for (int i = 0; i < items.size(); i++) {
        JsonNode item = items.get(i);
        if (judged.computeIfAbsent(item.asText(), text -> condition.test(item))) {
          first = first < 0 ? i : first;
          count++;
        }
      }
      if (count > 0) {
        add(code, pointer.formatted(first), message.formatted(count));
      }
    }
  }
}
