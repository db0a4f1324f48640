package tare.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.analysis.Frame;
import tare.random.Seed;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class CoverageTest {

  private static final StudyLaw PATIENTS = StudyLaw.named("patients");

  /** Answers of somebody whose intervals are as wide as told, around a truth of one. */
  private static ObjectNode answers(double error, double halfWidth) {
    Map<String, Answers.Answer> answers = new LinkedHashMap<>();
    double value = 1 + error;
    answers.put("mean bmi", new Answers.Answer(value, value - halfWidth, value + halfWidth));
    answers.put(
        "linear treat=yes", new Answers.Answer(error, error - halfWidth, error + halfWidth));
    return new Answers(answers).toJson();
  }

  /** Ten releases: the replicates' interval covers in eight, none's in none. */
  private static Map<Job, JsonNode> results() {
    Map<Job, JsonNode> results = new LinkedHashMap<>();
    ObjectNode truth = JsonNodeFactory.instance.objectNode();
    truth.put("mean bmi", 1);
    // What a large sample would say of a coefficient that is zero.
    truth.put("linear treat=yes", 0.001);
    results.put(new TruthJob(PATIENTS), truth);
    for (int seed = 1; seed <= 10; seed++) {
      ObjectNode run = JsonNodeFactory.instance.objectNode();
      run.set(CoverageJob.REAL, answers(0.1, 0.2));
      run.set(CoverageJob.REPLICATES, answers(seed <= 8 ? 0.1 : 0.5, 0.3));
      run.set(CoverageJob.NONE, answers(0.5, 0.2));
      results.put(new CoverageJob(PATIENTS, 5000, 1, "privbayes", seed), run);
    }
    return results;
  }

  @Test
  void theReportCountsWhatCoversAndWhatMisses() {
    Report report = CoverageReport.of(results());
    List<String> mean = report.tables().get(0).rows().get(0);
    assertThat(mean)
        .containsExactly(
            "privbayes",
            "found on",
            "1",
            "5000",
            "mean",
            "10",
            "0.800",
            "0.800",
            "0.000",
            "-",
            "0.000",
            "1.000",
            "1.50",
            // Errors beside 0.1 are 0.4 in two of ten; half widths of 0.2 and 0.3 are spreads of
            // 0.102 and 0.149: the root of 0.0424 over 0.0223.
            "1.38");
    List<String> errors = report.tables().get(1).rows().get(0);
    // Bias of the one slope beside the private rows' 0.1: 0.5 - 0.1 for none, 0.18 - 0.1 for the
    // replicates, over 0.1.
    assertThat(errors.subList(5, 7)).containsExactly("4.00", "0.80");
    // Of the slope and the mean alike: the root of 0.058 over 0.5.
    assertThat(errors.get(9)).isEqualTo("0.48");
    assertThat(errors.get(11)).as("Type I error").isEqualTo("0.200");
    assertThat(report.tables().get(2).rows()).as("misses").hasSize(2);
  }

  @Test
  void aSectionOfAPageIsWrittenAnewAndTheOthersStay(@TempDir Path folder) throws IOException {
    Path page = folder.resolve("results.md");
    Files.writeString(page, "# Results\n\n## Before\n\nb\n");
    ResultsPage.Section section =
        new ResultsPage.Section(
            new CoverageExperiment(), results(), "./tare paper coverage", false);
    ResultsPage.put(page, section, LocalDate.EPOCH);
    String once = Files.readString(page);
    assertThat(once).startsWith("# Results\n\n## Before\n\nb\n").contains("0.800");
    Files.writeString(page, once + "\n## After\n\na\n");
    ResultsPage.put(page, section, LocalDate.EPOCH);
    assertThat(Files.readString(page)).isEqualTo(once + "\n## After\n\na\n");
    assertThat(folder.resolve("figures/coverage-privbayes.svg")).isRegularFile();
  }

  @Test
  void answersSurviveBeingWritten() {
    Answers answers =
        new Answers(
            Map.of(
                "mean bmi", new Answers.Answer(1, 0.5, 1.5),
                "median age", new Answers.Answer(3, Double.NaN, Double.NaN)));
    assertThat(Answers.fromJson(answers.toJson())).isEqualTo(answers);
  }

  /**
   * Real rows cover in 0.95 of cases: of 80 x 14 dependent answers fewer than 0.90 or more than
   * 0.985 come with chance below 1e-5. Rows that are counted four times cover in 0.67 and are
   * caught.
   */
  @Test
  void intervalsOfRealRowsCover() {
    JsonNode truth = truthOf(PATIENTS);
    assertThat(coverage(truth, 1)).isBetween(0.90, 0.985);
    assertThat(coverage(truth, 4)).isBetween(0.55, 0.80);
  }

  private static JsonNode truthOf(StudyLaw law) {
    Answers large = Answers.ofPlainRows(law, law.frame(300_000, new Seed(3)));
    ObjectNode truth = JsonNodeFactory.instance.objectNode();
    Answers.asked(law, law.frame(1000, new Seed(4)))
        .keySet()
        .forEach(name -> truth.put(name, Objects.requireNonNull(large.byName().get(name)).value()));
    return truth;
  }

  private static double coverage(JsonNode truth, int copies) {
    int covered = 0;
    int asked = 0;
    for (int run = 0; run < 80; run++) {
      Frame rows = PATIENTS.frame(500, new Seed(100 + run));
      int[] repeated = new int[500 * copies];
      Arrays.setAll(repeated, i -> i % 500);
      Answers answers = Answers.ofPlainRows(PATIENTS, rows.select(repeated));
      for (String name : truth.propertyNames()) {
        asked++;
        covered +=
            Objects.requireNonNull(answers.byName().get(name)).covers(truth.get(name).asDouble())
                ? 1
                : 0;
      }
    }
    return covered / (double) asked;
  }

  @Test
  void everyLawHasAnAnswerToEveryQuestion() {
    for (StudyLaw law : StudyLaw.all()) {
      Frame rows = law.frame(5000, new Seed(9));
      Answers answers = Answers.ofPlainRows(law, rows);
      assertThat(answers.byName().keySet())
          .as(law.name())
          .containsAll(Answers.asked(law, rows).keySet())
          .containsAll(law.nulls());
    }
  }

  @Test
  void whatDecidesMostComesFirst() {
    List<Job> jobs =
        new CoverageExperiment().jobs(new ExperimentOptions(2, Optional.empty(), false));
    assertThat(jobs).hasSize(8 + 8 * 4 * 4 * 3 * 2);
    assertThat(jobs.get(0)).isInstanceOf(TruthJob.class);
    assertThat(jobs.get(8).id()).isEqualTo("patients-n5000-eps1-privbayes-seed1");
  }

  /** Laws that settings were found on are not pooled with those that had no part in any. */
  @Test
  void lawsApartArePooledByThemselves() {
    Map<Job, JsonNode> results = results();
    StudyLaw apart = StudyLaw.named("households");
    results.put(new TruthJob(apart), JsonNodeFactory.instance.objectNode().put("mean bmi", 1));
    ObjectNode run = JsonNodeFactory.instance.objectNode();
    run.set(CoverageJob.REAL, answers(0.1, 0.2));
    run.set(CoverageJob.REPLICATES, answers(0.5, 0.3));
    results.put(new CoverageJob(apart, 5000, 1, "privbayes", 1), run);
    assertThat(CoverageReport.of(results).tables().get(0).rows())
        .extracting(row -> row.subList(1, 7))
        .containsExactly(
            List.of("found on", "1", "5000", "mean", "10", "0.800"),
            List.of("found on", "1", "5000", "linear slope", "10", "0.800"),
            List.of("apart", "1", "5000", "mean", "1", "0.000"));
  }

  @Test
  void afterTheLimitNoRunIsBegun(@TempDir Path folder) {
    Runner runner =
        new Runner(new ResultStore(folder), 1, (done, total, left) -> {}, Duration.ofNanos(-1));
    assertThat(runner.run(List.of(new TruthJob(PATIENTS)))).isEmpty();
  }
}
