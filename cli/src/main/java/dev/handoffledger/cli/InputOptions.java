package dev.handoffledger.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.handoffledger.cli.internal.input.ArtifactInputs;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The artifacts that a command is for. */
final class InputOptions {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE|FOLDER|-",
      description = {
        "A file with one artifact; an .ndjson or .jsonl file with one a line; a folder with such"
            + " files (.json, .ndjson, .jsonl), in the order of their names; or - for standard"
            + " input, one artifact or one a line."
      })
  private List<String> arguments;

  @Option(
      names = "--ndjson",
      description = "Every FILE, and standard input, holds one artifact a line.")
  private boolean ndjson;

  ArtifactInputs open(HandoffCommand handoff) {
    ObjectMapper json = handoff.json();
    return ArtifactInputs.of(
        arguments, ndjson, handoff.terminal().in(), bytes -> isJson(json, bytes));
  }

  private static boolean isJson(ObjectMapper json, byte[] bytes) {
    try {
      return !json.readTree(bytes).isMissingNode();
    } catch (IOException notJson) {
      return false;
    }
  }
}
