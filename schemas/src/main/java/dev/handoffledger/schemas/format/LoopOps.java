package dev.handoffledger.schemas.format;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What events and packets of LoopOps share: the session of an issue. */
final class LoopOps {
  static final String NAME = "loopops";

  private static final String UNRESERVED = "-._~";

  private LoopOps() {}

  /** {@code loopops/<project_id>/<issue id>}, both parts percent-encoded (RFC 3986). */
  static Optional<String> session(JsonNode document) {
    JsonNode project = document.at("/project/project_id");
    JsonNode issue = document.at("/issue/id");
    return project.isTextual() && issue.isTextual()
        ? Optional.of(NAME + "/" + encode(project.textValue()) + "/" + encode(issue.textValue()))
        : Optional.empty();
  }

  private static String encode(String part) {
    StringBuilder encoded = new StringBuilder(part.length());
    for (byte octet : part.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (octet & 0xff);
      boolean unreserved =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || UNRESERVED.indexOf(c) >= 0;
      if (unreserved) {
        encoded.append(c);
      } else {
        encoded.append("%%%02X".formatted((int) c));
      }
    }
    return encoded.toString();
  }
}
