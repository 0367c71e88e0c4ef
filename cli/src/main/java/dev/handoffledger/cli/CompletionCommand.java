package dev.handoffledger.cli;

import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code handoff completion}: a script that teaches a shell this command. */
@Command(
    name = "completion",
    sortOptions = false,
    description = {
      "Print a completion script.",
      "For this shell: source <(handoff completion bash); for every shell, put that line into"
          + " ~/.bashrc or ~/.zshrc."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  source <(handoff completion bash)",
      "  handoff completion zsh > ~/.handoff-completion"
    })
final class CompletionCommand implements Callable<Integer> {

  /** A shell that has completion. */
  enum Shell {
    BASH,
    ZSH;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @ParentCommand private HandoffCommand handoff;

  @Spec private CommandSpec spec;

  @SuppressWarnings("UnusedVariable") // Asked for all the same: a further shell may need another.
  @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
  private Shell shell;

  /** One script serves both shells: in zsh it switches on the completion of bash first. */
  @Override
  public Integer call() {
    handoff
        .terminal()
        .out()
        .print(AutoComplete.bash("handoff", spec.root().commandLine()) + DynamicCompletion.SCRIPT);
    return ExitCode.DONE;
  }
}
