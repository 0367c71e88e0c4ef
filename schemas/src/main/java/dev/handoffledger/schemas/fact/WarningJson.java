package dev.handoffledger.schemas.fact;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.handoffledger.schemas.Warning;
import dev.handoffledger.schemas.internal.OwnJson;
import java.util.ArrayList;
import java.util.List;

/** Warnings as they stand in facts, in replies and in every answer of the ledger. */
public final class WarningJson {
  private WarningJson() {}

  public static ArrayNode array(List<Warning> warnings) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (Warning warning : warnings) {
      array
          .addObject()
          .put("code", warning.code())
          .put("pointer", warning.pointer())
          .put("message", warning.message());
    }
    return array;
  }

  /**
   * The warnings that {@link #array} wrote; none if there is no array.
   *
   * @throws IllegalArgumentException if a member is missing
   */
  public static List<Warning> read(JsonNode array) {
    List<Warning> warnings = new ArrayList<>();
    for (JsonNode warning : array) {
      warnings.add(
          new Warning(
              OwnJson.text(warning, "code"),
              OwnJson.text(warning, "pointer"),
              OwnJson.text(warning, "message")));
    }
    return warnings;
  }
}
