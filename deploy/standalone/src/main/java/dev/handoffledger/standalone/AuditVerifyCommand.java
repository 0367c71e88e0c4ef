package dev.handoffledger.standalone;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.cli.Terminal;
import dev.handoffledger.schemas.fact.Break;
import dev.handoffledger.schemas.fact.ContentVerifier;
import dev.handoffledger.schemas.format.Formats;
import dev.handoffledger.standalone.internal.Console;
import dev.handoffledger.standalone.internal.KafkaAddress;
import dev.handoffledger.standalone.internal.LedgerAudit;
import dev.handoffledger.standalone.internal.TopicReader;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** {@code handoff audit verify}: checks chains, contents, leases and routes. */
@Command(
    name = "verify",
    description =
        "Reads the whole ledger and its role topics and checks every session's chain, every artifact"
            + " against its hashes, that no handoff had two leases, and that none was recorded or"
            + " routed twice. Names what is wrong: session, seq, partition, offset, what was expected"
            + " and what was found.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  handoff audit verify", "  handoff audit verify --kafka kafka-1:9092 -o json"})
final class AuditVerifyCommand implements Callable<Integer> {
  /** Longer texts are cut: an artifact has up to 4 MiB. */
  private static final int LONGEST_SHOWN = 200;

  @ParentCommand private AuditCommand audit;

  AuditVerifyCommand() {}

  /** As {@code handoff audit} without a command. */
  AuditVerifyCommand(AuditCommand audit) {
    this.audit = audit;
  }

  @Override
  public Integer call() {
    KafkaAddress kafka;
    try {
      kafka = audit.kafka();
    } catch (IOException e) {
      return audit.fail(AuditCommand.CANNOT_RUN, e.getMessage());
    }
    Terminal terminal = audit.terminal();
    LedgerAudit found;
    try (TopicReader reader = new TopicReader(kafka)) {
      found =
          LedgerAudit.of(reader, new ContentVerifier(new Formats()), terminal.progress()::update);
    } catch (KafkaException | IllegalStateException e) {
      return audit.fail(
          AuditCommand.UNREACHABLE,
          "cannot read the ledger at " + kafka.servers() + ": " + Console.reason(e));
    }
    terminal.progress().clear();
    if (audit.isJson()) {
      terminal.json(json(found).toString());
    } else {
      print(found, terminal);
    }
    return found.problems().isEmpty() ? AuditCommand.WELL : AuditCommand.WRONG;
  }

  static ObjectNode json(LedgerAudit audit) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("facts", audit.facts());
    node.put("sessions", audit.sessions());
    node.put("handoffs", audit.handoffs());
    node.put("leases", audit.leases());
    node.put("routes", audit.routes());
    node.put("unrouted", audit.unrouted());
    ArrayNode problems = node.putArray("problems");
    for (LedgerAudit.Problem problem : audit.problems()) {
      Break broken = problem.broken();
      ObjectNode described = problems.addObject();
      described.put("code", broken.promise().code());
      described.put("session", broken.session());
      described.put("seq", broken.seq() < 0 ? null : broken.seq());
      described.put("topic", problem.topic());
      described.put("partition", broken.at().partition());
      described.put("offset", broken.at().offset());
      described.put("what", broken.what());
      described.put("expected", broken.expected());
      described.put("found", broken.found());
    }
    return node;
  }

  private static void print(LedgerAudit audit, Terminal terminal) {
    terminal.print(
        "%d facts in %d sessions, %d handoffs, %d leases, %d routes; %d not in a role topic"
            .formatted(
                audit.facts(),
                audit.sessions(),
                audit.handoffs(),
                audit.leases(),
                audit.routes(),
                audit.unrouted()));
    for (LedgerAudit.Problem problem : audit.problems()) {
      Break broken = problem.broken();
      terminal.print("✗ " + problem.where() + ": " + broken.what());
      printIfKnown("expected", broken.expected(), terminal);
      printIfKnown("found   ", broken.found(), terminal);
    }
    terminal.print(
        audit.problems().isEmpty()
            ? "✓ every chain is whole, every artifact is what its hashes say, and nothing was"
                + " recorded or routed twice"
            : "✗ "
                + audit.problems().size()
                + (audit.problems().size() == 1 ? " problem" : " problems"));
  }

  private static void printIfKnown(String label, String text, Terminal terminal) {
    if (text != null) {
      boolean fits = text.length() <= LONGEST_SHOWN;
      terminal.print("    " + label + " " + (fits ? text : text.substring(0, LONGEST_SHOWN) + "…"));
    }
  }
}
