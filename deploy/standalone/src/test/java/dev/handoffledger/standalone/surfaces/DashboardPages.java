package dev.handoffledger.standalone.surfaces;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The addresses of the dashboard's pages on a ledger with the corpus. */
final class DashboardPages {
  private DashboardPages() {}

  /** Every kind of page by name, each with something on it. */
  static Map<String, String> of(DashboardLedger ledger) throws IOException, InterruptedException {
    String chain = longestChain(ledger);
    Map<String, String> pages = new LinkedHashMap<>();
    pages.put("waiting", "#/");
    pages.put("role", "#/roles/human");
    pages.put("sessions", "#/sessions");
    pages.put("session", "#/sessions/codelens/planner-7f3a");
    pages.put("handoff", "#/handoffs/" + encoded(chain));
    pages.put("chains", "#/chains");
    pages.put("chain", "#/chains/" + encoded(chain));
    pages.put("issues", "#/issues");
    pages.put("issue", issue(ledger));
    pages.put("rejections", "#/rejections");
    pages.put("rejection", "#/rejections/" + encoded(rejection(ledger, "schema_violation")));
    pages.put("rejection of no JSON", "#/rejections/" + encoded(rejection(ledger, "not_json")));
    pages.put("live", "#/live");
    pages.put("API", "#/api");
    pages.put("an operation of the API", "#/api/publish");
    pages.put("no page", "#/nowhere");
    return pages;
  }

  static String longestChain(DashboardLedger ledger) throws IOException, InterruptedException {
    JsonNode longest = null;
    for (JsonNode chain : ledger.get("/v1/chains?limit=1000").path("items")) {
      boolean longer =
          longest == null || chain.path("handoffs").asInt() > longest.path("handoffs").asInt();
      longest = longer ? chain : longest;
    }
    return longest.path("root").textValue();
  }

  /** Format and id, encoded, of the session with the most facts. */
  static String longestSession(DashboardLedger ledger) throws IOException, InterruptedException {
    JsonNode longest = null;
    for (JsonNode session : ledger.get("/v1/sessions?limit=1000").path("items")) {
      boolean longer =
          longest == null || session.path("facts").asInt() > longest.path("facts").asInt();
      longest = longer ? session : longest;
    }
    String[] parts = longest.path("session").textValue().split("/", 2);
    return parts[0] + "/" + encoded(parts[1]);
  }

  static String issue(DashboardLedger ledger) throws IOException, InterruptedException {
    JsonNode issue = ledger.get("/v1/issues").at("/items/0");
    return "#/issues/"
        + encoded(issue.path("id").textValue())
        + "?project="
        + encoded(issue.path("project_id").textValue());
  }

  static String rejection(DashboardLedger ledger, String reason)
      throws IOException, InterruptedException {
    return ledger
        .get("/v1/rejections?limit=1&reason=" + reason)
        .at("/items/0/position")
        .textValue();
  }

  static String encoded(String step) {
    return URLEncoder.encode(step, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
