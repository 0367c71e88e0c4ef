package dev.handoffledger.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.handoffledger.cli.internal.CommandFailedException;
import dev.handoffledger.cli.internal.context.ContextFile;
import dev.handoffledger.cli.internal.context.Contexts;
import dev.handoffledger.cli.internal.http.LedgerAnswerException;
import dev.handoffledger.cli.internal.http.LedgerClient;
import dev.handoffledger.cli.internal.http.LedgerUnreachableException;
import dev.handoffledger.cli.internal.http.ServerUrl;
import dev.handoffledger.cli.internal.text.SafeText;
import dev.handoffledger.cli.internal.text.Times;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code handoff} command: its options, which every command takes, and its commands. */
@Command(
    name = "handoff",
    description = "Publish, find and take up the work that coding agents hand to each other.",
    synopsisSubcommandLabel = "COMMAND",
    sortOptions = false,
    versionProvider = VersionCommand.Provider.class,
    optionListHeading = "%nOptions, before or after the command:%n",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:something was rejected, a claim or a gate refused, or what was asked for is not there",
      "2:wrong usage, or a file that cannot be read",
      "3:the server cannot be reached or cannot answer now"
    },
    footer = {
      "",
      "Start here: `handoff demo` shows a day of a fleet on a ledger of its own; `handoff up` starts"
          + " a ledger on this machine that keeps what is published to it.",
      "",
      "Examples:",
      "  handoff publish artifacts/",
      "  handoff inbox reviewer",
      "  handoff help claim"
    })
public final class HandoffCommand implements Runnable {
  private static final int INHERITED = 100;
  private static final int MIN_HELP_COLUMNS = 60;
  private static final int MAX_HELP_COLUMNS = 100;

  private Terminal terminal;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      order = INHERITED,
      scope = ScopeType.INHERIT,
      description = "What to print: text (default) or json.")
  private OutputFormat output;

  @Option(
      names = "--url",
      paramLabel = "URL",
      order = INHERITED + 1,
      scope = ScopeType.INHERIT,
      description =
          "The server; else that of --context, HANDOFF_URL, HANDOFF_CONTEXT, the current "
              + "context, "
              + ServerUrl.LOCAL
              + ".")
  private String url;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      order = INHERITED + 1,
      scope = ScopeType.INHERIT,
      description = "The server that goes by this name: see `handoff context --help`.")
  private String context;

  @Option(
      names = "--publisher",
      paramLabel = "NAME",
      order = INHERITED + 2,
      scope = ScopeType.INHERIT,
      description = "Who publishes; else HANDOFF_PUBLISHER, else the context's, else USER@HOST.")
  private String publisher;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      order = INHERITED + 3,
      scope = ScopeType.INHERIT,
      description = "How long to wait for one answer (default: 30).")
  private Integer timeoutSeconds;

  @Option(
      names = "--absolute-times",
      order = INHERITED + 4,
      scope = ScopeType.INHERIT,
      description = "Print times in full instead of as \"3 min ago\".")
  private boolean absoluteTimes;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      order = INHERITED + 4,
      scope = ScopeType.INHERIT,
      description =
          "Colours: auto (default: on a terminal, unless NO_COLOR is set), always, never.")
  private ColourChoice colour;

  @SuppressWarnings("UnusedVariable") // picocli acts on it.
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      order = INHERITED + 5,
      scope = ScopeType.INHERIT,
      description = "Show this help.")
  private boolean help;

  @SuppressWarnings("UnusedVariable") // picocli acts on it.
  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      order = INHERITED + 6,
      description = "Show the version.")
  private boolean version;

  private ObjectMapper json;
  private LedgerClient ledger;
  private Contexts contexts;

  HandoffCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  public static void main(String[] arguments) {
    System.exit(run(Terminal.ofProcess(), arguments));
  }

  /** Runs one command line and returns its {@linkplain ExitCode exit code}. */
  public static int run(Terminal terminal, String... arguments) {
    int exitCode = commandLine(terminal, Commands.meantBy(arguments)).execute(arguments);
    if (terminal.outputIsClosed() && exitCode == ExitCode.DONE) {
      terminal.err().println("handoff: Not everything could be written to standard output.");
      exitCode = ExitCode.USAGE;
    }
    terminal.err().flush();
    return exitCode;
  }

  /** The command line with the commands of these names. */
  static CommandLine commandLine(Terminal terminal, List<String> names) {
    HandoffCommand root = new HandoffCommand(terminal);
    CommandLine commands = new CommandLine(root);
    for (String name : names) {
      CommandLine command = new CommandLine(Commands.make(name));
      setHeadings(command);
      command.getSubcommands().values().forEach(HandoffCommand::setHeadings);
      commands.addSubcommand(name, command);
    }
    int columns = terminal.display().columns();
    return commands
        .setOut(terminal.out())
        .setErr(terminal.err())
        .setColorScheme(colourScheme(terminal.display().colour()))
        .setUsageHelpWidth(
            columns == 0
                ? MAX_HELP_COLUMNS
                : Math.max(MIN_HELP_COLUMNS, Math.min(MAX_HELP_COLUMNS, columns)))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setAllowSubcommandsAsOptionParameters(true)
        .setExecutionStrategy(root::executeInColour)
        .setParameterExceptionHandler(HandoffCommand::explainUsage)
        .setExecutionExceptionHandler(HandoffCommand::explainFailure);
  }

  private static void setHeadings(CommandLine command) {
    command
        .getCommandSpec()
        .usageMessage()
        .parameterListHeading("%n")
        .optionListHeading("%nOptions:%n")
        .commandListHeading("%nCommands:%n");
  }

  private static Help.ColorScheme colourScheme(boolean colour) {
    return Help.defaultColorScheme(colour ? Help.Ansi.ON : Help.Ansi.OFF);
  }

  private int executeInColour(CommandLine.ParseResult parsed) {
    if (colour != null) {
      terminal = terminal.withColour(colour.colours(terminal.display().colour()));
      spec.commandLine().setColorScheme(colourScheme(terminal.display().colour()));
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  private static int explainUsage(ParameterException e, String[] arguments) {
    CommandLine command = e.getCommandLine();
    String reason =
        e instanceof UnmatchedArgumentException unmatched ? unknown(unmatched) : e.getMessage();
    command.getErr().println(SafeText.escape("handoff: " + reason));
    command.getErr().println("See `" + command.getCommandSpec().qualifiedName() + " --help`.");
    return ExitCode.USAGE;
  }

  private static String unknown(UnmatchedArgumentException e) {
    String given = e.getUnmatched().get(0);
    boolean atTheStart = e.getCommandLine().getParent() == null;
    String thing = given.startsWith("-") ? "option" : atTheStart ? "command" : "further argument";
    List<String> alike =
        e.getSuggestions().stream().filter(name -> !name.equals(CandidatesCommand.NAME)).toList();
    return "There is no "
        + thing
        + " "
        + given
        + (alike.isEmpty() ? "." : "; did you mean " + String.join(" or ", alike) + "?");
  }

  private static int explainFailure(
      Exception e, CommandLine command, CommandLine.ParseResult parsed) {
    command.getOut().flush();
    if (e instanceof CommandFailedException failure) {
      return explain(command, failure.getMessage(), failure.exitCode());
    }
    if (e instanceof LedgerUnreachableException) {
      return explain(command, e.getMessage(), ExitCode.UNREACHABLE);
    }
    if (e instanceof LedgerAnswerException answer) {
      return explain(command, sentence(answer), exitCode(answer.status()));
    }
    if (e instanceof UncheckedIOException) {
      return explain(command, e.getMessage() + ".", ExitCode.USAGE);
    }
    command.getErr().println("handoff: This is a defect of handoff itself; please report it with:");
    e.printStackTrace(command.getErr());
    return ExitCode.DEFECT;
  }

  private static int explain(CommandLine command, String sentence, int exitCode) {
    command.getErr().println(SafeText.escape("handoff: " + sentence));
    return exitCode;
  }

  private static String sentence(LedgerAnswerException answer) {
    String said = answer.getMessage().replaceFirst("\\.$", "");
    return answer.status() == 503
        ? "The server cannot answer now (" + said + "). Try again in a moment."
        : "The server answered with status " + answer.status() + " (" + said + ").";
  }

  private static int exitCode(int status) {
    return status >= 400 && status < 500 ? ExitCode.USAGE : ExitCode.UNREACHABLE;
  }

  /** Without a command: says which there are. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command? `handoff --help` lists them.");
  }

  Terminal terminal() {
    return terminal;
  }

  boolean isJson() {
    return output == OutputFormat.JSON;
  }

  Times times() {
    return new Times(terminal.clock(), absoluteTimes);
  }

  /** Prints a server's document as it is. */
  void printJson(byte[] document) {
    terminal.write(document);
    if (document.length == 0 || document[document.length - 1] != '\n') {
      terminal.write(new byte[] {'\n'});
    }
  }

  String toJson(Object value) {
    try {
      return json().writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a value of our own cannot be written as JSON", e);
    }
  }

  /** Made when first needed: help and version start without it. */
  ObjectMapper json() {
    if (json == null) {
      json =
          JsonMapper.builder()
              .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
              .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
              .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
              .build();
    }
    return json;
  }

  /** Made when first needed. */
  LedgerClient ledger() {
    if (ledger == null) {
      ledger = ledger(timeout());
    }
    return ledger;
  }

  /** A client that waits for an answer so long. */
  LedgerClient ledger(Duration patience) {
    return new LedgerClient(serverUrl(), publisher(), patience, json());
  }

  private URI serverUrl() {
    try {
      return ServerUrl.parse(server().url());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** Which server commands ask. */
  ServerChoice server() {
    if (url != null && context != null) {
      throw new ParameterException(
          spec.commandLine(), "--url and --context contradict each other: give one of them.");
    }
    return ServerChoice.of(
        url,
        context,
        terminal.environment(),
        this::contexts,
        reason ->
            new CommandFailedException(
                ExitCode.USAGE,
                "There is no context of the name that "
                    + reason
                    + " gives. `handoff context` lists them."));
  }

  /** The server's URL, if the command line gives one. */
  Optional<String> givenUrl() {
    return Optional.ofNullable(url);
  }

  /** Who publishes, if the command line says so. */
  Optional<String> givenPublisher() {
    return Optional.ofNullable(publisher).map(this::checkedPublisher);
  }

  /** The contexts that the user keeps. */
  Contexts contexts() {
    if (contexts == null) {
      contexts = contextFile().map(this::read).orElse(Contexts.NONE);
    }
    return contexts;
  }

  private Optional<ContextFile> contextFile() {
    return ContextFile.pathIn(terminal.environment()).map(path -> new ContextFile(path, json()));
  }

  private Contexts read(ContextFile file) {
    try {
      return file.read();
    } catch (IOException e) {
      throw new CommandFailedException(
          ExitCode.USAGE,
          "The contexts cannot be read from "
              + file.path()
              + ": "
              + e.getMessage()
              + ". Mend the file, or remove it and set the contexts again.");
    }
  }

  /** Keeps the contexts. */
  void keep(Contexts changed) {
    ContextFile file =
        contextFile()
            .orElseThrow(
                () ->
                    new CommandFailedException(
                        ExitCode.USAGE,
                        "There is no folder to keep contexts in: set HOME or XDG_CONFIG_HOME."));
    try {
      file.write(changed);
    } catch (IOException e) {
      throw new CommandFailedException(
          ExitCode.USAGE,
          "The contexts cannot be written to "
              + file.path()
              + " ("
              + e.getClass().getSimpleName()
              + "). Look at the folder's permissions, or set XDG_CONFIG_HOME.");
    }
    contexts = changed;
  }

  private Duration timeout() {
    int seconds = timeoutSeconds == null ? 30 : timeoutSeconds;
    if (seconds < 1) {
      throw new ParameterException(spec.commandLine(), "--timeout must be at least 1 second.");
    }
    return Duration.ofSeconds(seconds);
  }

  /** Who publishes, and holds what it claims unless it says otherwise. */
  String publisher() {
    Map<String, String> environment = terminal.environment();
    if (publisher != null && !publisher.isBlank()) {
      return checkedPublisher(publisher);
    }
    String ofEnvironment = environment.getOrDefault("HANDOFF_PUBLISHER", "");
    if (!ofEnvironment.isBlank()) {
      return checkedPublisher(ofEnvironment);
    }
    String ofContext = server().publisher();
    if (ofContext != null && !ofContext.isBlank()) {
      return checkedPublisher(ofContext);
    }
    String user = environment.getOrDefault("USER", System.getProperty("user.name"));
    String host = environment.getOrDefault("HOSTNAME", "localhost");
    return (user + "@" + host).replaceAll("[^\\x21-\\x7E]", "-");
  }

  private String checkedPublisher(String given) {
    if (!given.matches("[\\x20-\\x7E]{1,200}")) {
      throw new ParameterException(
          spec.commandLine(),
          "The publisher must be 1 to 200 printable ASCII characters (--publisher,"
              + " HANDOFF_PUBLISHER or the context's).");
    }
    return given.strip();
  }
}
