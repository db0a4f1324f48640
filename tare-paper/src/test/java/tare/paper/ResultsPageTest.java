package tare.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.paper.ResultsPage.Section;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a page keeps of sections whose runs are not at hand, and what it counts itself. */
class ResultsPageTest {

  private static final Experiment BREAST = Experiments.named("breast");
  private static final Experiment IRIS = Experiments.named("iris");
  private static final LocalDate DAY = LocalDate.of(2026, 11, 17);
  private static final String KEPT = "Kept from the page as it was";

  /** Three runs with an AUC near a value, none and auto alike but for weights on auto's rows. */
  private static Map<Job, JsonNode> runs(
      Experiment experiment, boolean paper, double none, double auto) {
    PaperGrid grid = ((GridExperiment) experiment).grid();
    Map<Job, JsonNode> runs = new LinkedHashMap<>();
    for (int seed = 1; seed <= 3; seed++) {
      Job job =
          new GridJob(grid, grid.sets().get(0), 6, 0.1, "dpgan", seed, paper, Optional.empty());
      String result =
          "{'methods':{'none':{'metrics':{'mlp':%s}},'moments':{'metrics':{'mlp':%s}},'auto':{'used':1,'metrics':{'mlp':%s}}}}"
              .formatted(none + 0.001 * seed, auto, auto)
              .replace('\'', '"');
      runs.put(job, JsonMapper.shared().readTree(result));
    }
    return runs;
  }

  private static Section section(Experiment experiment, Map<Job, JsonNode> runs, boolean paper) {
    return new Section(experiment, runs, "./tare paper " + experiment.name(), paper);
  }

  private static List<Section> sections(
      Map<Job, JsonNode> breast, Map<Job, JsonNode> breastOfPaper, Map<Job, JsonNode> iris) {
    return List.of(
        section(BREAST, breast, false),
        section(BREAST, breastOfPaper, true),
        section(IRIS, iris, false),
        section(IRIS, Map.of(), true));
  }

  @Test
  void sectionsWithoutRunsStayAndSaySo(@TempDir Path folder) throws IOException {
    Path page = folder.resolve("results.md");
    Map<Job, JsonNode> iris = runs(IRIS, false, 0.61, 0.62);
    ResultsPage.write(page, sections(runs(BREAST, false, 0.9, 0.95), Map.of(), iris), DAY);
    String first = Files.readString(page);
    assertThat(first).doesNotContain(KEPT).contains("0.612").contains("Written 2026-11-17");
    assertThat(first)
        .as("no runs and none before")
        .doesNotContain("Iris: weights by generator and method, at");

    ResultsPage.write(
        page, sections(Map.of(), runs(BREAST, true, 0.8, 0.8), iris), DAY.plusDays(1));
    String second = Files.readString(page);
    String kept = new StandingPage(second).section(BREAST.title()).orElseThrow();
    assertThat(kept).contains(KEPT).contains("0.902").contains("Written 2026-11-17");
    assertThat(kept.replace("\n" + KEPT + ": the runs of this section are not at hand.\n", ""))
        .isEqualTo(new StandingPage(first).section(BREAST.title()).orElseThrow());
    assertThat(new StandingPage(second).section(IRIS.title()).orElseThrow())
        .doesNotContain(KEPT)
        .contains("Written 2026-11-18");
    assertThat(second).contains("\n## " + BREAST.title() + ", at the paper's settings\n");

    ResultsPage.write(page, sections(Map.of(), Map.of(), Map.of()), DAY.plusDays(2));
    String third = Files.readString(page);
    assertThat(new StandingPage(third).section(BREAST.title())).contains(kept);
    assertThat(third)
        .contains("\n## All main tables at the paper's settings\n")
        .doesNotContain("2026-11-19");
    ResultsPage.write(page, sections(Map.of(), Map.of(), Map.of()), DAY.plusDays(3));
    assertThat(Files.readString(page)).isEqualTo(third);
  }

  @Test
  void aPageCountsItsCells(@TempDir Path folder) throws IOException {
    Path page = folder.resolve("results.md");
    // [1] prints 0.9756 for Breast and at most 0.6445 for Iris, DPGAN at epsilon 6.
    ResultsPage.write(
        page,
        sections(runs(BREAST, false, 0.90, 0.91), Map.of(), runs(IRIS, false, 0.92, 0.91)),
        DAY);
    String summary =
        StandingPage.read(page).section("All main tables at our settings").orElseThrow();
    assertThat(summary)
        .contains("Over breast (3 seeds), iris (3 seeds).")
        .contains("uses weights in 2 of 2 cells and is better than None in 1 of these (50 %)")
        .contains("it is better than None in 1 of all and worse in 1 (50 %).")
        .contains("at or above [1] within one joint standard error in 1 of 2 cells, ahead in 1.")
        .contains(
            "| breast | DPGAN | 6 | 0.910 ± 0.000 | Moments | 0.976 ± 0.004 | None | - | behind |");
  }
}
