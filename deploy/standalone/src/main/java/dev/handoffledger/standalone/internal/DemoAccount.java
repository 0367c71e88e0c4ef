package dev.handoffledger.standalone.internal;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Tells a person what happened in the demo. */
public final class DemoAccount {
  private final Consumer<String> out;

  public DemoAccount(Consumer<String> out) {
    this.out = out;
  }

  public void opening(String url) {
    out.accept("A ledger is up at " + url + ". A fleet's day, as it is published:");
    out.accept("");
  }

  /** One publish and what the ledger said to it. */
  public void step(DemoStory.Step step, JsonNode outcome) {
    out.accept(step.who() + " " + step.says() + ".");
    switch (outcome.path("outcome").asText()) {
      case "recorded" -> recorded(outcome);
      case "duplicate" ->
          out.accept(
              "   = "
                  + outcome.path("kind").asText()
                  + " is there already, as seq "
                  + outcome.path("seq").asLong()
                  + " of "
                  + outcome.path("session").asText()
                  + ": nothing new");
      default -> refused(outcome);
    }
  }

  private void recorded(JsonNode outcome) {
    boolean status = outcome.path("fact").asText().equals("status");
    out.accept(
        "   ✓ "
            + outcome.path("kind").asText()
            + (status ? " has a new status in " : " recorded in ")
            + outcome.path("session").asText()
            + ", seq "
            + outcome.path("seq").asLong()
            + (status ? "" : arrow(texts(outcome.path("roles")))));
    JsonNode link = outcome.path("link");
    switch (link.path("status").asText()) {
      case "linked" ->
          out.accept("     answers: " + link.path("parent_kind").asText("handoff") + parent(link));
      case "pending" -> out.accept("     its parent is not linked yet");
      default -> {}
    }
  }

  private static String parent(JsonNode link) {
    String session = link.path("parent_session").asText();
    return session.isEmpty() ? "" : " of " + session;
  }

  private void refused(JsonNode outcome) {
    for (JsonNode problem : outcome.path("problems")) {
      String pointer = problem.path("pointer").asText();
      out.accept(
          "   ✗ "
              + problem.path("code").asText()
              + (pointer.isEmpty() ? "" : " at " + pointer)
              + ": "
              + problem.path("message").asText());
    }
  }

  /** What the ledger knows at the end of the day. */
  public void closing(
      JsonNode roles,
      JsonNode sessions,
      JsonNode baton,
      JsonNode rejections,
      JsonNode issues,
      LedgerAudit audit) {
    out.accept("");
    out.accept("Who has work waiting now:");
    for (JsonNode role : roles) {
      if (role.path("open").asLong() > 0) {
        out.accept(
            "   %-20s %d open".formatted(role.path("role").asText(), role.path("open").asLong()));
      }
    }
    out.accept("");
    out.accept("A new agent that takes up codelens/import-long-run starts from its newest baton:");
    JsonNode payload = baton.path("newest").path("artifact").path("payload");
    out.accept("   goal: " + payload.path("goal").asText());
    out.accept("   next: " + String.join("; ", texts(payload.path("resume_plan"))));
    out.accept("");
    out.accept("Issues that rejections and telemetry brought to light, each with a packet:");
    for (JsonNode issue : issues) {
      out.accept(
          "   %-15s %-5s %s"
              .formatted(
                  issue.path("state").asText(),
                  issue.path("severity").asText(),
                  issue.path("title").asText()));
    }
    out.accept("");
    out.accept(
        "%d sessions, %d facts; %d artifacts refused and kept with their reasons."
            .formatted(sessions.size(), audit.facts(), rejections.size()));
    out.accept(
        audit.problems().isEmpty()
            ? "Every session's hash chain is whole; nothing was recorded or routed twice."
            : audit.problems().size() + " broken promises: " + audit.problems());
    out.accept("");
    out.accept("Next: ./handoff up, then ./handoff publish FILE and ./handoff inbox ROLE.");
  }

  private static String arrow(List<String> roles) {
    return roles.isEmpty() ? "" : " → " + String.join(", ", roles);
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }
}
