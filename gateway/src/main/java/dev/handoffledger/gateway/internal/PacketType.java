package dev.handoffledger.gateway.internal;

import io.javalin.http.Context;
import java.util.List;
import java.util.Locale;
import org.eclipse.jetty.http.QuotedQualityCSV;

/** The forms in which a packet is given. */
enum PacketType {
  JSON(JsonAnswer.MEDIA_TYPE, List.of("application/json", "application/*", "*/*")),
  MARKDOWN("text/markdown; charset=utf-8", List.of("text/markdown", "text/*"));

  private final String mediaType;
  private final List<String> ranges;

  PacketType(String mediaType, List<String> ranges) {
    this.mediaType = mediaType;
    this.ranges = ranges;
  }

  String mediaType() {
    return mediaType;
  }

  /**
   * The form that a request prefers (RFC 9110, section 12.5.1); JSON if it does not say.
   *
   * @throws HttpProblem 406 if it takes neither
   */
  static PacketType acceptedBy(Context ctx) {
    String accept = ctx.header("Accept");
    if (accept == null || accept.isBlank()) {
      return JSON;
    }
    QuotedQualityCSV preferred = new QuotedQualityCSV();
    preferred.addValue(accept);
    for (String range : preferred.getValues()) {
      String type = range.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
      for (PacketType packetType : values()) {
        if (packetType.ranges.contains(type)) {
          return packetType;
        }
      }
    }
    throw new HttpProblem(
        406,
        "not-acceptable",
        "The packet is not to be had in that form",
        "Accept application/json or text/markdown.");
  }
}
