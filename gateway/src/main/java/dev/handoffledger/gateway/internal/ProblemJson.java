package dev.handoffledger.gateway.internal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.handoffledger.projections.NotAvailableException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.MethodNotAllowedResponse;
import io.javalin.http.NotFoundResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every error as {@code application/problem+json} (RFC 9457). */
public final class ProblemJson {
  static final String MEDIA_TYPE = "application/problem+json";

  private static final Logger LOG = LoggerFactory.getLogger(ProblemJson.class);
  private static final String TYPES = "https://handoffledger.dev/problems/";

  private ProblemJson() {}

  static ObjectNode node(int status, String type, String title, String detail) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("type", TYPES + type);
    node.put("title", title);
    node.put("status", status);
    node.put("detail", detail);
    return node;
  }

  public static ObjectNode node(HttpProblem problem) {
    ObjectNode node = node(problem.status(), problem.type(), problem.title(), problem.getMessage());
    problem.members().forEach(node::set);
    return node;
  }

  static void answer(Context ctx, HttpProblem problem) {
    problem.headers().forEach(ctx::header);
    JsonAnswer.write(ctx, problem.status(), MEDIA_TYPE, node(problem));
  }

  /** Maps what a handler throws; after it nothing leaves as another media type. */
  public static void register(RoutesConfig routes) {
    routes.exception(HttpProblem.class, (problem, ctx) -> answer(ctx, problem));
    routes.exception(
        NotAvailableException.class,
        (e, ctx) -> {
          LOG.info(
              "{} {} cannot be answered now: {}",
              LogText.escape(ctx.req().getMethod()),
              LogText.escape(ctx.path()),
              LogText.escape(e.getMessage()));
          answer(ctx, HttpProblem.notAvailable("The answer cannot be given now; ask again."));
        });
    routes.exception(
        NotFoundResponse.class,
        (e, ctx) -> answer(ctx, HttpProblem.notFound("There is no such resource.")));
    routes.exception(MethodNotAllowedResponse.class, ProblemJson::methodNotAllowed);
    routes.exception(
        HttpResponseException.class,
        (e, ctx) ->
            answer(
                ctx,
                new HttpProblem(
                    e.getStatus(), "http-error", "The request cannot be answered", "See status.")));
    routes.exception(
        Exception.class,
        (e, ctx) -> {
          LOG.error(
              "failed to answer {} {}",
              LogText.escape(ctx.req().getMethod()),
              LogText.escape(ctx.path()),
              e);
          answer(ctx, internalError());
        });
  }

  /** Answers when the virtual machine fails, for example for want of memory. */
  public static void answerError(HttpServletResponse response, Error error) {
    LOG.error("failed to answer", error);
    HttpProblem problem = internalError();
    byte[] body =
        JsonAnswer.bytes(
            node(problem.status(), problem.type(), problem.title(), problem.getMessage()));
    response.setStatus(problem.status());
    response.setContentType(MEDIA_TYPE);
    try {
      response.getOutputStream().write(body);
    } catch (IOException e) {
      LOG.info("the client is gone before it could be told of the failure", e);
    }
  }

  public static HttpProblem internalError() {
    return new HttpProblem(
        500, "internal-error", "Internal error", "The gateway failed to answer; its log says why.");
  }

  private static void methodNotAllowed(MethodNotAllowedResponse e, Context ctx) {
    String allowed = String.join(", ", e.getDetails().values());
    answer(
        ctx,
        new HttpProblem(
                405,
                "method-not-allowed",
                "Method not allowed",
                "This resource answers " + allowed + ".")
            .withHeader("Allow", allowed));
  }
}
