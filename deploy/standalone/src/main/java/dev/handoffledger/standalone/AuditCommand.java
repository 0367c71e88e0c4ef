package dev.handoffledger.standalone;

import dev.handoffledger.cli.Terminal;
import dev.handoffledger.standalone.internal.DataFolder;
import dev.handoffledger.standalone.internal.KafkaAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** {@code handoff audit}: holds a running ledger against what it promises. */
@Command(
    name = "audit",
    description =
        "Holds a running ledger against what it promises; without a command: verify. It reads"
            + " without a consumer group and moves nobody's cursor. Exits 0 if all is well, 1 with"
            + " what is wrong, 2 on wrong usage, 3 if the ledger cannot be read now.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    subcommands = {AuditVerifyCommand.class, AuditRebuildCommand.class},
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff audit",
      "  handoff audit verify --kafka kafka-1:9092 -o json",
      "  handoff audit rebuild --data /srv/ledger"
    })
final class AuditCommand implements Callable<Integer> {
  static final int WELL = 0;
  static final int WRONG = 1;
  static final int CANNOT_RUN = 2;
  static final int UNREACHABLE = 3;

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      scope = ScopeType.INHERIT,
      description = "Kafka's address (default: that of the ledger that runs on --data).")
  private String kafka;

  @Option(
      names = "--url",
      paramLabel = "URL",
      scope = ScopeType.INHERIT,
      description =
          "The gateway's address, which rebuild asks (default: that of the ledger on --data).")
  private String url;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      scope = ScopeType.INHERIT,
      description = "The folder of a running ledger (default: ~/.handoff-ledger).")
  private Path data = Path.of(System.getProperty("user.home"), ".handoff-ledger");

  @Option(
      names = "--config",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "Properties of the Kafka clients, for example for TLS.")
  private Path config;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "json|text",
      scope = ScopeType.INHERIT,
      description = "How to print (default: text).")
  private OutputFormat output = OutputFormat.text;

  private final Terminal terminal;

  AuditCommand() {
    this(Terminal.ofProcess());
  }

  AuditCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    return new AuditVerifyCommand(this).call();
  }

  Terminal terminal() {
    return terminal;
  }

  boolean isJson() {
    return output == OutputFormat.json;
  }

  /**
   * Kafka's address.
   *
   * @throws IOException if none is given and no ledger runs on the folder, or a file cannot be read
   */
  KafkaAddress kafka() throws IOException {
    return new KafkaAddress(
        kafka == null ? address("--kafka").kafka() : kafka,
        KafkaAddress.clients("--config", config));
  }

  /**
   * The gateway's address.
   *
   * @throws IOException if none is given and no ledger runs on the folder
   */
  String url() throws IOException {
    if (url == null && kafka != null) {
      throw new IOException(
          "--kafka names a ledger whose gateway is not known; give its address with --url");
    }
    String given = url == null ? address("--url").http() : url;
    return given.endsWith("/") ? given.substring(0, given.length() - 1) : given;
  }

  private DataFolder.Address address(String option) throws IOException {
    DataFolder.Address address = DataFolder.readAddress(data);
    if (address == null) {
      throw new IOException(
          "no ledger runs on "
              + data
              + "; start one with ./handoff up, or name a running one with --data or "
              + option);
    }
    return address;
  }

  /** Tells why nothing can be said of the ledger. */
  int fail(int exitCode, String reason) {
    terminal.progress().clear();
    terminal.err().println("handoff: " + reason);
    return exitCode;
  }
}
