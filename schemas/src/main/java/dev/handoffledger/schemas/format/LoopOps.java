package dev.handoffledger.schemas.format;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** What events and packets of LoopOps share. */
final class LoopOps {
  static final String NAME = "loopops";

  private LoopOps() {}

  /** The session of the issue that a document names. */
  static Optional<String> session(JsonNode document) {
    return IssueReference.of(document).map(IssueReference::session);
  }
}
