package dev.handoffledger.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.bench.internal.BenchRun;
import dev.handoffledger.bench.internal.Profile;
import dev.handoffledger.bench.internal.ReportText;
import dev.handoffledger.bench.internal.Scale;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.kafka.common.utils.Utils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code handoff bench}: what the ledger costs beside Kafka alone. */
@Command(
    name = "bench",
    description =
        "Measures a ledger of its own on an embedded broker in a temporary folder, beside plain"
            + " clients, a pass-through topology and one that writes as much as the ledger does."
            + " Prints the ratios first. Takes about half an hour, with --short three minutes.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    subcommands = MicroCommand.class,
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff bench --short",
      "  handoff bench --short -o json",
      "  handoff bench --short --jfr bench.jfr",
      "  handoff bench --handoffs 100000 --handoffs 1000000",
      "  handoff bench micro"
    })
public final class BenchCommand implements Callable<Integer> {
  private static final int CANNOT_RUN = 2;

  enum OutputFormat {
    json,
    text
  }

  @Option(names = "--short", description = "Measure less, within three minutes.")
  private boolean shortRun;

  @Option(
      names = "--handoffs",
      paramLabel = "N",
      description =
          "Also ask a ledger of so many handoffs, and start it again with the most of them. May be"
              + " given several times.")
  private List<Long> sizes = List.of();

  @Option(
      names = "--jfr",
      paramLabel = "FILE",
      description =
          "Record the run with Java Flight Recorder into this file, and draw the flame graph of the"
              + " processor's thread beside it, as HTML.")
  private Path recording;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "json|text",
      description = "How to print the report (default: text).")
  private OutputFormat output = OutputFormat.text;

  /** Runs the command and exits: 0 measured, 2 usage or cannot run. */
  public static void main(String[] arguments) {
    List<String> words = List.of(arguments);
    // The launcher names the command first, as it does for every program of its.
    List<String> own =
        !words.isEmpty() && words.get(0).equals("bench") ? words.subList(1, words.size()) : words;
    System.exit(
        new CommandLine(new BenchCommand())
            .setCommandName("handoff bench")
            .execute(own.toArray(String[]::new)));
  }

  @Override
  public Integer call() throws Exception {
    Scale scale =
        (shortRun ? Scale.SHORT : Scale.FULL).withLedgerSizes(sizes.stream().sorted().toList());
    Path folder = Files.createTempDirectory("handoff-bench");
    try {
      ObjectNode report = measured(scale, folder);
      print(System.out, output == OutputFormat.json ? pretty(report) : ReportText.of(report));
      return 0;
    } catch (IOException | RuntimeException e) {
      print(System.err, "handoff: " + reason(e));
      return CANNOT_RUN;
    } finally {
      Utils.delete(folder.toFile());
    }
  }

  private ObjectNode measured(Scale scale, Path folder) throws Exception {
    if (recording == null) {
      return BenchRun.run(scale, folder, BenchCommand::tell);
    }
    try (Profile profile = Profile.start(recording)) {
      return BenchRun.run(scale, folder, BenchCommand::tell);
    }
  }

  private static String pretty(JsonNode report) {
    return report.toPrettyString();
  }

  private static void tell(String progress) {
    print(System.err, progress);
  }

  static String reason(Throwable failure) {
    return failure.getCause() == null || failure.getCause().getMessage() == null
        ? String.valueOf(failure.getMessage())
        : failure.getMessage() + ": " + failure.getCause().getMessage();
  }

  private static void print(PrintStream stream, String text) {
    byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
    stream.write(bytes, 0, bytes.length);
    stream.flush();
  }
}
