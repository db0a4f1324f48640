package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static tare.audit.DrawnReleases.ROWS;
import static tare.audit.DrawnReleases.costsNoMore;
import static tare.audit.DrawnReleases.run;
import static tare.audit.DrawnReleases.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tare.accounting.Accounting;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.accounting.PrivacyEvent.Composed;
import tare.accounting.PrivacyEvent.Exponential;
import tare.accounting.PrivacyEvent.Gaussian;
import tare.accounting.PrivacyEvent.Repeated;
import tare.audit.DrawTape.Heard;
import tare.audit.DrawnReleases.Run;
import tare.curator.GeneratorFitters;
import tare.noise.DiscreteGaussian;
import tare.noise.IntegerNoise;

/** Counts, PrivBayes and the parts of a budget: see {@link DrawnReleases}. */
class CountsDrawnAsChargedTest {

  @Test
  void count() {
    Heard count = run("independent", "none").of("count rows");
    assertThat(count.exacts).containsExactly((long) ROWS);
    costsNoMore(Heard.tables(count.laws.get(0), 1), count.charged);
    // Two per cent of the budget's epsilon, and not more.
    assertThat(Accounting.epsilon(count.charged, 0)).isLessThanOrEqualTo(0.02 * 6 * (1 + 1e-12));
  }

  @Test
  void independentColumns() {
    Heard fit = run("independent", "none").of("fit independent");
    assertThat(fit.exacts.stream().mapToLong(Long::longValue).sum())
        .isGreaterThanOrEqualTo(6L * ROWS);
    costsNoMore(new Composed(tables(fit)), fit.charged);
  }

  @Test
  void privBayes() {
    // Enough for extra pairs beyond those that join the columns, and for triples.
    PrivacyBudget much = new PrivacyBudget(100, 1e-6);
    Heard fit = run(GeneratorFitters.named("privbayes"), "none", much).of("fit PrivBayes");
    List<PrivacyEvent> drawn = tables(fit);
    long counted = fit.exacts.stream().mapToLong(Long::longValue).sum() / ROWS;
    assertThat(counted)
        .as("six columns, five pairs that join them, six extra ones, and triples")
        .isGreaterThan(17);
    assertThat(fit.choices).hasSizeBetween(5, (int) counted - 6);
    // A score is a distance in L1 of whole counts: one row moves two of them against each other by
    // 2.
    fit.choices.forEach(choice -> drawn.add(new Exponential(2 * choice.rate())));
    costsNoMore(new Composed(drawn), fit.charged);
  }

  /**
   * Columns that have nothing to do with each other: after two pairs, columns are counted again.
   * Without delta noise is Laplace's, and pairs are looked at one by one.
   */
  @Test
  void privBayesOfUnrelatedColumns() {
    PrivacyBudget little = new PrivacyBudget(1.5, 0);
    Heard fit =
        run(GeneratorFitters.named("privbayes"), "none", little, unrelated()).of("fit PrivBayes");
    List<PrivacyEvent> drawn = tables(fit);
    assertThat(fit.exacts.stream().mapToLong(Long::longValue).sum() / ROWS)
        .as("six columns, two twice, and five pairs that could join them with two tables to spare")
        .isEqualTo(6 + 2 + 5 + 2);
    assertThat(fit.choices).as("pairs").hasSizeLessThan(5);
    fit.choices.forEach(choice -> drawn.add(new Exponential(2 * choice.rate())));
    costsNoMore(new Composed(drawn), fit.charged);
  }

  /** Few rows: a glance at all columns, then their relations at once, or columns again. */
  @Test
  void privBayesOfFewRows() {
    assertThat(portionsOfRelations(SixColumns.values())).isPositive();
    assertThat(portionsOfRelations(unrelated())).isBetween(0L, 3L);
  }

  /** How many of three portions measure relations, once all that was drawn is paid for. */
  private static long portionsOfRelations(List<double[]> rows) {
    PrivacyBudget little = new PrivacyBudget(1.5, 1e-6);
    Heard fit = run(GeneratorFitters.named("privbayes"), "none", little, rows).of("fit PrivBayes");
    IntegerNoise inRounds = fit.laws.get(0);
    IntegerNoise once =
        fit.laws.stream().filter(law -> !law.equals(inRounds)).findFirst().orElseThrow();
    int counts = 0;
    int ofFinest = 0;
    for (; Set.of(inRounds, once).contains(fit.laws.get(counts)); counts++) {
      // Cells of columns that are counted once, and those of the numbers' last round.
      boolean again = fit.laws.subList(counts, fit.laws.size()).contains(once);
      ofFinest += fit.laws.get(counts).equals(once) || !again ? 1 : 0;
    }
    assertThat(fit.exacts.subList(0, counts).stream().mapToLong(Long::longValue).sum())
        .as("six columns, two of them twice")
        .isEqualTo(8L * ROWS);
    double ofSums = sigma(fit.laws.get(counts + 1));
    long sums = fit.laws.stream().filter(law -> sigma(law) == ofSums).count();
    assertThat(counts + 1 + sums).as("one glance").isEqualTo(fit.laws.size());
    // Seven scores, two of them of one column: 20 products; or all columns' counts.
    long ofRelations = (3L * ofFinest - sums) / (ofFinest - 20);
    assertThat(ofRelations * 20 + (3 - ofRelations) * ofFinest).isEqualTo(sums);
    // A row's products are 4096^2 long for each of fifteen pairs: as a matrix of six rows one of
    // ones without its diagonal, with eigenvalues of 5 and, five times, -1.
    double length = 4096.0 * 4096;
    double glance = sigma(fit.laws.get(counts)) / (length * Math.pow(Math.pow(5, 4) + 5, 0.25));
    double multiplier = ofSums / (length * Math.sqrt(15));
    List<PrivacyEvent> drawn = tables(fit, counts);
    drawn.add(new Gaussian(glance));
    drawn.add(new Repeated(new Gaussian(multiplier), 3));
    costsNoMore(new Composed(drawn), fit.charged);
    return ofRelations;
  }

  private static double sigma(IntegerNoise law) {
    return ((DiscreteGaussian) law).sigma();
  }

  private static List<double[]> unrelated() {
    List<double[]> related = SixColumns.values();
    List<double[]> unrelated = new ArrayList<>();
    for (int r = 0; r < ROWS; r++) {
      double[] row = new double[6];
      for (int c = 0; c < 6; c++) {
        row[c] = related.get((r + 61 * c) % ROWS)[c];
      }
      unrelated.add(row);
    }
    return unrelated;
  }

  /** Parts of the budget: what is charged stays within the release, and its statement says so. */
  @Test
  void sharesSumToTheBudget() {
    Run run = run("privbayes", "beta-noised");
    List<PrivacyEvent> rest = new ArrayList<>();
    run.heard().subList(1, run.heard().size()).forEach(h -> rest.add(h.charged));
    double count = Accounting.epsilon(run.heard().get(0).charged, 0);
    assertThat(count + Accounting.epsilon(new Composed(rest), 1e-6))
        .isLessThanOrEqualTo(6 * (1 + 1e-9));
    assertThat(run.bundle().privacy().spent().epsilon()).isEqualTo(6);
    assertThat(run.bundle().privacy().spent().delta()).isEqualTo(1e-6);
  }
}
