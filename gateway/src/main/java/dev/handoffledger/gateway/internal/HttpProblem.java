package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** A request that cannot be answered as asked, and what the client is told of it (RFC 9457). */
public final class HttpProblem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String type;
  private final String title;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final transient Map<String, JsonNode> members = new LinkedHashMap<>();

  /**
   * @param type the last part of the problem type's URI, stable
   * @param title what kind of problem it is, the same for every occurrence
   * @param detail one sentence on this occurrence that says what to change
   */
  public HttpProblem(int status, String type, String title, String detail) {
    super(Objects.requireNonNull(detail));
    this.status = status;
    this.type = Objects.requireNonNull(type);
    this.title = Objects.requireNonNull(title);
  }

  public static HttpProblem badParameter(String name, String detail) {
    return new HttpProblem(
        400, "bad-parameter", "A parameter cannot be used", "Parameter " + name + ": " + detail);
  }

  public static HttpProblem badHeader(String name, String detail) {
    return new HttpProblem(
        400, "bad-header", "A request header cannot be used", "Header " + name + ": " + detail);
  }

  public static HttpProblem badMember(String name, String detail) {
    return new HttpProblem(
        400, "bad-member", "A member of the body cannot be used", "Member " + name + ": " + detail);
  }

  public static HttpProblem notFound(String detail) {
    return new HttpProblem(404, "not-found", "Not found", detail);
  }

  public static HttpProblem tooLarge(String detail) {
    return new HttpProblem(413, "too-large", "The body is too large", detail);
  }

  public static HttpProblem unsupportedMediaType(String detail) {
    return new HttpProblem(
        415, "unsupported-media-type", "The body's type is not supported", detail);
  }

  /** The same request may succeed shortly. */
  public static HttpProblem notAvailable(String detail) {
    return new HttpProblem(503, "not-available", "Not available now", detail)
        .withHeader("Retry-After", "1");
  }

  public HttpProblem withHeader(String name, String value) {
    headers.put(name, value);
    return this;
  }

  /** One more member of the answer, beside those that every problem has. */
  public HttpProblem withMember(String name, JsonNode value) {
    members.put(name, value);
    return this;
  }

  public int status() {
    return status;
  }

  public String type() {
    return type;
  }

  String title() {
    return title;
  }

  Map<String, String> headers() {
    return headers;
  }

  Map<String, JsonNode> members() {
    return members;
  }
}
