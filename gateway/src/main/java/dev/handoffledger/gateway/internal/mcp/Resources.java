package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.gateway.internal.HttpProblem;
import dev.handoffledger.gateway.internal.ViewJson;
import dev.handoffledger.projections.HandoffView;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.Page;
import dev.handoffledger.projections.RoleSummary;
import dev.handoffledger.schemas.PercentEncoding;
import dev.handoffledger.schemas.format.PublishedSchema;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** What agents may read without calling a tool: the formats' schemas and the open inbox. */
final class Resources {
  private static final String JSON = "application/json";
  private static final String SCHEMA_JSON = "application/schema+json";
  private static final String SCHEMAS = "handoff://schemas/";
  private static final String INBOX = "handoff://inbox";
  private static final String INBOX_CONTINUED = "handoff://inbox-continued/";

  /** What an agent needs to choose; the tool show has the rest. */
  private static final List<String> SHOWN =
      List.of(
          "id",
          "kind",
          "session",
          "recorded_at",
          "link",
          "lease",
          "escalated",
          "required_capabilities",
          "publisher");

  private final LedgerQueries queries;

  Resources(LedgerQueries queries) {
    this.queries = queries;
  }

  List<SyncResourceSpecification> all() {
    return Stream.concat(
            PublishedSchema.all().stream().map(Resources::schema), Stream.of(inboxOfAllRoles()))
        .toList();
  }

  List<SyncResourceTemplateSpecification> templates() {
    return List.of(
        template(
            INBOX + "/{role}",
            "inbox-of-role",
            "The open handoffs of a role, the oldest first; the role is percent-encoded.",
            this::inbox),
        template(
            INBOX + "/{role}/{cursor}",
            "inbox-of-role-continued",
            "The inbox of a role from next_cursor of an earlier part on.",
            this::inbox),
        template(
            INBOX_CONTINUED + "{cursor}",
            "inbox-continued",
            "The roles with open work from next_cursor of an earlier part on.",
            uri -> roles(uri, Cursor.parse(uri.substring(INBOX_CONTINUED.length())))));
  }

  private static SyncResourceSpecification schema(PublishedSchema schema) {
    String uri = SCHEMAS + schema.name();
    return new SyncResourceSpecification(
        Resource.builder(uri, "schema-" + schema.name())
            .title("JSON Schema: " + schema.title())
            .description("What an artifact of this format must hold.")
            .mimeType(SCHEMA_JSON)
            .build(),
        (context, request) -> contents(uri, SCHEMA_JSON, schema.text()));
  }

  private SyncResourceSpecification inboxOfAllRoles() {
    return new SyncResourceSpecification(
        Resource.builder(INBOX, "inbox")
            .title("Open inbox")
            .description("Every role with open work, and how much.")
            .mimeType(JSON)
            .build(),
        (context, request) -> ProtocolErrors.of(() -> roles(INBOX, null)));
  }

  private ReadResourceResult roles(String uri, Cursor from) {
    ObjectNode members = JsonNodeFactory.instance.objectNode();
    List<RoleSummary> open = queries.roles().stream().filter(role -> role.open() > 0).toList();
    members.set("roles", ViewJson.list(open, ViewJson::role));
    Budget budget =
        Budget.continuedBy(
            Budget.DEFAULT, "There is more: read " + INBOX_CONTINUED + "<next_cursor>.");
    return contents(uri, JSON, SafeJson.of(budget.fit(Answer.fromOthers(members), from)));
  }

  private static SyncResourceTemplateSpecification template(
      String template, String name, String text, Function<String, ReadResourceResult> read) {
    return new SyncResourceTemplateSpecification(
        ResourceTemplate.builder(template, name)
            .title("Open inbox")
            .description(text)
            .mimeType(JSON)
            .build(),
        (context, request) -> ProtocolErrors.of(() -> read.apply(request.uri())));
  }

  private ReadResourceResult inbox(String uri) {
    String[] path = uri.substring(INBOX.length() + 1).split("/", 2);
    String role = role(path[0]);
    Cursor from = path.length < 2 ? null : Cursor.parse(path[1]);
    Answer answer =
        Answer.fromOthers(
            new Answer.Listing("handoffs", (cursor, limit) -> open(role, cursor, limit)));
    Budget budget =
        Budget.continuedBy(
            Budget.DEFAULT, "There is more: read " + INBOX + "/<role>/<next_cursor>.");
    return contents(uri, JSON, SafeJson.of(budget.fit(answer, from)));
  }

  private Page<JsonNode> open(String role, String cursor, int limit) {
    Page<HandoffView> page = queries.open(role, cursor, limit);
    return new Page<>(page.items().stream().map(Resources::shown).toList(), page.next());
  }

  private static JsonNode shown(HandoffView handoff) {
    return ViewJson.handoff(handoff).retain(SHOWN);
  }

  private static String role(String encoded) {
    try {
      return PercentEncoding.decode(encoded);
    } catch (IllegalArgumentException e) {
      throw HttpProblem.badParameter("role", "percent-encode it as UTF-8.");
    }
  }

  private static ReadResourceResult contents(String uri, String type, String text) {
    return new ReadResourceResult(
        List.of(TextResourceContents.builder(uri, text).mimeType(type).build()));
  }
}
