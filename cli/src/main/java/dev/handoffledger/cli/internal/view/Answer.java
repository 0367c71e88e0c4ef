package dev.handoffledger.cli.internal.view;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Reads members of a server's answer as texts; what is absent or null is an empty text. */
public record Answer(JsonNode object) {

  public String text(String member) {
    JsonNode value = object.path(member);
    return value.isValueNode() && !value.isNull() ? value.asText() : "";
  }

  public boolean is(String member) {
    return object.path(member).asBoolean();
  }

  public Answer in(String member) {
    return new Answer(object.path(member));
  }

  /** The items of a list of texts, with commas between them. */
  public String list(String member) {
    List<String> items = new ArrayList<>();
    object.path(member).forEach(item -> items.add(item.asText()));
    return String.join(", ", items);
  }
}
