package dev.handoffledger.cli;

import dev.handoffledger.cli.internal.mcp.McpBridge;
import dev.handoffledger.cli.internal.text.SafeText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** {@code handoff mcp}: the ledger for agents that start an MCP server as a program. */
@Command(
    name = "mcp",
    sortOptions = false,
    description = {
      "Serve the ledger over MCP on standard input and output, for agents that start their servers"
          + " as programs. It carries each message to the server's /mcp and ends when its input"
          + " ends."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  claude mcp add handoff -- handoff mcp",
      "  codex mcp add handoff -- handoff mcp --url http://127.0.0.1:7440"
    })
final class McpCommand implements Callable<Integer> {
  @ParentCommand private HandoffCommand handoff;

  @Override
  public Integer call() throws InterruptedException {
    Terminal terminal = handoff.terminal();
    McpBridge bridge =
        new McpBridge(
            handoff.ledger(),
            handoff.json(),
            line -> terminal.write(ended(line)),
            failure -> terminal.err().println(SafeText.escape("handoff: " + failure)));
    try {
      bridge.run(terminal.in(), handoff.ledger().longestExchange());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read standard input", e);
    }
    return ExitCode.DONE;
  }

  private static byte[] ended(byte[] line) {
    byte[] ended = Arrays.copyOf(line, line.length + 1);
    ended[line.length] = '\n';
    return ended;
  }
}
