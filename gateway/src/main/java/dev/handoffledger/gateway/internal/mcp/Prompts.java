package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.List;
import java.util.Map;

/** How a planner, a builder and a reviewer work with the ledger, for people to start them with. */
final class Prompts {

  /**
   * A role's prompt.
   *
   * @param arguments what it takes
   * @param defaults of those that need not be given
   */
  private record RolePrompt(
      String name, String title, List<PromptArgument> arguments, Map<String, String> defaults) {}

  private static final PromptArgument HOLDER =
      PromptArgument.builder("holder")
          .description("The name that the agent claims and publishes under.")
          .required(true)
          .build();

  private Prompts() {}

  static List<SyncPromptSpecification> all() {
    return List.of(
        specify(
            new RolePrompt(
                "planner",
                "Plan work and publish a brief",
                List.of(
                    PromptArgument.builder("goal")
                        .description("What is to be achieved.")
                        .required(true)
                        .build()),
                Map.of())),
        specify(
            new RolePrompt(
                "builder",
                "Claim a brief, build it and publish the result",
                List.of(HOLDER, role("builder-refactor")),
                Map.of("role", "builder-refactor"))),
        specify(
            new RolePrompt(
                "reviewer",
                "Claim a result, judge it and publish the verdict",
                List.of(HOLDER, role("reviewer")),
                Map.of("role", "reviewer"))));
  }

  private static PromptArgument role(String usual) {
    return PromptArgument.builder("role")
        .description("The role to claim work of (default " + usual + ").")
        .required(false)
        .build();
  }

  private static SyncPromptSpecification specify(RolePrompt prompt) {
    String text = Texts.read("prompts/" + prompt.name() + ".md");
    return new SyncPromptSpecification(
        Prompt.builder(prompt.name())
            .title(prompt.title())
            .description(prompt.title() + ".")
            .arguments(prompt.arguments())
            .build(),
        (context, request) ->
            GetPromptResult.builder(
                    List.of(
                        message(text),
                        message(
                            "Given, as JSON: " + SafeJson.of(given(prompt, request.arguments())))))
                .description(prompt.title() + ".")
                .build());
  }

  private static ObjectNode given(RolePrompt prompt, Map<String, Object> arguments) {
    ObjectNode given = JsonNodeFactory.instance.objectNode();
    for (PromptArgument argument : prompt.arguments()) {
      Object value = arguments == null ? null : arguments.get(argument.name());
      if (value instanceof String text && !text.isBlank()) {
        given.put(argument.name(), text);
      } else if (prompt.defaults().containsKey(argument.name())) {
        given.put(argument.name(), prompt.defaults().get(argument.name()));
      } else {
        throw McpError.builder(ErrorCodes.INVALID_PARAMS)
            .message("Give the argument " + argument.name() + " as a text; it is required.")
            .build();
      }
    }
    return given;
  }

  private static PromptMessage message(String text) {
    return PromptMessage.builder(Role.USER, TextContent.builder(text).build()).build();
  }
}
