package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.IssueFilter;
import dev.handoffledger.projections.IssueView;
import dev.handoffledger.projections.LedgerQueries;
import dev.handoffledger.projections.Page;
import dev.handoffledger.projections.issue.IssueState;
import dev.handoffledger.projections.issue.PacketMarkdown;
import dev.handoffledger.schemas.Sha256;
import dev.handoffledger.schemas.WorkRejection;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The routes that ask for issues and their packets. */
public final class IssueRoutes {
  private final Reads reads;
  private final LedgerQueries queries;

  public IssueRoutes(Reads reads) {
    this.reads = reads;
    this.queries = reads.queries();
  }

  public void register(RoutesConfig routes) {
    ReadRoutes asking = new ReadRoutes(routes, reads);
    asking.get("/v1/issues", this::issues);
    asking.get("/v1/issues/{name}", this::issue);
    asking.get("/v1/issues/{name}/packet", this::packet);
  }

  private void issues(Context ctx) {
    QueryParameters parameters =
        QueryParameters.of(ctx, "state", "severity", "project", "limit", "cursor");
    IssueFilter filter =
        new IssueFilter(
            parameters.text("project"),
            state(parameters.text("state")),
            severity(parameters.text("severity")));
    Page<IssueView> page =
        parameters.page((cursor, limit) -> queries.issues(filter, cursor, limit));
    JsonAnswer.write(ctx, 200, ViewJson.page(page, ViewJson::issue));
  }

  private void issue(Context ctx) {
    JsonAnswer.write(ctx, 200, ViewJson.issue(named(ctx)));
  }

  private void packet(Context ctx) {
    PacketType type = PacketType.acceptedBy(ctx);
    byte[] packet = named(ctx).packet();
    byte[] body =
        switch (type) {
          case JSON -> packet;
          case MARKDOWN ->
              PacketMarkdown.of((ObjectNode) ViewJson.artifact(packet))
                  .getBytes(StandardCharsets.UTF_8);
        };
    ctx.header("Vary", "Accept");
    if (!EntityTags.answersUnchanged(ctx, Sha256.hex(body))) {
      ctx.status(200).contentType(type.mediaType()).result(body);
    }
  }

  private IssueView named(Context ctx) {
    String project = QueryParameters.of(ctx, "project").text("project");
    return NamedIssue.of(queries, ctx.pathParam("name"), project).view();
  }

  private static IssueState state(String word) {
    if (word == null) {
      return null;
    }
    return Arrays.stream(IssueState.values())
        .filter(state -> state.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                HttpProblem.badParameter(
                    "state",
                    Arrays.stream(IssueState.values())
                        .map(IssueState::word)
                        .collect(Collectors.joining(", ", "give one of ", "."))));
  }

  private static String severity(String word) {
    if (word == null || word.equals(WorkRejection.ERROR) || word.equals(WorkRejection.WARN)) {
      return word;
    }
    throw HttpProblem.badParameter("severity", "give error or warn.");
  }
}
