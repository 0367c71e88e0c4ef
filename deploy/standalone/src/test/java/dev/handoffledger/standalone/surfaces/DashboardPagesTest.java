package dev.handoffledger.standalone.surfaces;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What must hold of every page of the dashboard. */
@Tag("surfaces")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardPagesTest {
  private static final int PHONE = 390;

  @TempDir private static Path folder;
  private DashboardLedger ledger;
  private Browser browser;
  private Map<String, String> pages;

  @BeforeAll
  void start() throws IOException, InterruptedException {
    ledger = new DashboardLedger(folder);
    ledger.publishCorpus();
    ledger.await("/v1/issues", answer -> answer.path("items").size() > 0);
    ledger.await("/v1/quarantine", answer -> answer.path("items").size() > 0);
    ledger.claim("human", "ada@loom");
    pages = DashboardPages.of(ledger);
    browser = new Browser(ledger.url());
  }

  @AfterAll
  void stop() {
    if (browser != null) {
      browser.close();
    }
    ledger.close();
  }

  private Stream<String> names() {
    return pages.keySet().stream();
  }

  private Stream<Arguments> namesInBothSchemes() {
    return names()
        .flatMap(
            name -> Stream.of(Browser.Scheme.values()).map(scheme -> Arguments.of(name, scheme)));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("namesInBothSchemes")
  void page_hasNoSeriousBarrier(String name, Browser.Scheme scheme) {
    browser.size(1280, 900);
    browser.scheme(scheme);
    browser.open(pages.get(name));

    assertThat(browser.barriers()).isEmpty();
  }

  /** Or else it would prove nothing that none is found. */
  @Test
  void barrierThatIsThere_isFound() {
    browser.open("#/nowhere");
    browser.run("document.querySelector('main').append(document.createElement('input'))");

    assertThat(browser.barriers()).singleElement().asString().startsWith("label ");
  }

  @ParameterizedTest
  @MethodSource("names")
  void page_hasNoSeriousBarrierOnAPhone(String name) {
    browser.size(PHONE, 800);
    browser.scheme(Browser.Scheme.LIGHT);
    browser.open(pages.get(name));

    assertThat(browser.barriers()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("names")
  void page_fitsThePhonesWidth(String name) {
    browser.size(PHONE, 800);
    browser.open(pages.get(name));

    assertThat(browser.overflow()).isZero();
  }

  @ParameterizedTest
  @MethodSource("names")
  void page_makesTheConsoleSayNothing(String name) {
    browser.size(1280, 900);
    browser.complaints();
    browser.open(pages.get(name));

    assertThat(browser.complaints()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("names")
  void page_hasOneHeadingAndATitleOfItsOwn(String name) {
    browser.open(pages.get(name));

    assertThat(browser.all("h1")).hasSize(1);
    assertThat(browser.title()).endsWith(" · Handoff Ledger");
  }
}
