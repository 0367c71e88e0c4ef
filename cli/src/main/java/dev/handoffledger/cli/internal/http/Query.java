package dev.handoffledger.cli.internal.http;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The query of a request. */
public final class Query {
  private final Map<String, String> parameters = new LinkedHashMap<>();

  /** Adds or replaces a parameter; null leaves the query as it is. */
  public Query with(String name, Object value) {
    if (value != null) {
      parameters.put(name, value.toString());
    }
    return this;
  }

  /** The query with its {@code ?}, or an empty text. */
  @Override
  public String toString() {
    if (parameters.isEmpty()) {
      return "";
    }
    return parameters.entrySet().stream()
        .map(parameter -> encode(parameter.getKey()) + "=" + encode(parameter.getValue()))
        .collect(Collectors.joining("&", "?", ""));
  }

  /** Percent-encodes a text for one segment of a path or one part of a query. */
  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A");
  }
}
