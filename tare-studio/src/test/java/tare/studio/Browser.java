package tare.studio;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** A real browser, steered by what a person would look for: labels, buttons, links. */
final class Browser implements AutoCloseable {

  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final int MOST_TURNS = 20;
  private static final Path SHOTS = Path.of("target", "screenshots");

  /** It warns of every browser that is newer than itself. Held, so that the level is not lost. */
  private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

  static {
    SELENIUM.setLevel(Level.OFF);
  }

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
    driver.manage().timeouts().implicitlyWait(Duration.ofSeconds(40));
    driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
  }

  static boolean isThere() {
    return Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER);
  }

  /** Opens a browser that nobody has used before. */
  static Browser open(Path profile) {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(CHROMIUM.toFile());
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--user-data-dir=" + profile);
    ChromeDriverService service =
        new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).build();
    return new Browser(new ChromeDriver(service, options));
  }

  @Override
  public void close() {
    driver.quit();
  }

  void go(String address) {
    driver.get(address);
  }

  String text() {
    return steady(() -> driver.findElement(By.tagName("body")).getText());
  }

  String alert() {
    return steady(() -> driver.findElement(By.cssSelector("[role=alert]")).getText());
  }

  /**
   * What is read from a page that may turn by itself meanwhile, as that of a running release does:
   * read again when it has turned under our hands.
   */
  private static <R> R steady(Supplier<R> reading) {
    for (int turned = 0; ; turned++) {
      try {
        return reading.get();
      } catch (WebDriverException e) {
        // Stale elements, and scripts whose page has gone; whatever lasts is thrown in the end.
        if (turned == MOST_TURNS || e instanceof NoSuchElementException) {
          throw e;
        }
      }
    }
  }

  void type(String id, String text) {
    WebElement field = driver.findElement(By.id(id));
    field.clear();
    field.sendKeys(text);
  }

  void pick(String id, String option) {
    driver
        .findElement(
            By.xpath("//select[@id='" + id + "']/option[normalize-space()='" + option + "']"))
        .click();
  }

  void tick(String name, String value) {
    driver.findElement(By.cssSelector("input[name='" + name + "'][value='" + value + "']")).click();
  }

  /** Opens what is folded away under these words. */
  void unfold(String words) {
    driver.findElement(By.xpath("//summary[normalize-space()='" + words + "']")).click();
  }

  /** Presses the button or follows the link that says so, and waits for the page it leads to. */
  void press(String words) {
    turn(
        "//button[normalize-space()='" + words + "']|//main//a[normalize-space()='" + words + "']");
  }

  void step(String name) {
    turn("//header//a[normalize-space()='" + name + "']");
  }

  /** Clicks on what opens another page. The old one is marked, so that it is not taken for it. */
  private void turn(String path) {
    WebElement door = driver.findElement(By.xpath(path));
    driver.executeScript("document.documentElement.id = 'left'");
    door.click();
    steady(() -> driver.findElement(By.cssSelector("html:not(#left) body")));
  }

  /** Waits, for three minutes at most, until an element is there. */
  void await(String css) {
    driver.manage().timeouts().implicitlyWait(Duration.ofSeconds(180));
    steady(() -> driver.findElement(By.cssSelector(css)));
    driver.manage().timeouts().implicitlyWait(Duration.ofSeconds(40));
  }

  void width(int pixels) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", pixels, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    driver.manage().window().setSize(new Dimension(Math.max(500, pixels), 900));
  }

  void scheme(String name) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", name))));
  }

  /** Whether the page is wider than the window. */
  boolean overflows() {
    return Boolean.TRUE.equals(
        driver.executeScript(
            "return document.documentElement.scrollWidth > window.innerWidth + 1"));
  }

  /** What the page has left in the browser: cookies and storage. */
  String kept() {
    return String.valueOf(
        driver.executeScript(
            "return document.cookie + localStorage.length + sessionStorage.length"));
  }

  /** Keeps a picture of the whole page among the build's results. */
  void shoot(String name) throws IOException {
    Files.createDirectories(SHOTS);
    long height =
        ((Number)
                Objects.requireNonNull(
                    driver.executeScript("return document.documentElement.scrollHeight")))
            .longValue();
    long width =
        ((Number) Objects.requireNonNull(driver.executeScript("return window.innerWidth")))
            .longValue();
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of(
            "width",
            width,
            "height",
            Math.min(height, 6_000),
            "deviceScaleFactor",
            1,
            "mobile",
            false));
    Files.write(SHOTS.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
  }

  /** Faults of accessibility that axe-core calls serious or critical. */
  String seriousFaults() throws IOException {
    driver.executeScript(axe());
    return String.valueOf(
        driver.executeAsyncScript(
            """
            const done = arguments[arguments.length - 1];
            axe.run(document, {resultTypes: ['violations']}).then(result => done(result.violations
              .filter(v => v.impact === 'serious' || v.impact === 'critical')
              .map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html + ' ' + n.any.map(a => a.message).join(' ')).join(' | ')).join('\\n')));
            """));
  }

  private static String axe() throws IOException {
    try (InputStream in = Browser.class.getResourceAsStream("/axe.min.js")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
