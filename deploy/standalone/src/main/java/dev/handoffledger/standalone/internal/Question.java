package dev.handoffledger.standalone.internal;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * What a gateway is asked.
 *
 * @param path with its query
 * @param accept the media type that is asked for
 */
record Question(String path, String accept) {
  private static final String JSON = "application/json";

  static Question of(String path) {
    return new Question(path, JSON);
  }

  /** The next page of a list. */
  Question page(String cursor) {
    String first = path.replaceFirst("[?&]cursor=[^&]*", "");
    return new Question(
        first + (first.contains("?") ? "&" : "?") + "cursor=" + encode(cursor), accept);
  }

  /** Whether the answer tells of the time at which it is asked. */
  boolean isTimed() {
    return path.startsWith("/v1/orphans");
  }

  /** A text as one segment of a path, or as a value of a query. */
  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A");
  }
}
