package dev.handoffledger.standalone;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.cli.Terminal;
import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.standalone.internal.AnswerComparison;
import dev.handoffledger.standalone.internal.AnswerComparison.Difference;
import dev.handoffledger.standalone.internal.Console;
import dev.handoffledger.standalone.internal.KafkaAddress;
import dev.handoffledger.standalone.internal.LedgerInventory;
import dev.handoffledger.standalone.internal.RebuiltLedger;
import dev.handoffledger.standalone.internal.TopicReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code handoff audit rebuild}: holds what the gateway answers against the log. */
@Command(
    name = "rebuild",
    description =
        "Builds the projections anew from the log, beside the live ones and without touching them,"
            + " and compares every answer with that of the gateway, byte for byte: sessions,"
            + " handoffs, facts, artifacts, lineages, roles and their open handoffs, leases,"
            + " orphans, quarantine, chains, gates, issues and packets. What it makes in Kafka and"
            + " on the disk is removed at the end.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff audit rebuild",
      "  handoff audit rebuild --kafka kafka-1:9092 --url https://ledger.example.org"
    })
final class AuditRebuildCommand implements Callable<Integer> {
  private static final int LONGEST_SHOWN = 200;

  @ParentCommand private AuditCommand audit;

  @Option(
      names = "--temp",
      paramLabel = "DIR",
      description =
          "Where to build them, in a folder that is removed at the end (default: the system's"
              + " folder for temporary files). It takes about as much room as the live ones.")
  private Path temporary = Path.of(System.getProperty("java.io.tmpdir"));

  @Override
  public Integer call() throws InterruptedException {
    KafkaAddress kafka;
    String url;
    try {
      kafka = audit.kafka();
      url = audit.url();
    } catch (IOException e) {
      return audit.fail(AuditCommand.CANNOT_RUN, e.getMessage());
    }
    try {
      return rebuild(kafka, url);
    } catch (IOException
        | ExecutionException
        | KafkaException
        | NotAvailableException
        | IllegalStateException e) {
      return audit.fail(
          AuditCommand.UNREACHABLE,
          "cannot compare the ledger at "
              + kafka.servers()
              + " with "
              + url
              + ": "
              + Console.reason(e));
    }
  }

  private int rebuild(KafkaAddress kafka, String url)
      throws IOException, ExecutionException, InterruptedException {
    Terminal terminal = audit.terminal();
    Consumer<String> progress = terminal.progress()::update;
    LedgerInventory inventory;
    AnswerComparison.Result result;
    RebuiltLedger rebuilt = new RebuiltLedger(kafka, temporary);
    Thread ifStopped = new Thread(rebuilt::close, "audit-cleanup");
    Runtime.getRuntime().addShutdownHook(ifStopped);
    try {
      rebuilt.start();
      try (TopicReader reader = new TopicReader(kafka)) {
        inventory = LedgerInventory.of(reader, progress);
      }
      rebuilt.await(progress);
      try (AnswerComparison comparison =
          new AnswerComparison(url, rebuilt.url(), Integer.MAX_VALUE, progress)) {
        result = comparison.compare(inventory);
      }
    } finally {
      rebuilt.close();
      forget(ifStopped);
    }
    terminal.progress().clear();
    if (audit.isJson()) {
      terminal.json(json(inventory, result).toString());
    } else {
      print(inventory, result, terminal);
    }
    if (!result.differences().isEmpty()) {
      return AuditCommand.WRONG;
    }
    return result.unsettled().isEmpty() ? AuditCommand.WELL : AuditCommand.UNREACHABLE;
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // This process is being stopped, and the hook runs.
      Thread.currentThread().interrupt();
    }
  }

  private static ObjectNode json(LedgerInventory inventory, AnswerComparison.Result result) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("sessions", inventory.sessions().size());
    node.put("handoffs", inventory.handoffs().size());
    node.put("answers", result.answers());
    node.put("position", result.position());
    ArrayNode differences = node.putArray("differences");
    for (Difference difference : result.differences()) {
      ObjectNode described = differences.addObject();
      described.put("path", difference.path());
      described.put("live_status", difference.liveStatus());
      described.put("rebuilt_status", difference.rebuiltStatus());
      described.put("at", difference.at());
      described.put("live", difference.live());
      described.put("rebuilt", difference.rebuilt());
    }
    ArrayNode unsettled = node.putArray("unsettled");
    result.unsettled().forEach(unsettled::add);
    return node;
  }

  private static void print(
      LedgerInventory inventory, AnswerComparison.Result result, Terminal terminal) {
    terminal.print(
        "%d answers about %d sessions and %d handoffs compared, at %s or later"
            .formatted(
                result.answers(),
                inventory.sessions().size(),
                inventory.handoffs().size(),
                result.position().isEmpty() ? "the start" : result.position()));
    for (Difference difference : result.differences()) {
      terminal.print("✗ GET " + difference.path() + what(difference));
      if (difference.at() != null) {
        terminal.print("    live    " + shown(difference.live()));
        terminal.print("    rebuilt " + shown(difference.rebuilt()));
      }
    }
    result.unsettled().forEach(path -> terminal.print("? GET " + path + ": kept changing"));
    terminal.print(verdict(result));
  }

  private static String what(Difference difference) {
    if (difference.at() != null) {
      return difference.at().isEmpty() ? " differs" : " differs at " + difference.at();
    }
    if (difference.liveStatus() != difference.rebuiltStatus()) {
      return ": live answers %d, rebuilt %d"
          .formatted(difference.liveStatus(), difference.rebuiltStatus());
    }
    return ": the log has it, and both answer " + difference.liveStatus();
  }

  private static String shown(String text) {
    if (text == null) {
      return "nothing";
    }
    return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…";
  }

  private static String verdict(AnswerComparison.Result result) {
    int differences = result.differences().size();
    if (differences > 0) {
      return "✗ " + differences + (differences == 1 ? " answer differs" : " answers differ");
    }
    return result.unsettled().isEmpty()
        ? "✓ every answer is what the log gives"
        : "? "
            + result.unsettled().size()
            + " answers kept changing while they were compared; ask again when less is published";
  }
}
