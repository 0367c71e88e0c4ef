package dev.handoffledger.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The commands by name. Describing all of them to picocli takes longer than running one, so those
 * that a command line cannot mean are left out.
 */
final class Commands {

  /** Every command, in the order of the help. */
  static final List<String> NAMES =
      List.of(
          "publish",
          "validate",
          "inbox",
          "claim",
          "renew",
          "release",
          "complete",
          "show",
          "session",
          "sessions",
          "lineage",
          "chain",
          "chains",
          "gate",
          "orphans",
          "tail",
          "replay",
          "issues",
          "packet",
          "decide",
          "rejections",
          "mcp",
          "up",
          "demo",
          "audit",
          "bench",
          "context",
          "version",
          "completion",
          "man",
          "help",
          CandidatesCommand.NAME);

  /** These show the others too. */
  private static final Set<String> ABOUT_ALL = Set.of("help", "man", "completion", "-h", "--help");

  private Commands() {}

  /** The commands that these arguments can mean: all, if they may ask for what there is. */
  static List<String> meantBy(String... arguments) {
    List<String> words = Arrays.asList(arguments);
    if (words.stream().anyMatch(ABOUT_ALL::contains)) {
      return NAMES;
    }
    List<String> named = NAMES.stream().filter(words::contains).toList();
    return named.isEmpty() ? NAMES : named;
  }

  /** A new command of this name. */
  static Object make(String name) {
    return switch (name) {
      case "publish" -> new PublishCommand();
      case "validate" -> new ValidateCommand();
      case "inbox" -> new InboxCommand();
      case "claim" -> new ClaimCommand();
      case "renew" -> new RenewCommand();
      case "release" -> new ReleaseCommand();
      case "complete" -> new CompleteCommand();
      case "show" -> new ShowCommand();
      case "session" -> new SessionCommand();
      case "sessions" -> new SessionsCommand();
      case "lineage" -> new LineageCommand();
      case "chain" -> new ChainCommand();
      case "chains" -> new ChainsCommand();
      case "gate" -> new GateCommand();
      case "orphans" -> new OrphansCommand();
      case "tail" -> new TailCommand();
      case "replay" -> new ReplayCommand();
      case "issues" -> new IssuesCommand();
      case "packet" -> new PacketCommand();
      case "decide" -> new DecideCommand();
      case "rejections" -> new RejectionsCommand();
      case "mcp" -> new McpCommand();
      case "up" -> new UpCommand();
      case "demo" -> new DemoCommand();
      case "audit" -> new AuditCommand();
      case "bench" -> new BenchCommand();
      case "context" -> new ContextCommand();
      case "version" -> new VersionCommand();
      case "completion" -> new CompletionCommand();
      case "man" -> new ManCommand();
      case CandidatesCommand.NAME -> new CandidatesCommand();
      case "help" -> new HelpTopicCommand();
      default -> throw new IllegalArgumentException("there is no such command");
    };
  }
}
