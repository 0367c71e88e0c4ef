package dev.handoffledger.schemas.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.schemas.PercentEncoding;
import java.util.Optional;

/** What events and packets of LoopOps share: the session of an issue. */
final class LoopOps {
  static final String NAME = "loopops";

  private LoopOps() {}

  /** {@code loopops/<project_id>/<issue id>}, both parts percent-encoded (RFC 3986). */
  static Optional<String> session(JsonNode document) {
    JsonNode project = document.at("/project/project_id");
    JsonNode issue = document.at("/issue/id");
    return project.isTextual() && issue.isTextual()
        ? Optional.of(
            NAME
                + "/"
                + PercentEncoding.encode(project.textValue())
                + "/"
                + PercentEncoding.encode(issue.textValue()))
        : Optional.empty();
  }
}
