package dev.handoffledger.standalone.surfaces;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A Chromium that reaches nothing but this machine, on the dashboard of a ledger. */
final class Browser implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ChromeDriver driver;
  private final String ledger;

  /** What the operating system and the browser let one choose. */
  enum Scheme {
    LIGHT,
    DARK
  }

  Browser(String ledger) {
    this.ledger = ledger;
    ChromeOptions options = new ChromeOptions();
    options.setBinary(executable("chromium"));
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--disable-background-networking",
        "--no-first-run",
        "--hide-scrollbars",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    driver =
        new ChromeDriver(
            new ChromeDriverService.Builder()
                .usingDriverExecutable(executable("chromedriver"))
                .build(),
            options);
    size(1280, 900);
  }

  /**
   * A program of this machine.
   *
   * @throws IllegalStateException if it is missing
   */
  static File executable(String name) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(name + " is not installed"))
        .toFile();
  }

  void size(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  void scheme(Scheme scheme) {
    Map<String, String> feature =
        Map.of("name", "prefers-color-scheme", "value", scheme == Scheme.DARK ? "dark" : "light");
    Map<String, String> still = Map.of("name", "prefers-reduced-motion", "value", "reduce");
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia", Map.of("features", List.of(feature, still)));
  }

  /** Lets pages write to the clipboard and this read it. */
  void allowClipboard() {
    driver.executeCdpCommand(
        "Browser.grantPermissions",
        Map.of(
            "origin",
            ledger,
            "permissions",
            List.of("clipboardReadWrite", "clipboardSanitizedWrite")));
  }

  /** Opens a page anew and waits until the ledger has answered all that it asks. */
  void open(String page) {
    // Another fragment alone would load nothing.
    driver.get("about:blank");
    driver.get(ledger + "/" + page);
    awaitAnswers();
  }

  /** Waits until there is a page whose questions are all answered. */
  void awaitAnswers() {
    until(
        "the page is there",
        browser ->
            !browser.all("h1").isEmpty()
                && browser.all("p[role=status]").stream()
                    .noneMatch(status -> status.getText().contains("Asking the ledger")));
  }

  void until(String what, Predicate<Browser> condition) {
    new WebDriverWait(driver, PATIENCE)
        .withMessage(() -> what + ": " + text("body"))
        .ignoring(StaleElementReferenceException.class)
        .until(any -> condition.test(this));
  }

  void untilHeading(String text) {
    until("heading " + text, browser -> browser.text("h1").contains(text));
    awaitAnswers();
  }

  List<WebElement> all(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  WebElement one(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  String text(String selector) {
    return all(selector).stream().findFirst().map(WebElement::getText).orElse("");
  }

  /** Clicks what has the text. */
  void click(String selector, String text) {
    all(selector).stream()
        .filter(element -> element.getText().contains(text))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + selector + " says " + text))
        .click();
  }

  void press(CharSequence... keys) {
    driver.switchTo().activeElement().sendKeys(keys);
  }

  void pressTab() {
    press(Keys.TAB);
  }

  WebElement focused() {
    return driver.switchTo().activeElement();
  }

  String address() {
    return driver.getCurrentUrl().substring(ledger.length());
  }

  String title() {
    return driver.getTitle();
  }

  Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /** Runs a script that calls its last argument with the result. */
  Object runUntilItAnswers(String script) {
    return driver.executeAsyncScript(script);
  }

  String clipboard() {
    return (String)
        driver.executeAsyncScript(
            "navigator.clipboard.readText().then(arguments[0], (e) => arguments[0](String(e)))");
  }

  /** How many pixels the page is wider than the window. */
  long overflow() {
    return (long)
        run("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
  }

  /** What the console has had to say since this was asked last: errors and refusals by policy. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .toList();
  }

  /** What axe-core finds that is serious or worse, each with the first element it is about. */
  List<String> barriers() {
    run(axe());
    String result =
        (String)
            driver.executeAsyncScript(
                """
                const done = arguments[arguments.length - 1];
                axe.run().then(
                  (result) => done(JSON.stringify(result.violations)),
                  (error) => done(JSON.stringify([{impact: "critical", id: String(error), nodes: []}])));
                """);
    try {
      return Stream.of(JSON.treeToValue(JSON.readTree(result), JsonNode[].class))
          .filter(found -> found.path("impact").asText().matches("serious|critical"))
          .map(
              found ->
                  found.path("id").asText()
                      + " "
                      + found.at("/nodes/0/html").asText()
                      + " "
                      + found.at("/nodes/0/failureSummary").asText())
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException("axe-core did not answer in JSON", e);
    }
  }

  private static String axe() {
    try (InputStream in = Browser.class.getResourceAsStream("/axe.min.js")) {
      if (in == null) {
        throw new IllegalStateException("axe-core is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("axe-core cannot be read", e);
    }
  }

  byte[] screenshot() {
    return driver.getScreenshotAs(OutputType.BYTES);
  }

  @Override
  public void close() {
    driver.quit();
  }
}
