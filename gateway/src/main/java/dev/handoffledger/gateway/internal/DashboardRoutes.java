package dev.handoffledger.gateway.internal;

import dev.handoffledger.schemas.Sha256;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code GET /}: the dashboard, one page that asks the API, and {@code GET /assets/}: its files.
 */
public final class DashboardRoutes {
  /** Only what this gateway serves runs on the page, whatever an artifact may smuggle into it. */
  private static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final String FOLDER = "/dev/handoffledger/gateway/dashboard/";
  private static final String PAGE = "index.html";
  private static final Map<String, String> MEDIA_TYPES =
      Map.of(
          "html", "text/html;charset=utf-8",
          "css", "text/css;charset=utf-8",
          "js", "text/javascript;charset=utf-8",
          "svg", "image/svg+xml");

  /** Every file beside the page. */
  private static final List<String> ASSETS =
      List.of(
          "dashboard.css",
          "icon.svg",
          "app.js",
          "artifact.js",
          "chain-graph.js",
          "components.js",
          "fact.js",
          "json-lines.js",
          "ledger-api.js",
          "page-chain.js",
          "page-chains.js",
          "page-handoff.js",
          "page-issue.js",
          "page-issues.js",
          "page-live.js",
          "page-reference.js",
          "page-rejection.js",
          "page-rejections.js",
          "page-role.js",
          "page-session.js",
          "page-sessions.js",
          "page-waiting.js",
          "router.js",
          "text.js",
          "tree-layout.js",
          "lib/d3-hierarchy/d3-hierarchy.min.js",
          "lib/htm/standalone.module.js");

  private record Asset(byte[] bytes, String mediaType, String tag) {}

  private final Asset page = read(PAGE);
  private final Map<String, Asset> assets = new HashMap<>();

  public DashboardRoutes() {
    ASSETS.forEach(name -> assets.put(name, read(name)));
  }

  public void register(RoutesConfig routes) {
    get(routes, "/", ctx -> answer(ctx, page));
    get(routes, "/assets/<file>", this::asset);
  }

  private static void get(RoutesConfig routes, String path, Handler handler) {
    routes.get(path, handler);
    routes.head(path, handler);
  }

  private void asset(Context ctx) {
    Asset asset = assets.get(ctx.pathParam("file"));
    if (asset == null) {
      throw HttpProblem.notFound("The dashboard has no such file.");
    }
    answer(ctx, asset);
  }

  private static void answer(Context ctx, Asset asset) {
    QueryParameters.of(ctx);
    ctx.header("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    if (!EntityTags.answersUnchanged(ctx, asset.tag())) {
      ctx.status(200).contentType(asset.mediaType()).result(asset.bytes());
    }
  }

  private static Asset read(String name) {
    try (InputStream in = DashboardRoutes.class.getResourceAsStream(FOLDER + name)) {
      if (in == null) {
        throw new IllegalStateException("the dashboard lacks " + name);
      }
      byte[] bytes = in.readAllBytes();
      String extension = name.substring(name.lastIndexOf('.') + 1);
      return new Asset(bytes, MEDIA_TYPES.get(extension), Sha256.hex(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException("the dashboard's " + name + " cannot be read", e);
    }
  }
}
