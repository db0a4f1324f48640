package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tare.accounting.Accounting;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.accounting.PrivacyEvent.Composed;
import tare.accounting.PrivacyEvent.Exponential;
import tare.accounting.PrivacyEvent.Gaussian;
import tare.accounting.PrivacyEvent.PoissonSampled;
import tare.accounting.PrivacyEvent.Repeated;
import tare.audit.DrawTape.Heard;
import tare.curator.GeneratorFitters;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.gate.Gate;
import tare.gate.PrivateTable;
import tare.generator.GeneratorFitter;
import tare.generator.gan.Gan;
import tare.generator.gan.PateGan;
import tare.generator.gan.PateGanOptions;
import tare.ledger.Ledger;
import tare.model.FeatureKind;
import tare.model.Features;
import tare.model.FittedWeights;
import tare.noise.DiscreteGaussian;
import tare.noise.DiscreteLaplace;
import tare.noise.IntegerNoise;
import tare.noise.SeededNoise;
import tare.progress.Progress;
import tare.release.Bundle;
import tare.table.Table;
import tare.table.TableAppender;
import tare.table.Weights;
import tare.weight.MlpOptions;
import tools.jackson.databind.JsonNode;

/**
 * Whole releases through the front door, with six columns: the laws, scales, numbers of draws and
 * rates of lots that were drawn make an event, and it costs no more than the one that was charged.
 * Bounds are worked out here once more, from the proofs and not from the code.
 */
class DrawnAsChargedTest {

  private static final int ROWS = SixColumns.ROWS;
  private static final PrivacyBudget BUDGET = new PrivacyBudget(6, 1e-6);

  /** A release and what its mechanisms drew. */
  private record Run(Bundle bundle, List<Heard> heard) {
    Heard of(String purpose) {
      return heard.stream().filter(h -> h.purpose.startsWith(purpose)).findFirst().orElseThrow();
    }

    long n() {
      return bundle.privacy().rowCount().used();
    }
  }

  private static Run run(GeneratorFitter generator, String weights) {
    return run(generator, weights, BUDGET);
  }

  private static Run run(GeneratorFitter generator, String weights, PrivacyBudget budget) {
    return run(generator, weights, budget, SixColumns.values());
  }

  private static Run run(
      GeneratorFitter generator, String weights, PrivacyBudget budget, List<double[]> values) {
    ReleasePlan plan = SixColumns.plan(generator, weights, budget);
    Table rows = SixColumns.table(values);
    DrawTape tape = new DrawTape(rows, new SeededNoise(3));
    Gate gate =
        new Gate(PrivateTable.of(rows), Ledger.inMemory(budget), "audit", new SeededNoise(4), tape);
    return new Run(ReleaseRun.run(gate, plan, Progress.SILENT), tape.heard);
  }

  private static Run run(String generator, String weights) {
    return run(GeneratorFitters.named(generator), weights);
  }

  private static void costsNoMore(PrivacyEvent drawn, PrivacyEvent charged) {
    for (double delta : new double[] {1e-6, 1e-9}) {
      assertThat(Accounting.epsilon(drawn, delta))
          .as("drawn: " + drawn + "; charged: " + charged)
          .isLessThanOrEqualTo(Accounting.epsilon(charged, delta) * (1 + 1e-6));
    }
  }

  /** Tables of counts in which every row counts once: as many as the rows were counted. */
  private static List<PrivacyEvent> tables(Heard heard) {
    Map<IntegerNoise, Long> counted = new LinkedHashMap<>();
    for (int i = 0; i < heard.laws.size(); i++) {
      counted.merge(heard.laws.get(i), heard.exacts.get(i), Long::sum);
    }
    List<PrivacyEvent> events = new ArrayList<>();
    counted.forEach(
        (law, sum) -> {
          assertThat(sum % ROWS).as("every row counts once in each table").isZero();
          events.add(Heard.tables(law, sum / ROWS));
        });
    return events;
  }

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
    double ofCounts = sigma(fit.laws.get(0));
    int counts = (int) fit.laws.stream().filter(law -> sigma(law) == ofCounts).count();
    double ofGlance = sigma(fit.laws.get(counts));
    double ofSums = sigma(fit.laws.get(counts + 1));
    long sums = fit.laws.stream().filter(law -> sigma(law) == ofSums).count();
    assertThat(counts + 1 + sums).as("one glance").isEqualTo(fit.laws.size());
    // Seven scores, two of them of one column: 20 products; or all columns' counts.
    long ofRelations = (3L * counts - sums) / (counts - 20);
    assertThat(ofRelations * 20 + (3 - ofRelations) * counts).isEqualTo(sums);
    // A row's products are 4096^2 long for each of fifteen pairs. As a matrix with six rows they
    // are
    // one of ones without its diagonal, with eigenvalues of 5 and, five times, -1.
    double length = 4096.0 * 4096;
    double glance = ofGlance / (length * Math.pow(Math.pow(5, 4) + 5, 0.25));
    double multiplier = ofSums / (length * Math.sqrt(15));
    costsNoMore(
        new Composed(
            List.of(
                Heard.tables(fit.laws.get(0), 6),
                new Gaussian(glance),
                new Repeated(new Gaussian(multiplier), 3))),
        fit.charged);
    assertThat(fit.exacts.subList(0, counts).stream().mapToLong(Long::longValue).sum())
        .isEqualTo(6L * ROWS);
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

  private static void descends(Heard fit, PrivacyEvent charged, double clip) {
    Repeated steps = (Repeated) charged;
    PoissonSampled lot = (PoissonSampled) steps.event();
    assertThat(fit.rates).containsExactly(lot.rate());
    assertThat((long) fit.lots).isEqualTo(steps.times());
    assertThat((long) fit.fills.size()).as("one draw of noise per step").isEqualTo(steps.times());
    double sd = ((Gaussian) lot.event()).noiseMultiplier() * clip;
    assertThat(fit.fills)
        .allSatisfy(fill -> assertThat((double) fill).isCloseTo(sd, withPercentage(1e-3)));
    assertThat(fit.partlyFilled).as("sums with a coordinate that has no noise").isZero();
    assertThat(fit.rawBits).as("lots are drawn from noise").isPositive();
  }

  /** The one of several events that is of a kind. */
  private static <E extends PrivacyEvent> E only(Class<E> kind, PrivacyEvent composed) {
    List<E> found =
        ((Composed) composed).events().stream().filter(kind::isInstance).map(kind::cast).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  /** No vector gets noise twice for one charge: a mean of two draws has less. */
  private static void measuredOnce(Heard fit) {
    List<Long> exact = new ArrayList<>();
    for (int i = 0; i < fit.laws.size(); i++) {
      if (fit.laws.get(i) instanceof DiscreteGaussian) {
        exact.add(fit.exacts.get(i));
      }
    }
    int half = exact.size() / 2;
    assertThat(exact.subList(0, half))
        .isNotEqualTo(exact.subList(exact.size() - half, exact.size()));
  }

  /**
   * Waves have length one: on a grid of thirty bits within one, their sum gets the noise that was
   * charged, once in each place and nowhere else.
   */
  private static void waves(Heard fit, double charged) {
    List<IntegerNoise> gaussian =
        fit.laws.stream().filter(law -> law instanceof DiscreteGaussian).toList();
    assertThat(gaussian).hasSizeGreaterThan(2 * SixColumns.SMALL.waves().count());
    measuredOnce(fit);
    assertThat(gaussian)
        .allSatisfy(
            law ->
                assertThat(((DiscreteGaussian) law).sigma() / 0x1p29)
                    .isBetween(charged, charged * 1.001));
  }

  @Test
  void dpgan() {
    Heard fit = run(new Gan(Gan.Kind.DPGAN, SixColumns.SMALL), "none").of("train dpgan");
    assertThat(((Composed) fit.charged).events()).hasSize(2);
    descends(fit, only(Repeated.class, fit.charged), SixColumns.SMALL.clip());
    waves(fit, only(Gaussian.class, fit.charged).noiseMultiplier());
    assertThat(fit.laws).allSatisfy(law -> assertThat(law).isInstanceOf(DiscreteGaussian.class));
  }

  @Test
  void dpcgan() {
    Heard fit =
        run(new Gan(Gan.Kind.DPCGAN, SixColumns.SMALL.withLabel("ill")), "none").of("train dpcgan");
    List<PrivacyEvent> charged = ((Composed) fit.charged).events();
    PrivacyEvent descent = only(Repeated.class, fit.charged);
    Gaussian waves = only(Gaussian.class, fit.charged);
    descends(fit, descent, SixColumns.SMALL.clip());
    waves(fit, waves.noiseMultiplier());
    List<IntegerNoise> labels =
        fit.laws.stream().filter(law -> law instanceof DiscreteLaplace).toList();
    assertThat(labels).hasSize(2);
    List<PrivacyEvent> rest = new ArrayList<>(charged);
    rest.remove(descent);
    rest.remove(waves);
    costsNoMore(Heard.tables(labels.get(0), 1), new Composed(rest));
  }

  @Test
  void pateGan() {
    PateGanOptions options = new PateGanOptions(7, 6, 4, 3, 5e-4);
    Heard fit = run(new PateGan(options), "none").of("train pate-gan");
    assertThat(fit.laws).hasSize(24);
    assertThat(fit.exacts).allSatisfy(votes -> assertThat(votes).isBetween(0L, 7L));
    costsNoMore(Heard.tables(fit.laws.get(0), fit.laws.size()), fit.charged);
    assertThat(fit.laws).allSatisfy(law -> assertThat(law).isEqualTo(fit.laws.get(0)));
    assertThat(fit.rawBits)
        .as("a secret draw sends each row to its teacher")
        .isGreaterThanOrEqualTo(ROWS);
  }

  @Test
  void dpMlp() {
    Heard fit = run("independent", "dp-mlp").of("fit weights");
    descends(fit, fit.charged, MlpOptions.DEFAULTS.clip());
  }

  /** What a row may move the coefficients by: R / (n lambda), R = 1.25 sqrt(width). */
  private static double coefficientBound(Run run, JsonNode details, int width) {
    return 1.25 * Math.sqrt(width) / (run.n() * details.path("lambda").asDouble());
  }

  /** The standard deviation of Gaussian noise over the proved bound is what was charged. */
  private static void scaled(Heard fit, double spacing, double bound) {
    double sd = ((DiscreteGaussian) fit.laws.get(0)).sigma() * spacing;
    double charged = ((Gaussian) fit.charged).noiseMultiplier();
    assertThat(sd / bound).isBetween(charged, charged * 1.01);
  }

  private static void beta(String method) {
    Run run = run("independent", method);
    Heard fit = run.of("fit weights");
    JsonNode details = ((FittedWeights) fit.output).description().details();
    JsonNode noised = details.path("noised_coefficients");
    double bound = coefficientBound(run, details, noised.size());
    if (!fit.vectors.isEmpty()) {
      double epsilon = ((PrivacyEvent.Spherical) fit.charged).epsilon();
      assertThat(fit.vectors.get(0).scale()).isBetween(bound / epsilon, 1.01 * bound / epsilon);
      return;
    }
    assertThat(fit.laws).hasSize(noised.size());
    int largest = 0;
    for (int j = 0; j < noised.size(); j++) {
      largest = Math.abs(fit.outputs.get(j)) > Math.abs(fit.outputs.get(largest)) ? j : largest;
    }
    scaled(fit, noised.get(largest).asDouble() / fit.outputs.get(largest), bound);
  }

  @Test
  void betaNoised() {
    beta("beta-noised");
  }

  @Test
  void betaDebiased() {
    beta("beta-debiased");
  }

  /** The largest singular value, by plain power iteration. */
  private static double largestSingularValue(double[] matrix, int rows) {
    int width = matrix.length / rows;
    double[] v = new double[width];
    java.util.Arrays.fill(v, 1);
    double value = 0;
    for (int i = 0; i < 500; i++) {
      double[] next = new double[width];
      for (int r = 0; r < rows; r++) {
        double dot = 0;
        for (int j = 0; j < width; j++) {
          dot += matrix[r * width + j] * v[j];
        }
        for (int j = 0; j < width; j++) {
          next[j] += dot * matrix[r * width + j];
        }
      }
      double norm = Math.sqrt(java.util.Arrays.stream(next).map(x -> x * x).sum());
      value = Math.sqrt(norm / Math.sqrt(java.util.Arrays.stream(v).map(x -> x * x).sum()));
      for (int j = 0; j < width; j++) {
        v[j] = next[j] / norm;
      }
    }
    return value;
  }

  /** Log weights with noise on every row: their bound, and the spacing of their grid. */
  private record Outputs(Heard fit, double bound, double spacing, int rows) {}

  private static Outputs outputs(String method) {
    // Enough for independent Laplace noise on 150 log weights to have a debiased weight at all.
    PrivacyBudget much = new PrivacyBudget(60, 1e-6);
    Run run = run(GeneratorFitters.named("independent"), method, much);
    Heard fit = run.of("fit weights");
    FittedWeights fitted = (FittedWeights) fit.output;
    Table synthetic = run.bundle().synthetic();
    Weights weights = fitted.weigh(synthetic);
    assertThat(fit.laws).hasSize(synthetic.rowCount());
    Features features = Features.of(FeatureKind.WHITENED, synthetic);
    double sigma = largestSingularValue(features.encode(synthetic), synthetic.rowCount());
    double bound = sigma * coefficientBound(run, fitted.description().details(), features.width());
    long steps = fit.outputs.get(0) - fit.outputs.get(1);
    double spacing = (weights.logWeights()[0] - weights.logWeights()[1]) / steps;
    return new Outputs(fit, bound, Math.abs(spacing), synthetic.rowCount());
  }

  @Test
  void outputNorm() {
    Outputs outputs = outputs("output-norm");
    scaled(outputs.fit(), outputs.spacing(), outputs.bound());
  }

  /** The scale of Laplace noise over the bound in L1, which is the root of N times that in L2. */
  @Test
  void outputLaplace() {
    Outputs outputs = outputs("output-laplace");
    double scale = ((DiscreteLaplace) outputs.fit().laws.get(0)).scale() * outputs.spacing();
    double inL1 = Math.sqrt(outputs.rows()) * outputs.bound();
    double least = 1 / Accounting.epsilon(outputs.fit().charged, 0);
    assertThat(scale / inL1).isBetween(least * (1 - 1e-6), least * 1.01);
  }

  @Test
  void moments() {
    Run run = run("independent", "moments");
    Heard fit = run.of("fit weights");
    double bound = ((FittedWeights) fit.output).description().details().path("bound").asDouble();
    // A grid of thirty bits within the bound.
    double inSteps = Math.floor(Math.scalb(bound, 29 - Math.getExponent(bound)));
    double charged = ((Gaussian) fit.charged).noiseMultiplier();
    assertThat(((DiscreteGaussian) fit.laws.get(0)).sigma() / inSteps)
        .isBetween(charged, charged * 1.001);
  }

  /** No row's vector is longer than the proof says, wherever the row lies. */
  @Test
  void featuresAreNoLongerThanTheirRadius() {
    Table synthetic = run("independent", "none").bundle().synthetic();
    TableAppender extremes = new TableAppender(SixColumns.SCHEMA);
    for (int i = 0; i < 96; i++) {
      extremes.append(
          i % 2 == 0 ? 0 : 100,
          i / 2 % 2,
          i / 4 % 3,
          i / 12 % 2 == 0 ? 10 : Double.NaN,
          i / 24 % 2,
          i / 48);
    }
    Table rows = extremes.finish();
    for (FeatureKind kind : FeatureKind.values()) {
      Features features = Features.of(kind, synthetic);
      double radius =
          kind == FeatureKind.WHITENED ? 1.25 * Math.sqrt(features.width()) : Math.sqrt(7 / 4.0);
      double[] encoded = features.encode(rows);
      for (int r = 0; r < rows.rowCount(); r++) {
        double squares = 0;
        for (int j = 0; j < features.width(); j++) {
          double x = encoded[r * features.width() + j];
          squares += x * x;
        }
        assertThat(Math.sqrt(squares)).isLessThanOrEqualTo(radius * (1 + 1e-12));
      }
    }
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
