package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.LedgerQueries;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** How a planner, a builder and a reviewer work with the ledger, for people to start them with. */
final class Prompts {
  private static final String ROLE = "role";

  /**
   * What a prompt shows if an argument names it.
   *
   * @param onwards where the rest is, if it is too long
   */
  private record Attachment(
      PromptArgument argument, Function<String, Answer> data, String onwards) {}

  /**
   * A role's prompt.
   *
   * @param usualRole the role to claim work of unless told otherwise, or null if it claims none
   */
  private record RolePrompt(
      String name,
      String title,
      List<PromptArgument> arguments,
      String usualRole,
      Attachment attachment) {}

  private final ShowTool handoffs;
  private final IssueTool issues;

  Prompts(LedgerQueries queries) {
    this.handoffs = new ShowTool(queries);
    this.issues = new IssueTool(queries);
  }

  List<SyncPromptSpecification> all() {
    return List.of(
        specify(
            new RolePrompt(
                "planner",
                "Plan work and publish a brief",
                List.of(argument("goal", "What is to be achieved.", true)),
                null,
                new Attachment(
                    argument("issue", "The LoopOps issue that it is about.", false),
                    name -> issues.answer(name, null),
                    "There is more: call loopops_issue with this issue and cursor set to"
                        + " next_cursor."))),
        specify(
            claiming(
                "builder", "Claim a brief, build it and publish the result", "builder-refactor")),
        specify(
            claiming("reviewer", "Claim a result, judge it and publish the verdict", "reviewer")));
  }

  private RolePrompt claiming(String name, String title, String usualRole) {
    return new RolePrompt(
        name,
        title,
        List.of(
            argument("holder", "The name that the agent claims and publishes under.", true),
            argument(ROLE, "The role to claim work of (default " + usualRole + ").", false)),
        usualRole,
        new Attachment(
            argument("handoff", "The id of the handoff to work on (default any).", false),
            handoffs::answer,
            "There is more: call show with this id and cursor set to next_cursor."));
  }

  private static PromptArgument argument(String name, String description, boolean required) {
    return PromptArgument.builder(name).description(description).required(required).build();
  }

  private static SyncPromptSpecification specify(RolePrompt prompt) {
    String text = Texts.read("prompts/" + prompt.name() + ".md");
    List<PromptArgument> arguments = new ArrayList<>(prompt.arguments());
    arguments.add(prompt.attachment().argument());
    return new SyncPromptSpecification(
        Prompt.builder(prompt.name())
            .title(prompt.title())
            .description(prompt.title() + ".")
            .arguments(arguments)
            .build(),
        (context, request) -> ProtocolErrors.of(() -> messages(prompt, text, request.arguments())));
  }

  private static GetPromptResult messages(
      RolePrompt prompt, String text, Map<String, Object> arguments) {
    Map<String, Object> given = arguments == null ? Map.of() : arguments;
    List<PromptMessage> messages = new ArrayList<>();
    messages.add(message(text));
    messages.add(message("Given, as JSON: " + SafeJson.of(named(prompt, given))));
    Attachment attachment = prompt.attachment();
    String attached = text(given, attachment.argument());
    if (attached != null) {
      Budget budget = Budget.continuedBy(Budget.DEFAULT, attachment.onwards());
      messages.add(
          message(
              "Data of the ledger, as JSON: "
                  + SafeJson.of(budget.fit(attachment.data().apply(attached), null))));
    }
    return GetPromptResult.builder(messages).description(prompt.title() + ".").build();
  }

  private static ObjectNode named(RolePrompt prompt, Map<String, Object> given) {
    ObjectNode named = JsonNodeFactory.instance.objectNode();
    if (prompt.usualRole() != null) {
      named.put(ROLE, prompt.usualRole());
    }
    for (PromptArgument argument : prompt.arguments()) {
      String text = text(given, argument);
      if (text != null) {
        named.put(argument.name(), text);
      }
    }
    return named;
  }

  /** The text of an argument, or null if it is left out. */
  private static String text(Map<String, Object> given, PromptArgument argument) {
    if (given.get(argument.name()) instanceof String text && !text.isBlank()) {
      return text;
    }
    if (argument.required()) {
      throw McpError.builder(ErrorCodes.INVALID_PARAMS)
          .message("Give the argument " + argument.name() + " as a text; it is required.")
          .build();
    }
    return null;
  }

  private static PromptMessage message(String text) {
    return PromptMessage.builder(Role.USER, TextContent.builder(text).build()).build();
  }
}
