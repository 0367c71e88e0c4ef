package dev.handoffledger.standalone;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.standalone.internal.Console;
import dev.handoffledger.standalone.internal.DataFolder;
import dev.handoffledger.standalone.internal.LedgerAudit;
import dev.handoffledger.standalone.internal.TopicReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code handoff audit}: holds a running ledger against its guarantees. */
@Command(
    name = "audit",
    description =
        "Reads the whole ledger and its role topics and checks every session's chain, and that no"
            + " handoff was recorded or routed twice. Moves no consumer's cursor. Exits 0 if all is"
            + " well, 1 with what is broken.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  handoff audit", "  handoff audit --kafka kafka-1:9092 -o json"})
final class AuditCommand implements Callable<Integer> {
  private static final int BROKEN = 1;
  private static final int CANNOT_RUN = 2;
  private static final int UNREACHABLE = 3;

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      description = "Kafka's address (default: that of the ledger that runs on --data).")
  private String kafka;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The folder of a running ledger (default: ~/.handoff-ledger).")
  private Path data = Path.of(System.getProperty("user.home"), ".handoff-ledger");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "json|text",
      description = "How to print (default: text).")
  private OutputFormat output = OutputFormat.text;

  @Override
  public Integer call() throws IOException {
    String bootstrapServers = kafka;
    if (bootstrapServers == null) {
      DataFolder.Address address = DataFolder.readAddress(data);
      if (address == null) {
        Console.err("handoff: no ledger runs on " + data + "; start one with: ./handoff up");
        return CANNOT_RUN;
      }
      bootstrapServers = address.kafka();
    }
    LedgerAudit audit;
    try (TopicReader reader = new TopicReader(bootstrapServers)) {
      audit = LedgerAudit.of(reader);
    } catch (KafkaException | IllegalStateException e) {
      Console.err("handoff: cannot read the ledger at " + bootstrapServers + ": " + e.getMessage());
      return UNREACHABLE;
    }
    Console.out(output == OutputFormat.json ? json(audit).toString() : text(audit));
    return audit.problems().isEmpty() ? 0 : BROKEN;
  }

  static ObjectNode json(LedgerAudit audit) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("facts", audit.facts());
    node.put("sessions", audit.sessions());
    node.put("handoffs", audit.handoffs());
    node.put("routes", audit.routes());
    node.put("unrouted", audit.unrouted());
    ArrayNode problems = node.putArray("problems");
    for (LedgerAudit.Problem problem : audit.problems()) {
      problems.addObject().put("where", problem.where()).put("what", problem.what());
    }
    return node;
  }

  private static String text(LedgerAudit audit) {
    StringBuilder text = new StringBuilder();
    text.append(
        "%d facts in %d sessions, %d handoffs, %d routes; %d not in a role topic%n"
            .formatted(
                audit.facts(),
                audit.sessions(),
                audit.handoffs(),
                audit.routes(),
                audit.unrouted()));
    for (LedgerAudit.Problem problem : audit.problems()) {
      text.append("✗ ").append(problem.where()).append(": ").append(problem.what()).append('\n');
    }
    text.append(
        audit.problems().isEmpty()
            ? "✓ every chain is whole, and nothing was recorded or routed twice"
            : audit.problems().size() + " problems");
    return text.toString();
  }
}
