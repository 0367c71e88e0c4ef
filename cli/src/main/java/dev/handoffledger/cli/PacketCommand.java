package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.text.SafeText;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code handoff packet}: what an agent needs to take up an issue. */
@Command(
    name = "packet",
    sortOptions = false,
    description = {
      "Print the packet of a LoopOps issue, byte for byte as the server gives it.",
      "On a terminal, characters that could deceive its reader are shown as escapes."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff packet iss_7f3a | jq -r .diagnosis.recommended_next",
      "  handoff packet iss_7f3a --format markdown | pbcopy"
    })
final class PacketCommand implements Callable<Integer> {

  /** A form of a packet. */
  enum Format {
    JSON("application/json"),
    MARKDOWN("text/markdown");

    private final String mediaType;

    Format(String mediaType) {
      this.mediaType = mediaType;
    }

    private String harmless(String packet) {
      return this == JSON ? SafeText.escapeJson(packet) : SafeText.escapeLines(packet);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @ParentCommand private HandoffCommand handoff;

  @Spec private CommandSpec spec;

  @Mixin private IssueName issue;

  @Option(
      names = "--format",
      // Not FORMAT: the completion of options with one label is that of -o.
      paramLabel = "FORM",
      defaultValue = "json",
      description = "json (default), or markdown: the prompt for a person to paste into an agent.")
  private Format format;

  @Override
  public Integer call() {
    if (handoff.isJson() && format == Format.MARKDOWN) {
      throw new ParameterException(
          spec.commandLine(), "--format markdown and -o json contradict each other: give one.");
    }
    return new IssueRequest(handoff, issue.text())
        .run(
            () ->
                handoff
                    .ledger()
                    .get(format.mediaType, issue.query(), "v1", "issues", issue.text(), "packet"),
            this::print);
  }

  private void print(byte[] packet) {
    if (handoff.terminal().display().interactiveOutput()) {
      String shown = format.harmless(new String(packet, StandardCharsets.UTF_8));
      String lines = shown.endsWith("\n") ? shown : shown + "\n";
      handoff.terminal().write(lines.getBytes(StandardCharsets.UTF_8));
    } else {
      handoff.terminal().write(packet);
    }
  }
}
