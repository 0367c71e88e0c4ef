package dev.handoffledger.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.internal.http.LedgerClient;
import dev.handoffledger.cli.internal.http.Query;
import dev.handoffledger.cli.internal.text.SafeText;
import dev.handoffledger.cli.internal.text.TextOutput;
import dev.handoffledger.cli.internal.view.HandoffLines;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code handoff show}: one handoff, or its artifact. */
@Command(
    name = "show",
    sortOptions = false,
    description = "Show a handoff and its artifact.",
    footerHeading = "%nExamples:%n",
    footer = {"  handoff show 3f1c…", "  handoff show 3f1c… --artifact > brief.json"})
final class ShowCommand implements Callable<Integer> {
  @ParentCommand private HandoffCommand handoff;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "ID",
      description = "The handoff id: 64 hex digits, with or without sha256: before them.")
  private String id;

  @Option(
      names = "--artifact",
      description = {
        "Print only the artifact, byte for byte as it was published. On a terminal, characters that"
            + " could deceive its reader are shown as JSON escapes."
      })
  private boolean artifactOnly;

  @Override
  public Integer call() {
    String handoffId = HandoffIds.require(id, spec.commandLine());
    LedgerClient ledger = handoff.ledger();
    if (artifactOnly) {
      printArtifact(artifact(ledger, handoffId));
      return ExitCode.DONE;
    }
    byte[] answer =
        ledger.find(new Query(), "v1", "handoffs", handoffId).orElseThrow(HandoffIds::notThere);
    if (handoff.isJson()) {
      handoff.printJson(answer);
      return ExitCode.DONE;
    }
    JsonNode artifact = ledger.parse(artifact(ledger, handoffId));
    TextOutput text = handoff.terminal().text();
    HandoffLines lines = new HandoffLines(text, handoff.times());
    lines.print(ledger.parse(answer));
    text.blank();
    lines.artifact(artifact);
    return ExitCode.DONE;
  }

  private byte[] artifact(LedgerClient ledger, String handoffId) {
    return ledger
        .find(new Query(), "v1", "handoffs", handoffId, "artifact")
        .orElseThrow(HandoffIds::notThere);
  }

  private void printArtifact(byte[] artifact) {
    if (handoff.terminal().display().interactiveOutput()) {
      String shown = SafeText.escapeJson(new String(artifact, StandardCharsets.UTF_8));
      handoff.printJson(shown.getBytes(StandardCharsets.UTF_8));
    } else {
      handoff.terminal().write(artifact);
    }
  }
}
