package tare.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tare.release.ReleaseFolder;

/** Runs of a release: cancelled, taken up, refused. */
class StudioRunsTest extends StudioCase {

  /**
   * Whatever it is doing: it ends, no part of a release is left, and the page says what it cost.
   */
  @ParameterizedTest
  @CsvSource({
    "reading rows, nothing, ''",
    "opening the ledger, nothing, ''",
    "counting columns, fit PrivBayes, fit PrivBayes",
    "sampling rows, fit PrivBayes, ''",
    "estimating weights, fit PrivBayes, ''",
    "making replicates, 'fit PrivBayes, fit weights: moments', ''",
    "laying out the report, 'fit PrivBayes, fit weights: moments', ''",
    "writing the release, 'fit PrivBayes, fit weights: moments', ''"
  })
  void aReleaseIsCancelledAtAnyStep(String step, String charged, String lost) throws IOException {
    declare();
    wire.post("plan", Map.of("epsilon", "0.7", "lifetime", "5", "weights", "moments"));
    assertThat(cancelledAt(step, "first")).contains("CANCELLED");
    String page = wire.get("release").text();
    assertThat(page).contains("Charged for it: " + charged + ".");
    if (lost.isEmpty()) {
      assertThat(page).doesNotContain("Of this nothing came");
    } else {
      assertThat(page).contains("because it was under way when the run ended: " + lost + ".");
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> String.valueOf(file.getFileName())))
          .noneMatch(file -> file.equals("first") || file.startsWith(".tare-"));
    }
    boolean kept = !charged.equals("nothing") && lost.isEmpty();
    assertThat(page.contains("Take it up again")).isEqualTo(kept);
    wire.post(kept ? "release/again" : "release/start", Map.of("name", "first"));
    assertThat(ended()).contains("DONE");
    assertThat(charges()).hasSize(lost.isEmpty() ? 2 : 3);
  }

  @Test
  void aCancelledRunIsTakenUpAgainAndNotChargedTwice() throws IOException {
    declare();
    wire.post("plan", Map.of("epsilon", "0.7", "weights", "none"));
    assertThat(cancelledAt("sampling rows", "first")).contains("CANCELLED");
    assertThat(charges()).hasSize(1);
    assertThat(wire.get("release").text()).contains("not charged twice");

    studio.close(); // as if the machine had gone down: a new studio finds what was kept
    studio =
        StudioServer.start(new StudioOptions(0, StudioOptions.Visit.BY_HAND, folder), step -> {});
    wire = new Wire(studio);
    declare();
    assertThat(wire.get("plan").text()).contains("Take up first");
    assertThat(wire.post("release/again", Map.of("name", "second")).text()).contains("No run");
    wire.post("release/again", Map.of("name", "first"));
    assertThat(ended()).contains("DONE");
    assertThat(charges()).hasSize(1);
    assertThat(ReleaseFolder.read(folder.resolve("first")).privacy().requested().epsilon())
        .isEqualTo(0.7);
    assertThat(wire.get("plan").text()).doesNotContain("Take up");
  }

  @Test
  void rowsThatWereChargedElsewhereAreRecognised() throws IOException {
    String before = System.setProperty("tare.home", folder.resolve("home").toString());
    try {
      declare();
      wire.post("plan", Map.of("weights", "none"));
      wire.post("release/start", Map.of("name", "first"));
      assertThat(ended()).contains("DONE");
      Path other = Files.createDirectory(folder.resolve("elsewhere")).resolve("copy.csv");
      Files.copy(folder.resolve("my people.csv"), other);
      Files.move(folder.resolve("my people.schema.json"), folder.resolve("people.json"));
      wire.post("choose", Map.of("table", "elsewhere/copy.csv"));
      wire.post("schema/read", Map.of("file", "people.json"));
      wire.post("plan", Map.of("weights", "none"));
      wire.post("release/start", Map.of("name", "second"));
      assertThat(ended()).contains("FAILED");
      assertThat(wire.get("release").text())
          .contains("were charged before")
          .contains("Charged for it: nothing");
    } finally {
      if (before == null) {
        System.clearProperty("tare.home");
      } else {
        System.setProperty("tare.home", before);
      }
    }
  }
}
