package dev.handoffledger.server.internal;

import dev.handoffledger.producer.ProvisioningException;
import dev.handoffledger.projections.NotAvailableException;
import dev.handoffledger.server.Configuration;
import dev.handoffledger.server.ConfigurationException;
import dev.handoffledger.server.LogLines;
import dev.handoffledger.server.Program;
import dev.handoffledger.server.Setting;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What the commands of the programs have in common. */
@Command(
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:stopped when it was asked to",
      "1:stopped by itself, or did not stop in time; the log says why",
      "2:the configuration, the topics or the command line must be changed",
      "3:Kafka cannot be reached"
    })
public abstract class ServerCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(ServerCommand.class);
  private static final int TO_BE_CHANGED = 2;
  private static final int UNREACHABLE = 3;
  private static final String INDENT = "      ";
  private static final int WIDTH = 78;

  private final Program program;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A file of Java properties with settings (default: $HANDOFF_CONFIG).")
  private Path file;

  @Option(
      names = "--print-config",
      description = "Prints every setting as it would be used, without secrets, and ends.")
  private boolean printConfig;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help, with every setting, and ends.")
  private boolean help;

  @Spec private CommandSpec spec;

  protected ServerCommand(Program program) {
    this.program = program;
  }

  /**
   * Starts the parts of the program.
   *
   * @return whether one of them has failed for good
   */
  protected abstract BooleanSupplier start(Configuration configuration, Lifetime lifetime)
      throws Exception;

  /** Runs a program and exits. */
  protected static void main(ServerCommand command, String[] arguments) {
    CommandLine line = new CommandLine(command);
    line.getCommandSpec().usageMessage().footer(command.settings());
    System.exit(line.execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    Map<String, String> environment = System.getenv();
    if (file == null && environment.containsKey(Configuration.FILE_VARIABLE)) {
      file = Path.of(environment.get(Configuration.FILE_VARIABLE));
    }
    try {
      Configuration configuration = Configuration.read(program, file, environment);
      if (printConfig) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(configuration.print());
        out.flush();
        return 0;
      }
      LogLines.toStandardError(configuration.text(Setting.LOG_LEVEL));
      configuration
          .warnings()
          .forEach(warning -> LOG.warn("event=setting warning=\"{}\"", warning));
      Lifetime lifetime = new Lifetime();
      return lifetime.run(
          () -> start(configuration, lifetime),
          Duration.ofSeconds(configuration.number(Setting.STOP_TIMEOUT)));
    } catch (ConfigurationException e) {
      return fail(TO_BE_CHANGED, e.getMessage());
    } catch (ProvisioningException | NotAvailableException e) {
      return fail(UNREACHABLE, e.getMessage());
    } catch (IllegalStateException e) {
      LOG.error("event=not_started", e);
      return fail(TO_BE_CHANGED, e.getMessage());
    }
  }

  private int fail(int exitCode, String message) {
    PrintWriter err = spec.commandLine().getErr();
    message.lines().forEach(line -> err.println(program.command() + ": " + line));
    err.flush();
    return exitCode;
  }

  /** The settings, as the last part of the help. */
  private String[] settings() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("Settings, in the file. In the environment, which wins over the file,");
    lines.add("handoff.http.port is HANDOFF_HTTP_PORT.");
    for (Setting setting : Setting.values()) {
      if (setting.isOf(program)) {
        String value = setting.defaultValue();
        lines.add("");
        lines.add("  " + setting.key() + (value == null || value.isEmpty() ? "" : "=" + value));
        lines.addAll(wrapped(setting.description()));
      }
    }
    lines.add("");
    lines.add("  kafka.*");
    lines.addAll(
        wrapped(
            "Settings of Kafka's clients, without the prefix: kafka.bootstrap.servers (required),"
                + " kafka.security.protocol, kafka.sasl.jaas.config and so on; kafka.producer.* and"
                + " kafka.main.consumer.* for those of Kafka Streams alone. In the environment:"
                + " KAFKA_BOOTSTRAP_SERVERS."));
    // Percent signs and markup of picocli's own in a description would be read as such.
    return lines.stream()
        .map(line -> Ansi.OFF.string(line).replace("%", "%%"))
        .toArray(String[]::new);
  }

  private static List<String> wrapped(String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(INDENT);
    for (String word : text.split(" ", -1)) {
      if (line.length() + word.length() > WIDTH) {
        lines.add(line.toString().stripTrailing());
        line.setLength(0);
        line.append(INDENT);
      }
      line.append(word).append(' ');
    }
    lines.add(line.toString().stripTrailing());
    return lines;
  }
}
