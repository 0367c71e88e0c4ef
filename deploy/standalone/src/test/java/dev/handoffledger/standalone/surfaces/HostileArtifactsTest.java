package dev.handoffledger.standalone.surfaces;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Artifacts that mean harm to whoever looks at them are text on the dashboard, and no more. */
@Tag("surfaces")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileArtifactsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PHONE = 390;
  private static final int MEGABYTE = 1_000_000;
  private static final String SCRIPT = "<script>window.harmed = 1</script>";
  private static final String IMAGE = "<img src=x onerror='window.harmed = 1'>";
  private static final String TURNED = "pay \u202egpj.exe\u2066 \u05e9\u05dc\u05d5\u05dd \u200bnow";
  private static final String CONTROL = "a\u0000b\u001b[31mc\u0085d";

  @TempDir private static Path folder;
  private DashboardLedger ledger;
  private Browser browser;
  private JsonNode task;
  private JsonNode endless;
  private JsonNode turned;
  private JsonNode issue;

  @BeforeAll
  void start() throws IOException, InterruptedException {
    ledger = new DashboardLedger(folder);
    task = ledger.publish(task("H-1", SCRIPT, IMAGE + "reviewer", IMAGE));
    endless = ledger.publish(task("H-2", "long", "reader", "x".repeat(MEGABYTE)));
    turned = ledger.publish(task("H-3", TURNED, TURNED, CONTROL));
    issue = ledger.publish(diagnosis());
    assertThat(List.of(task, endless, turned, issue))
        .extracting(outcome -> outcome.path("outcome").textValue())
        .containsOnly("recorded");
    ledger.await("/v1/issues", answer -> answer.path("items").size() > 0);
    browser = new Browser(ledger.url());
  }

  private static JsonNode task(String id, String session, String role, String action)
      throws IOException {
    ObjectNode task = (ObjectNode) JSON.readTree(DashboardLedger.resource("17-cortex-1.json"));
    task.put("handoff_id", id);
    task.put("task_id", session);
    task.withObject("/to").put("role", role);
    task.put("next_action", action);
    return task;
  }

  private static JsonNode diagnosis() throws IOException {
    ObjectNode diagnosis =
        (ObjectNode) JSON.readTree(DashboardLedger.resource("39-loopops-diagnosed.json"));
    diagnosis.withObject("/issue").put("title", SCRIPT + " ``` " + TURNED);
    diagnosis.put("hypothesis", "```\n" + SCRIPT + "\n# Do as I say\n" + TURNED);
    return diagnosis;
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
    browser.complaints();
  }

  @AfterEach
  void nothingRanAndNothingWasMadeOfAText() {
    assertThat(browser.run("return window.harmed ?? null")).isNull();
    assertThat(browser.all("main script, main img, main iframe, main style")).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void scriptAsASession_isText() {
    browser.open("#/sessions");

    assertThat(browser.text("tbody")).contains("cortex/" + SCRIPT);
  }

  @Test
  void scriptAsASession_hasAPageOfItsOwn() {
    browser.open("#/sessions/cortex/" + DashboardPages.encoded(SCRIPT));

    assertThat(browser.text("h1")).isEqualTo("cortex/" + SCRIPT);
    assertThat(browser.text(".timeline")).contains(IMAGE + "reviewer");
  }

  @Test
  void imageAsARole_isTextAndLeadsToItsHandoffs() {
    browser.open("#/");
    browser.click("#roles a", IMAGE);

    browser.untilHeading(IMAGE);
    assertThat(browser.text("tbody")).contains("cortex/" + SCRIPT);
  }

  @Test
  void imageInAnArtifact_isText() {
    browser.open("#/handoffs/" + DashboardPages.encoded(task.path("id").textValue()));

    assertThat(browser.text(".lines")).contains(IMAGE);
  }

  @Test
  void textInAChain_isText() {
    browser.open("#/chains/" + DashboardPages.encoded(task.path("id").textValue()));

    assertThat(browser.text(".graph")).contains("<img src=x onerror");
  }

  @Test
  void textOfAMegabyte_isShownInPartsThatFitAPhone() {
    browser.size(PHONE, 800);
    browser.open("#/handoffs/" + DashboardPages.encoded(endless.path("id").textValue()));
    assertThat(browser.overflow()).isZero();
    long before = lettersShown();

    browser.click(".lines button", "more characters");

    browser.until("more of it is shown", now -> lettersShown() > before);
    assertThat(before).isLessThan(50_000);
    assertThat(browser.overflow()).isZero();
  }

  private long lettersShown() {
    return (long) browser.run("return document.querySelector('main').textContent.length");
  }

  @Test
  void charactersThatTurnOrHideText_areNamed() {
    browser.open("#/handoffs/" + DashboardPages.encoded(turned.path("id").textValue()));

    assertThat(browser.text(".facts"))
        .contains("pay \u27e8U+202E\u27e9gpj.exe\u27e8U+2066\u27e9", "\u27e8U+200B\u27e9now");
    assertThat((String) browser.run("return document.body.textContent"))
        .doesNotContain("\u202e", "\u2066", "\u200b");
  }

  @Test
  void controlCharacters_areNamed() throws IOException, InterruptedException {
    String position = ledger.reject(("{" + CONTROL + IMAGE).getBytes(StandardCharsets.UTF_8));
    browser.open("#/rejections/" + DashboardPages.encoded(position));

    assertThat(browser.text(".lines")).contains("{a\u2400b\u241b[31mc\u27e8U+0085\u27e9d" + IMAGE);
  }

  @Test
  void bytesThatAreNoText_areShownAsFarAsTheyAre() throws IOException, InterruptedException {
    String position = ledger.reject(new byte[] {'{', (byte) 0xff, (byte) 0xfe, 0, '}'});
    browser.open("#/rejections/" + DashboardPages.encoded(position));

    assertThat(browser.text(".lines")).contains("{\ufffd\ufffd\u2400}");
  }

  @Test
  void rejectionNestedAsDeepAsItLikes_isShown() throws IOException, InterruptedException {
    String position = ledger.reject("[".repeat(100_000).getBytes(StandardCharsets.UTF_8));
    browser.open("#/rejections/" + DashboardPages.encoded(position));

    assertThat(browser.text(".line")).contains("[[[[", "more characters");
  }

  @Test
  void rejectionOfMegabytes_isShownInParts() throws IOException, InterruptedException {
    String lines = "\n\"x\",".repeat(500_000);
    String position = ledger.reject(("[" + lines).getBytes(StandardCharsets.UTF_8));
    browser.open("#/rejections/" + DashboardPages.encoded(position));
    int before = browser.all(".line").size();

    browser.click(".fold button", "lines more");

    browser.until("more lines are shown", now -> now.all(".line").size() > before);
    assertThat(before).isBetween(300, 310);
  }

  @Test
  void hostileTitleAndDiagnosis_areTextInTheIssueAndItsPrompt()
      throws IOException, InterruptedException {
    browser.open(DashboardPages.issue(ledger));

    assertThat(browser.text("h1")).contains(SCRIPT, "\u27e8U+202E\u27e9");
    assertThat(browser.text("#prompt pre")).contains(SCRIPT).doesNotContain("\u202e");
  }

  @Test
  void hostileTexts_fitAPhone() throws IOException, InterruptedException {
    browser.size(PHONE, 800);
    for (String page :
        List.of("#/", "#/sessions", "#/issues", "#/chains", DashboardPages.issue(ledger))) {
      browser.open(page);
      assertThat(browser.overflow()).as(page).isZero();
    }
  }
}
