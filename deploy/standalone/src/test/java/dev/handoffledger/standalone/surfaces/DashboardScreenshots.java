package dev.handoffledger.standalone.surfaces;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Takes the pictures of {@code docs/dashboard.md} anew, which says how to run this. */
@Tag("surfaces")
class DashboardScreenshots {
  private static final Path IMAGES = Path.of("..", "..", "docs", "images");
  private static final int LARGEST = 200 * 1024;

  @TempDir private Path folder;

  @Test
  void pictures_areTakenOfTheRealPages() throws IOException, InterruptedException {
    try (DashboardLedger ledger = new DashboardLedger(folder)) {
      ledger.publishCorpus();
      ledger.await("/v1/issues", answer -> answer.path("items").size() > 0);
      ledger.await("/v1/quarantine", answer -> answer.path("items").size() > 0);
      ledger.claim("reviewer", "ada@loom");
      ledger.claim("human", "grace");
      try (Browser browser = new Browser(ledger.url())) {
        String chain = DashboardPages.encoded(DashboardPages.longestChain(ledger));
        String rejection =
            DashboardPages.encoded(DashboardPages.rejection(ledger, "contradiction"));
        take(browser, "waiting", "#/", 1280, 860, Browser.Scheme.LIGHT);
        take(browser, "chain", "#/chains/" + chain, 1280, 700, Browser.Scheme.DARK);
        open(browser, "#/rejections/" + rejection, 1280, 760, Browser.Scheme.LIGHT);
        browser.click(".remark-list button", "line ");
        take(browser, "rejection");
        take(browser, "issue", DashboardPages.issue(ledger), 1280, 820, Browser.Scheme.LIGHT);
        String session = "#/sessions/" + DashboardPages.longestSession(ledger);
        take(browser, "session", session, 1280, 600, Browser.Scheme.DARK);
        take(browser, "api", "#/api/decide", 1280, 820, Browser.Scheme.LIGHT);
        take(browser, "phone", "#/", 390, 844, Browser.Scheme.DARK);
      }
    }
  }

  private static void take(
      Browser browser, String name, String page, int width, int height, Browser.Scheme scheme)
      throws IOException {
    open(browser, page, width, height, scheme);
    take(browser, name);
  }

  private static void open(
      Browser browser, String page, int width, int height, Browser.Scheme scheme) {
    browser.size(width, height);
    browser.scheme(scheme);
    browser.open(page);
  }

  private static void take(Browser browser, String name) throws IOException {
    byte[] picture = browser.screenshot();
    assertThat(picture).hasSizeLessThan(LARGEST);
    Files.createDirectories(IMAGES);
    Files.write(IMAGES.resolve(name + ".png"), picture);
  }
}
