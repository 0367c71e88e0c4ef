package dev.handoffledger.standalone.surfaces;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** A chain of 1,000 handoffs: a brief, 333 results and two verdicts on each. */
@Tag("surfaces")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LargeChainTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int RESULTS = 333;
  private static final int HANDOFFS = 1 + RESULTS + 2 * RESULTS;

  @TempDir private static Path folder;
  private DashboardLedger ledger;
  private Browser browser;
  private String root;

  @BeforeAll
  void start() throws IOException, InterruptedException {
    ledger = new DashboardLedger(folder);
    List<JsonNode> handoffs = new ArrayList<>();
    handoffs.add(codelens("01-codelens-brief.json", "plan", null));
    for (int result = 0; result < RESULTS; result++) {
      handoffs.add(codelens("02-codelens-result.json", "result-" + result, "plan"));
    }
    for (int verdict = 0; verdict < 2 * RESULTS; verdict++) {
      handoffs.add(
          codelens(
              "03-codelens-verdict-changes.json",
              "verdict-" + verdict,
              "result-" + verdict % RESULTS));
    }
    root = ledger.publish(handoffs.get(0)).path("id").textValue();
    ledger.publishAll(handoffs);
    ledger.await("/v1/chains/" + root, chain -> chain.path("handoffs").asInt() == HANDOFFS);
    browser = new Browser(ledger.url());
  }

  private static JsonNode codelens(String file, String session, String parentSession)
      throws IOException {
    ObjectNode artifact = (ObjectNode) JSON.readTree(DashboardLedger.resource(file));
    artifact.put("session_id", session);
    if (parentSession != null) {
      ObjectNode parent = artifact.withObject("/parent_artifact");
      parent.put("session_id", parentSession);
      parent.remove("sha256");
    }
    return artifact;
  }

  @AfterAll
  void stop() {
    if (browser != null) {
      browser.close();
    }
    ledger.close();
  }

  @Test
  void chain_isDrawnWhole() {
    browser.open("#/chains/" + DashboardPages.encoded(root));
    browser.click(".graph-bar button", "All of it");

    browser.until("every handoff is drawn", now -> now.all(".graph .node").size() == HANDOFFS);
    assertThat(browser.all(".edges path")).hasSize(HANDOFFS - 1);
  }

  @Test
  void chainSeenFromNear_drawsOnlyWhatIsInSight() {
    browser.open("#/chains/" + DashboardPages.encoded(root));

    assertThat(browser.all(".graph .node").size()).isBetween(1, 100);
  }

  @Test
  void stepFromHandoffToHandoff_takesLessThanASecond() {
    browser.open("#/chains/" + DashboardPages.encoded(root));
    browser.run("document.querySelector('.graph .node[tabindex=\"0\"]').focus()");
    browser.press(Keys.ARROW_RIGHT);
    browser.until("a result has the focus", now -> !root.equals(focusedHandoff()));

    long millis =
        (long)
            browser.runUntilItAnswers(
                """
                const done = arguments[0];
                const from = document.activeElement;
                const start = performance.now();
                from.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowDown", bubbles: true}));
                const look = () => document.activeElement === from
                  ? requestAnimationFrame(look)
                  : done(Math.round(performance.now() - start));
                look();""");

    assertThat(millis).isLessThan(1000);
  }

  private String focusedHandoff() {
    return browser.focused().getDomAttribute("data-id");
  }
}
