package tare.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tare.random.Seed;

/**
 * The studio in a real browser, by clicks and typing alone. Skipped, with these words, where
 * Chromium is missing; pictures are kept in target/screenshots.
 */
class StudioBrowserTest {

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path folder;

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path profile;

  private StudioServer studio;
  private Browser browser;

  /** A release waits here, once its generator is paid for, until the latch is down. */
  private CountDownLatch held = new CountDownLatch(0);

  private void hold(String step) {
    try {
      if (step.equals("sampling rows")) {
        held.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @BeforeAll
  static void needsChromium() {
    assumeTrue(
        Browser.isThere(),
        "Chromium and its driver are missing; .ci/install-peers installs them. Browser tests are skipped.");
  }

  @BeforeEach
  void open() throws IOException {
    RandomGenerator random = new Seed(8).stream("table");
    StringBuilder csv = new StringBuilder("age,region,income,ill,passport\n");
    for (int r = 0; r < 1_500; r++) {
      long age = Math.round(Math.min(95, Math.max(18, 50 + 15 * random.nextGaussian())));
      csv.append(age).append(',').append("nesw".charAt(random.nextInt(4))).append(',');
      csv.append(Math.round(20_000 + 400 * age + 5_000 * random.nextGaussian())).append(',');
      csv.append(random.nextDouble() < age / 110.0 ? "yes" : "no")
          .append(",P")
          .append(r)
          .append('\n');
    }
    Files.writeString(folder.resolve("people.csv"), csv);
    studio =
        StudioServer.start(new StudioOptions(0, StudioOptions.Visit.BY_HAND, folder), this::hold);
    browser = Browser.open(profile.resolve("first"));
    browser.width(1200);
    browser.go(studio.address());
  }

  @AfterEach
  void close() {
    browser.close();
    studio.close();
  }

  /** Both schemes and three widths of a page: no serious fault, nothing cut off, pictures kept. */
  private void look(String name) throws IOException {
    for (String scheme : new String[] {"light", "dark"}) {
      browser.scheme(scheme);
      browser.width(1200);
      assertThat(browser.seriousFaults()).as(name + ", " + scheme).isEmpty();
      browser.shoot(name + "-" + scheme);
    }
    browser.scheme("light");
    for (int width : new int[] {390, 1600}) {
      browser.width(width);
      assertThat(browser.overflows()).as(name + " at " + width).isFalse();
    }
    browser.shoot(name + "-1600");
    browser.width(390);
    browser.shoot(name + "-390");
    browser.width(1200);
  }

  private void declareRest() {
    browser.tick("kind", "CATEGORY");
    browser.type("levels", "n\ne\ns\nw");
    browser.press("Declare this column");
    browser.tick("kind", "WHOLE");
    browser.type("low", "0");
    browser.type("high", "100000");
    browser.press("Declare this column");
    browser.tick("kind", "LEFT_OUT");
    browser.press("Declare this column");
  }

  @Test
  void fromATableToAReleaseAndAnAnalysis() throws IOException {
    look("1-table");
    browser.unfold("A table in a database");
    browser.type("address", "http://elsewhere");
    browser.type("from", "people");
    browser.press("Take these rows"); // what was typed is still there, and open
    assertThat(browser.alert()).contains("begins with jdbc:");
    look("1-database");
    browser.type("table", "people.csv");
    browser.press("Take this table");
    look("2-columns");
    browser.type("unit", "person");
    browser.type("rows", "1500");
    browser.press("Keep");
    browser.press("Declare age");
    browser.type("low", "95");
    browser.type("high", "18"); // a wrong bound is told, and what was typed is still there
    browser.press("Declare this column");
    assertThat(browser.alert()).contains("bound");
    look("3-wrong-bound");
    browser.type("low", "18");
    browser.type("high", "95");
    browser.press("Declare this column");

    browser.close(); // closed in the middle, and opened again: nothing is lost
    browser = Browser.open(profile.resolve("second"));
    browser.width(1200);
    browser.go(studio.address() + "schema/1");
    assertThat(browser.text()).contains("people.csv").contains("3 still to declare");
    declareRest();
    assertThat(browser.text()).contains("all declared").doesNotContain("P17");
    browser.press("Show me private cells and facts");
    browser.press("region");
    assertThat(browser.text()).contains("Private cells of this column");
    look("3-private-cells");
    browser.press("All columns");
    browser.press("Check the rows and go on");
    browser.await("#private-facts");
    look("3-private-facts");
    browser.press("Hide private cells and facts");
    assertThat(browser.text()).doesNotContain("Private facts");
    browser.press("Check the rows and go on");
    browser.type("lifetime", "1.1");
    browser.press("Show what this gives");
    assertThat(browser.text())
        .contains("How sure the numbers will be")
        .contains("strong")
        .contains("tare release");
    look("4-plan");
    browser.press("Make the release");
    browser.await("#conclude");
    assertThat(browser.text()).contains("What can be concluded").contains("not here: passport");
    look("5-report");

    browser.step("Release");
    assertThat(browser.text()).contains("is written to");
    look("5-written");
    browser.step("Analyse");
    browser.pick("outcome", "ill");
    browser.tick("by", "age");
    browser.press("Estimate");
    browser.await("svg.intervals");
    look("6-analyse");
    browser.step("Ledger");
    assertThat(browser.text()).contains("fit PrivBayes").contains("left of 1.1");
    look("7-ledger");

    browser.step("Plan"); // a second release does not fit any more, and is refused
    assertThat(browser.text()).contains("does not fit");
    browser.press("Make the release");
    browser.await("[role=alert]");
    assertThat(browser.alert()).contains("over the limit");
    assertThat(browser.text()).contains("Charged for it: nothing");
    look("8-refused");
    assertThat(browser.kept()).isEqualTo("00");
  }

  @Test
  void theDemoInThreeClicks() throws IOException {
    browser.press("Try the demo");
    browser.press("Make the release");
    browser.await("#conclude");
    browser.step("Analyse");
    assertThat(browser.text()).contains("Outcome").contains("patients-release-1");
    browser.go(studio.address() + "report");
    browser.shoot("demo-report");
  }

  @Test
  void aCancelledReleaseSaysWhatItCost() throws IOException {
    held = new CountDownLatch(1);
    browser.press("Try the demo");
    browser.press("Make the release");
    browser.await("#cancel");
    look("9-progress");
    browser.press("Cancel");
    held.countDown();
    browser.await("[role=alert]");
    assertThat(browser.alert()).contains("cancelled");
    assertThat(browser.text()).contains("Charged for it: fit PrivBayes.");
    look("10-cancelled");
    browser.step("Ledger");
    assertThat(browser.text()).contains("None yet");
  }
}
