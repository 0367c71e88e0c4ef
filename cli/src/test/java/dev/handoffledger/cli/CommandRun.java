package dev.handoffledger.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a command line did. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record CommandRun(int exitCode, byte[] bytes, String err) {
  static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  String out() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Standard output as one JSON document a line. */
  List<JsonNode> json() {
    List<JsonNode> documents = new ArrayList<>();
    out().lines().forEach(line -> documents.add(parse(line)));
    return documents;
  }

  static JsonNode parse(String document) {
    try {
      return new ObjectMapper().readTree(document);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + document, e);
    }
  }

  static CommandRun of(String... arguments) {
    return new Setting().run(arguments);
  }

  static Setting against(RecordedLedger ledger) {
    return new Setting().with("HANDOFF_URL", ledger.url());
  }

  /** The surroundings of a command line. */
  static final class Setting {
    private final Map<String, String> environment = new HashMap<>();
    private byte[] input = new byte[0];
    private Terminal.Display display = Terminal.Display.NONE;

    Setting with(String variable, String value) {
      environment.put(variable, value);
      return this;
    }

    Setting input(String text) {
      input = text.getBytes(StandardCharsets.UTF_8);
      return this;
    }

    Setting display(Terminal.Display shown) {
      display = shown;
      return this;
    }

    CommandRun run(String... arguments) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      int exitCode =
          HandoffCommand.run(
              new Terminal(
                  new ByteArrayInputStream(input),
                  out,
                  err,
                  environment,
                  Clock.fixed(NOW, ZoneOffset.UTC),
                  display),
              arguments);
      return new CommandRun(exitCode, out.toByteArray(), err.toString(StandardCharsets.UTF_8));
    }
  }
}
