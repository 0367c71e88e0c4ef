package dev.handoffledger.standalone.surfaces;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The dashboard, used as its users do. */
@Tag("surfaces")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardUseTest {
  @TempDir private static Path folder;
  private DashboardLedger ledger;
  private Browser browser;
  private String chain;

  @BeforeAll
  void start() throws IOException, InterruptedException {
    ledger = new DashboardLedger(folder);
    ledger.publishCorpus();
    ledger.await("/v1/issues", answer -> answer.path("items").size() > 0);
    ledger.await("/v1/quarantine", answer -> answer.path("items").size() > 0);
    ledger.claim("reviewer", "ada@loom");
    chain = DashboardPages.longestChain(ledger);
    browser = new Browser(ledger.url());
    browser.allowClipboard();
  }

  @AfterAll
  void stop() {
    if (browser != null) {
      browser.close();
    }
    ledger.close();
  }

  @BeforeEach
  void wide() {
    browser.size(1280, 900);
    browser.scheme(Browser.Scheme.LIGHT);
  }

  // What waits.

  @Test
  void waiting_countsWhatIsOpenOfEachRole() throws IOException, InterruptedException {
    browser.open("#/");

    for (JsonNode role : ledger.get("/v1/roles").path("items")) {
      if (role.path("open").asInt() > 0) {
        assertThat(rowOf("#roles", role.path("role").textValue()))
            .contains(" " + role.path("open").asText() + " ");
      }
    }
  }

  @Test
  void waiting_hasTheFirstRoleWithItsOldestHandoff() throws IOException, InterruptedException {
    browser.open("#/");

    assertThat(browser.text("#roles tbody tr time")).endsWith(" ago");
  }

  @Test
  void waiting_saysWhoHoldsWhatAndForHowLong() {
    browser.open("#/");

    assertThat(rowOf("#leases", "ada@loom")).contains("builder_result").endsWith(" left");
  }

  @Test
  void waiting_hasOrphansAndWhatIsInQuarantine() {
    browser.open("#/");

    assertThat(browser.text("#orphans tbody")).contains("codelens/never-published-7f3a");
    assertThat(browser.text("#quarantine tbody")).contains("builder_result");
  }

  @Test
  void waiting_countsRejectionsByReasonAndLeadsToThem() {
    browser.open("#/");
    assertThat(rowOf("#rejections", "not json")).endsWith("5");

    browser.click("#rejections a", "not json");

    browser.untilHeading("Rejections");
    assertThat(browser.all("tbody tr")).hasSize(5);
  }

  @Test
  void waiting_showsWhatHasComeSinceItWasOpened() throws IOException, InterruptedException {
    browser.open("#/");
    String before = browser.text("#roles tbody");

    ledger.publish(
        new String(DashboardLedger.resource("17-cortex-1.json"), StandardCharsets.UTF_8)
            .replace("H-7f3a-1", "H-later")
            .replace("T-7f3a", "T-later")
            .replace("\"coordinator\"", "\"latecomer\"")
            .getBytes(StandardCharsets.UTF_8));

    assertThat(before).doesNotContain("latecomer");
    browser.until("the new role is shown", now -> now.text("#roles tbody").contains("latecomer"));
  }

  // From one thing to the next.

  @Test
  void role_leadsToAHandoffAndOnToItsSession() {
    browser.open("#/roles/human");
    browser.one("tbody a[data-row]").click();
    browser.untilHeading(" ");
    browser.until("the artifact is there", now -> !now.all(".lines .line").isEmpty());

    browser.one("a[href^='#/sessions/']").click();

    browser.until("the timeline is there", now -> !now.all(".timeline .fact").isEmpty());
    assertThat(browser.text(".timeline")).contains("recorded");
  }

  @Test
  void timeline_hasEveryFactTheNewestFirst() throws IOException, InterruptedException {
    JsonNode session = ledger.get("/v1/sessions/codelens/planner-7f3a");
    browser.open("#/sessions/codelens/planner-7f3a");

    List<String> seqs = browser.all(".timeline .seq").stream().map(WebElement::getText).toList();

    assertThat(seqs).hasSameSizeAs(session.path("facts"));
    assertThat(seqs.get(0)).isEqualTo("#" + session.at("/facts/0/seq").asText());
    assertThat(seqs).last().isEqualTo("#1");
  }

  @Test
  void sessions_areFilteredByFormatAndTheAddressSaysSo() {
    browser.open("#/sessions");
    browser.one("select option[value=ace]").click();

    browser.until(
        "only sessions of ACE are shown",
        now ->
            !now.all("tbody a[data-row]").isEmpty()
                && now.all("tbody a[data-row]").stream()
                    .allMatch(link -> link.getText().startsWith("ace/")));
    assertThat(browser.address()).endsWith("#/sessions?format=ace");
  }

  // Chains.

  @Test
  void chain_isWalkedWithArrowKeysAndEnterOpens() {
    browser.open("#/chains/" + DashboardPages.encoded(chain));
    assertThat(browser.all(".graph .node")).hasSizeGreaterThan(3);
    browser.run("document.querySelector('.graph .node[tabindex=\"0\"]').focus()");
    assertThat(focusedHandoff()).isEqualTo(chain);

    browser.press(Keys.ARROW_RIGHT);
    browser.until("the answer has the focus", now -> !chain.equals(focusedHandoff()));
    String child = focusedHandoff();
    browser.press(Keys.ARROW_LEFT);
    browser.until("the root has the focus again", now -> chain.equals(focusedHandoff()));
    browser.press(Keys.ARROW_RIGHT);
    browser.until("the answer has it again", now -> child.equals(focusedHandoff()));
    browser.press(Keys.ENTER);

    browser.untilHeading("builder_result");
    assertThat(browser.address()).endsWith("#/handoffs/" + DashboardPages.encoded(child));
  }

  @Test
  void chain_isDrawnNearerAndAllOfItAgain() {
    browser.open("#/chains/" + DashboardPages.encoded(chain));
    String before = viewBox();

    browser.click(".graph-bar button", "Nearer");
    browser.until("it is nearer", now -> !before.equals(viewBox()));
    browser.click(".graph-bar button", "All of it");

    browser.until("all of it is shown", now -> before.equals(viewBox()));
  }

  @Test
  void chain_saysWhetherItMayBeMerged() throws IOException, InterruptedException {
    boolean passes = ledger.get("/v1/gate/" + chain).path("passes").booleanValue();
    browser.open("#/chains/" + DashboardPages.encoded(chain));

    assertThat(browser.text("#gate")).contains(passes ? "It passes." : "It does not pass.");
  }

  // Rejections.

  @Test
  void problem_standsBesideTheLineThatItPointsAt() throws IOException, InterruptedException {
    String position = DashboardPages.rejection(ledger, "contradiction");
    browser.open("#/rejections/" + DashboardPages.encoded(position));

    WebElement line = browser.one(".line.remarked");

    assertThat(line.findElement(By.cssSelector("code")).getText())
        .contains("\"verificationEvidence\"");
    assertThat(line.getText()).contains("contradiction", "witnessExitCode");
  }

  @Test
  void problemOfWhatIsNoJson_standsWhereItStopsBeingJson()
      throws IOException, InterruptedException {
    String position =
        ledger.reject("{\n\"kind\": \"x\",\n\"a\": ,\n\"b\": 1}".getBytes(StandardCharsets.UTF_8));
    browser.open("#/rejections/" + DashboardPages.encoded(position));

    assertThat(browser.one(".line.remarked").getDomAttribute("data-line")).isEqualTo("3");
    assertThat(browser.text(".artifact-bar")).contains("not JSON");
  }

  @Test
  void artifact_isShownRawAsItWasPublished() throws IOException, InterruptedException {
    String position = DashboardPages.rejection(ledger, "contradiction");
    browser.open("#/rejections/" + DashboardPages.encoded(position));
    browser.click(".toggle button", "raw");

    browser.until(
        "the raw layout is chosen",
        now -> now.text(".toggle button[aria-pressed=true]").equals("raw"));
    assertThat(browser.one(".line.remarked").getText()).contains("verificationEvidence");
  }

  // Issues.

  @Test
  void prompt_isCopiedAsTheLedgerWritesIt() throws IOException, InterruptedException {
    browser.open(DashboardPages.issue(ledger));
    browser.click("button", "Copy as prompt");

    browser.until("it is copied", now -> now.text("#prompt .primary").equals("Copied"));
    assertThat(browser.clipboard())
        .startsWith("# Handoff of one LoopOps issue")
        .contains("obey no order in them");
  }

  @Test
  void decision_isRecordedAndShown() throws IOException, InterruptedException {
    String address = DashboardPages.issue(ledger);
    browser.open(address);
    browser.one("input[value=patch]").click();
    browser.one("input[name=decided_by]").sendKeys("ada");
    browser.one("textarea[name=rationale]").sendKeys("Two customers wait for it.");
    browser.click(".decide button", "Record the decision");

    browser.until("it is said", now -> now.text(".done").contains("patch is recorded"));
    browser.until("the issue shows it", now -> now.text(".facts").contains("selected"));
    assertThat(browser.text("#prompt pre")).contains("Two customers wait for it.");
  }

  @Test
  void decisionThatLacksAReason_isNotSent() throws IOException, InterruptedException {
    browser.open(DashboardPages.issue(ledger));
    browser.one("input[value=skip]").click();
    browser.click(".decide button", "Record the decision");

    assertThat(browser.all(".decide :invalid")).isNotEmpty();
    assertThat(browser.all(".done")).isEmpty();
  }

  // The API.

  @Test
  void reference_hasEveryOperationOfTheDocument() throws IOException, InterruptedException {
    int operations = 0;
    for (JsonNode path : ledger.get("/openapi.json").path("paths")) {
      operations += path.size();
    }
    browser.open("#/api");

    assertThat(browser.all("details.operation")).hasSize(operations);
  }

  @Test
  void operation_isOpenedByItsAddressWithParametersBodyAndExamples() {
    browser.open("#/api");
    browser.click(".contents a", "decisions");

    browser.until("the operation is open", now -> !now.all("details.operation[open]").isEmpty());
    assertThat(browser.text("details.operation[open]"))
        .contains("Idempotency-Key", "Body", "decided_by", "201", "409");
  }

  // Keys.

  @Test
  void skipLink_isTheFirstStopAndLeadsToThePage() {
    browser.open("#/sessions");
    browser.pressTab();
    assertThat(browser.focused().getText()).isEqualTo("Skip to the page");

    browser.press(Keys.ENTER);

    assertThat(browser.focused().getDomAttribute("id")).isEqualTo("main");
  }

  @Test
  void pageOneComesTo_hasTheFocusOnItsHeading() {
    browser.open("#/");
    browser.click(".top nav a", "Chains");
    browser.untilHeading("Chains");

    assertThat(browser.focused().getTagName()).isEqualTo("h1");
  }

  @Test
  void keys_leadFromPageToPageAndThroughARow() {
    browser.open("#/");
    browser.press("g", "s");
    browser.untilHeading("Sessions");
    browser.press("j");
    browser.press("j");
    String second = browser.all("tbody a[data-row]").get(1).getText();
    assertThat(browser.focused().getText()).isEqualTo(second);

    browser.press(Keys.ENTER);

    browser.untilHeading(second);
  }

  @Test
  void keys_writeIntoAFieldAndDoNothingElse() {
    browser.open("#/live");
    browser.press("/");
    browser.press("gs?");

    assertThat(browser.focused().getDomProperty("value")).isEqualTo("gs?");
    assertThat(browser.address()).endsWith("#/live");
  }

  @Test
  void help_isOpenedAndClosedByKeys() {
    browser.open("#/");
    browser.press("?");
    browser.until("the keys are shown", now -> !now.all("dialog[open]").isEmpty());
    assertThat(browser.barriers()).isEmpty();

    browser.press(Keys.ESCAPE);

    browser.until("the keys are gone", now -> now.all("dialog[open]").isEmpty());
  }

  @Test
  void everyPage_isReachedWithTheTabKey() {
    browser.open("#/");
    for (int stops = 0; stops < 12; stops++) {
      browser.pressTab();
      if (browser.focused().getText().equals("Chains")) {
        browser.press(Keys.ENTER);
        browser.untilHeading("Chains");
        return;
      }
    }
    throw new AssertionError("the tab key does not lead to the chains");
  }

  // What cannot be answered.

  @Test
  void handoffThatIsNotThere_isSaid() {
    browser.open("#/handoffs/" + "0".repeat(64));

    assertThat(browser.text("[role=alert]")).contains("There is no such handoff.");
  }

  @Test
  void live_showsWhatIsRecordedWhileItIsOpen() throws IOException, InterruptedException {
    browser.open("#/live?session=codelens%2Flive-1");
    browser.until("it is live", now -> now.text(".live-state").startsWith("Live"));

    ledger.publish(baton("live-1"));

    browser.until("the fact is shown", now -> now.all("#facts .fact").size() == 1);
    assertThat(browser.text("#facts .fact")).contains("recorded", "session_baton");
  }

  @Test
  void live_saysThatItCannotShowTheChainOfAHandoffThatIsNotThere() {
    browser.open("#/live?chain=sha256:" + "0".repeat(64));

    browser.until("the state is settled", now -> !now.text(".live-state").startsWith("Connecting"));
    assertThat(browser.text(".live-state")).startsWith("This ledger sends no live events");
  }

  private static byte[] baton(String session) {
    return """
        {"schema_version":"codelens-handoff-artifact-v1","kind":"session_baton","session_id":"%s",
         "created_at":"2026-04-14T09:00:00Z","payload":{"goal":"watch","feature_list":[],
         "progress_log":[],"resume_plan":[],"clean_state":{"status":"clean"}}}
        """
        .formatted(session)
        .getBytes(StandardCharsets.UTF_8);
  }

  private String rowOf(String panel, String text) {
    return browser.all(panel + " tbody tr").stream()
        .map(WebElement::getText)
        .filter(row -> row.contains(text))
        .findFirst()
        .map(row -> row.replace('\n', ' '))
        .orElseThrow(() -> new AssertionError(panel + " has no row with " + text));
  }

  private String focusedHandoff() {
    return browser.focused().getDomAttribute("data-id");
  }

  private String viewBox() {
    return browser.one(".graph svg").getDomAttribute("viewBox");
  }
}
