package dev.handoffledger.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.cli.internal.CommandFailedException;
import dev.handoffledger.cli.internal.context.Contexts;
import dev.handoffledger.cli.internal.context.Contexts.Context;
import dev.handoffledger.cli.internal.http.ServerUrl;
import dev.handoffledger.cli.internal.text.Span;
import dev.handoffledger.cli.internal.text.Table;
import dev.handoffledger.cli.internal.text.Table.Column;
import dev.handoffledger.cli.internal.text.Table.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code handoff context}: names for servers. */
@Command(
    name = "context",
    sortOptions = false,
    synopsisSubcommandLabel = "[COMMAND]",
    description = {
      "Give names to servers and choose the one that commands ask; without a command, list them.",
      "The first of these decides: --url, --context, HANDOFF_URL, HANDOFF_CONTEXT, the current"
          + " context. The context \"local\" is always there."
    },
    subcommands = {
      ContextCommand.Use.class,
      ContextCommand.Set.class,
      ContextCommand.Remove.class,
      ContextCommand.Show.class
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  handoff context set team --url https://ledger.example.org --publisher ada@loom",
      "  handoff context use team",
      "  handoff context",
      "  handoff --context local inbox"
    })
final class ContextCommand implements Callable<Integer> {
  @ParentCommand private HandoffCommand handoff;

  @Override
  public Integer call() {
    Contexts contexts = handoff.contexts();
    if (handoff.isJson()) {
      ObjectNode list = handoff.json().createObjectNode().put("current", contexts.current());
      var items = list.putArray("items");
      contexts.all().forEach((name, context) -> items.add(node(contexts, name, context)));
      handoff.terminal().json(handoff.toJson(list));
      return ExitCode.DONE;
    }
    List<Row> rows = new ArrayList<>();
    contexts
        .all()
        .forEach(
            (name, context) ->
                rows.add(
                    Row.of(
                        Span.good(name.equals(contexts.current()) ? "*" : ""),
                        Span.strong(name),
                        Span.plain(context.url()),
                        Span.plain(context.publisher() == null ? "" : context.publisher()))));
    new Table(
            handoff.terminal().text(),
            Column.fixed(""),
            Column.fixed("NAME"),
            Column.fixed("URL"),
            Column.flexible("PUBLISHER"))
        .print(rows);
    handoff.terminal().out().flush();
    return ExitCode.DONE;
  }

  private ObjectNode node(Contexts contexts, String name, Context context) {
    return handoff
        .json()
        .createObjectNode()
        .put("name", name)
        .put("url", context.url())
        .put("publisher", context.publisher())
        .put("current", name.equals(contexts.current()));
  }

  private void say(ObjectNode document, String sentence) {
    if (handoff.isJson()) {
      handoff.terminal().json(handoff.toJson(document));
    } else {
      handoff.terminal().text().line(Span.plain(sentence));
      handoff.terminal().out().flush();
    }
  }

  private static CommandFailedException unknown() {
    return new CommandFailedException(
        ExitCode.REFUSED, "There is no context of this name. `handoff context` lists them.");
  }

  /** {@code handoff context use}. */
  @Command(
      name = "use",
      sortOptions = false,
      description = "Choose the context that commands ask unless told otherwise.",
      footerHeading = "%nExamples:%n",
      footer = {"  handoff context use team", "  handoff context use local"})
  static final class Use implements Callable<Integer> {
    @ParentCommand private ContextCommand parent;

    @Parameters(paramLabel = "NAME", description = "A context, as `handoff context` lists them.")
    private String name;

    @Override
    public Integer call() {
      Contexts contexts = parent.handoff.contexts();
      Context context = contexts.find(name).orElseThrow(ContextCommand::unknown);
      Contexts changed = contexts.using(name);
      parent.handoff.keep(changed);
      parent.say(
          parent.node(changed, name, context), "Commands now ask " + name + ", " + context.url());
      return ExitCode.DONE;
    }
  }

  /** {@code handoff context set}. */
  @Command(
      name = "set",
      sortOptions = false,
      description = {
        "Give a server a name, or change what is kept under it: --url is the server, --publisher who"
            + " publishes there. What is not given stays as it is."
      },
      footerHeading = "%nExamples:%n",
      footer = {
        "  handoff context set team --url https://ledger.example.org",
        "  handoff context set team --publisher ada@loom"
      })
  static final class Set implements Callable<Integer> {
    @ParentCommand private ContextCommand parent;

    @Spec private CommandSpec spec;

    @Parameters(
        paramLabel = "NAME",
        description = "1 to 64 letters, digits, dots, underscores and hyphens.")
    private String name;

    @Override
    public Integer call() {
      if (!Contexts.isName(name) || name.equals(Contexts.LOCAL)) {
        throw wrong(
            "A context's name is 1 to 64 letters, digits, dots, underscores and hyphens, starts with"
                + " a letter or a digit, and is not \"local\", which is always there.");
      }
      Contexts contexts = parent.handoff.contexts();
      Context before = contexts.named().get(name);
      String url = parent.handoff.givenUrl().map(this::checked).orElse(null);
      if (url == null && before == null) {
        throw wrong("Which server? Add --url, for example --url https://ledger.example.org.");
      }
      String publisher = parent.handoff.givenPublisher().orElse(null);
      Context context =
          new Context(
              url == null ? before.url() : url,
              publisher == null && before != null ? before.publisher() : publisher);
      Contexts changed = contexts.with(name, context);
      parent.handoff.keep(changed);
      String use =
          name.equals(contexts.current())
              ? ""
              : ". `handoff context use " + name + "` makes it the current one";
      parent.say(
          parent.node(changed, name, context),
          "The context " + name + " is " + context.url() + use);
      return ExitCode.DONE;
    }

    private String checked(String url) {
      try {
        return ServerUrl.parse(url).toString();
      } catch (IllegalArgumentException e) {
        throw wrong(e.getMessage());
      }
    }

    private ParameterException wrong(String message) {
      return new ParameterException(spec.commandLine(), message);
    }
  }

  /** {@code handoff context remove}. */
  @Command(
      name = "remove",
      sortOptions = false,
      description = "Forget a context. If it was the current one, \"local\" is from then on.",
      footerHeading = "%nExamples:%n",
      footer = {"  handoff context remove team"})
  static final class Remove implements Callable<Integer> {
    @ParentCommand private ContextCommand parent;

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "A context, as `handoff context` lists them.")
    private String name;

    @Override
    public Integer call() {
      if (name.equals(Contexts.LOCAL)) {
        throw new ParameterException(
            spec.commandLine(), "The context \"local\" is always there and cannot be removed.");
      }
      Contexts contexts = parent.handoff.contexts();
      Context context = contexts.find(name).orElseThrow(ContextCommand::unknown);
      Contexts changed = contexts.without(name);
      parent.handoff.keep(changed);
      parent.say(
          parent.node(changed, name, context),
          "The context "
              + name
              + " is gone"
              + (name.equals(contexts.current()) ? "; commands now ask local" : ""));
      return ExitCode.DONE;
    }
  }

  /** {@code handoff context show}. */
  @Command(
      name = "show",
      sortOptions = false,
      description = "Show which server a command asks now, as whom it publishes, and why.",
      footerHeading = "%nExamples:%n",
      footer = {"  handoff context show", "  handoff context show -o json"})
  static final class Show implements Callable<Integer> {
    @ParentCommand private ContextCommand parent;

    @Override
    public Integer call() {
      HandoffCommand handoff = parent.handoff;
      ServerChoice choice = handoff.server();
      if (handoff.isJson()) {
        handoff
            .terminal()
            .json(
                handoff.toJson(
                    handoff
                        .json()
                        .createObjectNode()
                        .put("context", choice.context())
                        .put("url", choice.url())
                        .put("publisher", handoff.publisher())
                        .put("reason", choice.reason())));
        return ExitCode.DONE;
      }
      var text = handoff.terminal().text();
      if (choice.context() != null) {
        text.line(Span.quiet("  context    "), Span.strong(choice.context()));
      }
      text.line(Span.quiet("  url        "), Span.plain(choice.url()));
      text.line(Span.quiet("  publisher  "), Span.plain(handoff.publisher()));
      text.line(Span.quiet("  reason     "), Span.plain(choice.reason()));
      handoff.terminal().out().flush();
      return ExitCode.DONE;
    }
  }
}
