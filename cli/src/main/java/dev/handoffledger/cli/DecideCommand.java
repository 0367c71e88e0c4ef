package dev.handoffledger.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.cli.internal.http.LedgerAnswerException;
import dev.handoffledger.cli.internal.http.LedgerUnreachableException;
import dev.handoffledger.cli.internal.publish.PublishOutcome;
import dev.handoffledger.cli.internal.view.IssueLines;
import java.net.ConnectException;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code handoff decide}: say what is to be done about an issue. */
@Command(
    name = "decide",
    sortOptions = false,
    description = "Record a decision about a LoopOps issue, and print how the issue stands then.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff decide iss_7f3a patch --rationale \"Every client waits for it\"",
      "  handoff decide iss_7f3a defer --rationale \"After the release\" --by ada@example.org"
    })
final class DecideCommand implements Callable<Integer> {
  private static final Pattern KEY = Pattern.compile("[!-~]{1,256}");

  /** What a person can decide about an issue. */
  enum Decision {
    PATCH,
    OBSERVE,
    DEFER,
    SKIP;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @ParentCommand private HandoffCommand handoff;

  @Spec private CommandSpec spec;

  @Mixin private IssueName issue;

  @Parameters(index = "1", paramLabel = "DECISION", description = "${COMPLETION-CANDIDATES}.")
  private Decision decision;

  @Option(
      names = "--rationale",
      paramLabel = "TEXT",
      required = true,
      description = "Why; it is kept in the ledger and stands in the packet.")
  private String rationale;

  @Option(
      names = "--by",
      paramLabel = "NAME",
      description = "Who decided; else the publisher's name.")
  private String decider;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = {
        "The decision's idempotency key, 1 to 256 visible ASCII characters: given again with the"
            + " same key, a decision is recorded once (default: a new one)."
      })
  private String key;

  @Override
  public Integer call() {
    requireText("--rationale", rationale);
    requireText("--by", decider);
    if (key != null && !KEY.matcher(key).matches()) {
      throw new ParameterException(
          spec.commandLine(), "--key must be 1 to 256 visible ASCII characters.");
    }
    String sentKey = key == null ? UUID.randomUUID().toString() : key;
    String subject = decision + " " + issue.text();
    return new IssueRequest(handoff, subject)
        .run(() -> record(sentKey), answer -> print(subject, answer, sentKey));
  }

  private void requireText(String option, String text) {
    if (text != null && text.isBlank()) {
      throw new ParameterException(spec.commandLine(), option + " must not be blank.");
    }
  }

  private byte[] record(String sentKey) {
    // The same arguments give the same bytes, which is what a key may be used again with.
    ObjectNode body =
        handoff
            .json()
            .createObjectNode()
            .put("decision", decision.toString())
            .put("decided_by", decider == null ? handoff.publisher() : decider)
            .put("rationale", rationale);
    try {
      return handoff
          .ledger()
          .record(body, sentKey, issue.query(), "v1", "issues", issue.text(), "decisions");
    } catch (LedgerUnreachableException e) {
      if (!(e.getCause() instanceof ConnectException)) {
        explainAgain("", sentKey);
      }
      throw e;
    } catch (LedgerAnswerException e) {
      if (e.status() >= 500) {
        explainAgain("", sentKey);
      }
      throw e;
    }
  }

  private void print(String subject, byte[] answer, String sentKey) {
    JsonNode outcome = handoff.ledger().parse(answer);
    if (!outcome.path("outcome").isTextual()) {
      explainAgain("", sentKey);
      throw new LedgerUnreachableException("The server did not say what became of the decision.");
    }
    if (handoff.isJson()) {
      handoff.printJson(answer);
    } else {
      new IssueLines(handoff.terminal().text()).decided(subject, outcome);
      handoff.terminal().out().flush();
    }
    if (outcome.get("outcome").textValue().equals(PublishOutcome.PENDING)) {
      explainAgain("There is no word of the ledger yet. ", sentKey);
    }
  }

  private void explainAgain(String reason, String sentKey) {
    handoff
        .terminal()
        .err()
        .println(
            "handoff: "
                + reason
                + "To know whether the decision is recorded, give it again with --key "
                + sentKey
                + ": what is recorded is answered as a duplicate.");
  }
}
