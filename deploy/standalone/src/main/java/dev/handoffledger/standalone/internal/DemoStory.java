package dev.handoffledger.standalone.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A fleet's day, as artifacts in the order in which they are published. */
public final class DemoStory {
  private static final String FOLDER = "/dev/handoffledger/standalone/demo/";
  private static final Pattern MINUTES = Pattern.compile("\\{minutes:(-?[0-9]+)\\}");

  private DemoStory() {}

  /**
   * @param who publishes it
   * @param says what they do, for a person
   * @param outcome what must become of it
   * @param artifact the bytes to publish
   */
  public record Step(String file, String who, String says, String outcome, byte[] artifact) {}

  /**
   * The day, told so that it ends now.
   *
   * @throws IOException if the program's own files cannot be read
   */
  public static List<Step> endingAt(Instant now) throws IOException {
    List<Step> steps = new ArrayList<>();
    for (JsonNode step : new ObjectMapper().readTree(resource("story.json"))) {
      String file = step.path("file").asText();
      steps.add(
          new Step(
              file,
              step.path("who").asText(),
              step.path("says").asText(),
              step.path("outcome").asText(),
              told(resource(file), now)));
    }
    return steps;
  }

  private static byte[] told(byte[] template, Instant now) {
    Instant end = now.truncatedTo(ChronoUnit.SECONDS);
    return MINUTES
        .matcher(new String(template, StandardCharsets.UTF_8))
        .replaceAll((MatchResult match) -> timeAt(end, match.group(1)))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String timeAt(Instant end, String minutes) {
    return end.plus(Long.parseLong(minutes), ChronoUnit.MINUTES).toString();
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = DemoStory.class.getResourceAsStream(FOLDER + name)) {
      if (in == null) {
        throw new IOException("the demo's file " + name + " is missing");
      }
      return in.readAllBytes();
    }
  }
}
