package dev.handoffledger.processor.decide;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.handoffledger.schemas.fact.Link;
import dev.handoffledger.schemas.format.Formats;
import java.util.Optional;

/** What only a parent and its child together give reason to warn of. */
final class LinkWarnings {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Formats formats;

  LinkWarnings(Formats formats) {
    this.formats = formats;
  }

  /** The link with its warnings. */
  Link added(Draft draft, Reference reference, Link link) {
    if (link.status() != Link.Status.LINKED || reference.child().evidence() == null) {
      return link;
    }
    Optional<String> criteria = draft.criteria(reference.parentKey(link.parent()));
    JsonNode evidence = read(reference.child().evidence());
    return formats
        .ofKind(reference.child().kind())
        .map(
            format ->
                format.warningsOfLink(
                    criteria.map(LinkWarnings::read).orElse(MissingNode.getInstance()), evidence))
        .map(link::withWarnings)
        .orElse(link);
  }

  private static JsonNode read(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("criteria or evidence that are not JSON", e);
    }
  }
}
