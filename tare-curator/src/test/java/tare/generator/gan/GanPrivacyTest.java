package tare.generator.gan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.accounting.AnalyticGaussian;
import tare.accounting.PrivacyBudget;
import tare.audit.Attack;
import tare.audit.Claim;
import tare.audit.DpTester;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.gate.VectorArrays;
import tare.generator.GeneratorFitter;
import tare.generator.GeneratorTask;
import tare.model.FittedGan;
import tare.model.FittedGenerator;
import tare.model.LabelLaw;
import tare.model.RowCodec;
import tare.noise.DiscreteGaussian;
import tare.noise.NoiseSource;
import tare.noise.SeededNoise;
import tare.progress.Progress;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.EncodedRows;
import tare.table.Table;

/**
 * Audits of whole GAN trainings on worst-case neighbours, thousands of small ones each: four rows
 * of zeros with and without one row of ones, and with and without one row that differs in its label
 * alone. A true claim is rejected with probability at most 1e-6 per test; the lower bounds on
 * epsilon hold with 95 % confidence. Faults known from published code are planted, and each is
 * caught.
 */
class GanPrivacyTest {

  private static final double DELTA = 1e-3;
  private static final DpTester.Options TRIES = new DpTester.Options(2000, 1e-6, 0.95);

  private static final Schema SCHEMA =
      new Schema(
          "audit",
          "row",
          List.of(
              new Column("x", new ColumnType.Numeric(0, 1, List.of()), false),
              new Column("y", new ColumnType.Numeric(0, 1, List.of()), false),
              new Column("label", new ColumnType.YesNo("no", "yes"), false)),
          OptionalLong.of(4));

  private static final Table ZEROS = table(4, 0);
  private static final Table WITH_ONES = table(4, 1);

  /** Rows of zeros, then rows of ones. */
  private static Table table(int zeros, int ones) {
    double[][] columns = new double[3][zeros + ones];
    for (double[] column : columns) {
      for (int i = zeros; i < zeros + ones; i++) {
        column[i] = 1;
      }
    }
    return ColumnarTable.of(SCHEMA, columns);
  }

  /** Four rows of zeros and one that differs from them in its label alone. */
  private static final Table WITH_LABEL =
      ColumnarTable.of(
          SCHEMA, new double[][] {new double[5], new double[5], new double[] {0, 0, 0, 0, 1}});

  private static final GanOptions SMALL =
      GanOptions.DEFAULTS
          .withHiddenWidth(4)
          .withLotSize(4)
          .withEpochs(10)
          .withWaves(new WaveOptions(0.7, 4, 5));

  private static final PateGanOptions FEW = new PateGanOptions(2, 2, 2, 2, 1e-2);

  private static Mechanism<FittedGenerator> training(GeneratorFitter fitter, double epsilon) {
    return fitter.mechanism(
        new GeneratorTask(SCHEMA, 4, new PrivacyBudget(epsilon, DELTA), new Seed(3)));
  }

  /** What an attacker looks at: how much more the discriminator takes the row of ones for real. */
  private static final Table PROBES = table(1, 1);

  /** A row of zeros, then the row that differs in its label alone. */
  private static final Table LABEL_PROBES =
      ColumnarTable.of(SCHEMA, new double[][] {{0, 0}, {0, 0}, {0, 1}});

  private static double suspicion(FittedGenerator generator) {
    double[] logits = ((FittedGan) generator).logRatios(PROBES);
    return logits[1] - logits[0];
  }

  private static double labelSuspicion(FittedGenerator generator) {
    double[] logits = ((FittedGan) generator).logRatios(LABEL_PROBES);
    return logits[1] - logits[0];
  }

  private static double labelShare(FittedGenerator generator) {
    double[] law = ((FittedGan) generator).labels().probabilities();
    return law.length == 0 ? 0 : law[1];
  }

  private static final Attack<FittedGenerator> ATTACK =
      (one, other) ->
          List.of(
              GanPrivacyTest::suspicion,
              GanPrivacyTest::labelSuspicion,
              GanPrivacyTest::labelShare);

  /** Holds a generator to its claim on one of the pairs. */
  private static void assertKeepsItsClaim(GeneratorFitter fitter, Table larger, double epsilon) {
    NoiseSource noise = new SeededNoise(17);
    Mechanism<FittedGenerator> mechanism = training(fitter, epsilon);
    DpTester.Result result =
        audit(
            () -> mechanism.apply(PrivateRows.of(larger), noise),
            () -> mechanism.apply(PrivateRows.of(ZEROS), noise),
            epsilon);
    assertThat(result.accepted()).as(result.summary()).isTrue();
    assertThat(result.epsilonLowerBound()).isLessThan(epsilon);
  }

  private static DpTester.Result audit(
      Supplier<FittedGenerator> one, Supplier<FittedGenerator> other, double epsilon) {
    return DpTester.test(one, other, Claim.of(epsilon, DELTA), ATTACK, TRIES);
  }

  @Test
  void dpganKeepsItsClaim() {
    assertKeepsItsClaim(new Gan(Gan.Kind.DPGAN, SMALL), WITH_ONES, 1);
  }

  @Test
  void dpcganKeepsItsClaim() {
    assertKeepsItsClaim(new Gan(Gan.Kind.DPCGAN, SMALL), WITH_LABEL, 1);
  }

  @Test
  void pateGanKeepsItsClaim() {
    assertKeepsItsClaim(new PateGan(FEW), WITH_ONES, 1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 4})
  @Tag("audit")
  void allKeepTheirClaimsOnBothPairs(double epsilon) {
    for (Table larger : List.of(WITH_ONES, WITH_LABEL)) {
      assertKeepsItsClaim(new Gan(Gan.Kind.DPGAN, SMALL), larger, epsilon);
      assertKeepsItsClaim(new Gan(Gan.Kind.DPCGAN, SMALL), larger, epsilon);
      assertKeepsItsClaim(new PateGan(FEW), larger, epsilon);
    }
  }

  /** Fault: the noise scale is inverted. */
  @Test
  void anInvertedNoiseScaleIsCaught() {
    Mechanism<FittedGenerator> dpgan = training(new Gan(Gan.Kind.DPGAN, SMALL), 1);
    NoiseSource faint = new Scaled(new SeededNoise(17), 0.05f);
    assertThat(
            audit(
                    () -> dpgan.apply(PrivateRows.of(WITH_ONES), faint),
                    () -> dpgan.apply(PrivateRows.of(ZEROS), faint),
                    1)
                .accepted())
        .isFalse();
  }

  /** Fault: noise from a fixed seed, the same in every run. */
  @Test
  void aFixedNoiseSeedIsCaught() {
    Mechanism<FittedGenerator> dpgan = training(new Gan(Gan.Kind.DPGAN, SMALL), 1);
    assertThat(
            audit(
                    () -> dpgan.apply(PrivateRows.of(WITH_ONES), new SeededNoise(1)),
                    () -> dpgan.apply(PrivateRows.of(ZEROS), new SeededNoise(1)),
                    1)
                .accepted())
        .isFalse();
  }

  /** Fault: the generator is given the labels of real rows. */
  @Test
  void exactLabelsToTheGeneratorAreCaught() {
    GanPlan plan =
        GanPlan.of(
            new GeneratorTask(SCHEMA, 4, new PrivacyBudget(1, DELTA), new Seed(3)),
            SMALL,
            Gan.Kind.DPCGAN);
    GanPlan leaky =
        new GanPlan(
            plan.schema(),
            plan.options(),
            plan.codec(),
            plan.label(),
            Optional.empty(),
            plan.waves(),
            plan.n(),
            plan.sgd(),
            plan.generator(),
            plan.discriminator());
    Mechanism<FittedGenerator> training =
        new Gan.GanTraining("dpcgan", leaky, new Seed(3), Progress.SILENT);
    NoiseSource noise = new SeededNoise(17);
    Table more = table(4, 2);
    assertThat(
            audit(
                    () -> training.apply(PrivateRows.of(more), noise),
                    () -> training.apply(PrivateRows.of(WITH_ONES), noise),
                    1)
                .accepted())
        .isFalse();
  }

  /** Fault: of several runs, the one that fits the private rows best is kept. */
  @Test
  @Tag("audit")
  void theBestOfSeveralRunsIsCaught() {
    Mechanism<FittedGenerator> dpgan = training(new Gan(Gan.Kind.DPGAN, SMALL), 1);
    NoiseSource noise = new SeededNoise(17);
    Supplier<FittedGenerator> one = () -> bestOf(20, dpgan, WITH_ONES, noise);
    Supplier<FittedGenerator> other = () -> bestOf(20, dpgan, ZEROS, noise);
    assertThat(audit(one, other, 1).accepted()).isFalse();
  }

  private static FittedGenerator bestOf(
      int runs, Mechanism<FittedGenerator> mechanism, Table rows, NoiseSource noise) {
    FittedGenerator best = mechanism.apply(PrivateRows.of(rows), noise);
    double most = fit(best, rows);
    for (int i = 1; i < runs; i++) {
      FittedGenerator next = mechanism.apply(PrivateRows.of(rows), noise);
      if (fit(next, rows) > most) {
        best = next;
        most = fit(next, rows);
      }
    }
    return best;
  }

  private static double fit(FittedGenerator generator, Table rows) {
    double sum = 0;
    for (double logit : ((FittedGan) generator).logRatios(rows)) {
      sum += logit;
    }
    return rows.rowCount() > 4 ? sum : -suspicion(generator);
  }

  /** Fault: all teachers are trained on one and the same part. One row then moves every vote. */
  @Test
  void teachersOnOnePartAreCaught() {
    assertThat(votes(teachers -> onePart(teachers)).accepted()).isFalse();
    assertThat(votes(teachers -> parts(teachers)).accepted()).isTrue();
  }

  private interface Division {
    List<List<Integer>> of(int teachers);
  }

  private static List<List<Integer>> onePart(int teachers) {
    List<List<Integer>> parts = new ArrayList<>();
    for (int t = 0; t < teachers; t++) {
      parts.add(List.of(0, 1, 2, 3, 4));
    }
    return parts;
  }

  private static List<List<Integer>> parts(int teachers) {
    List<List<Integer>> parts = new ArrayList<>();
    for (int t = 0; t < teachers; t++) {
      parts.add(t < 5 ? List.of(t) : List.of());
    }
    return parts;
  }

  /**
   * Twenty teachers vote once, with the noise of epsilon 1, on the row of ones; the claim is that
   * of one vote. Rows that the smaller neighbour lacks are left out of the parts.
   */
  private static DpTester.Result votes(Division division) {
    double sigma = AnalyticGaussian.sigma(1, DELTA);
    NoiseSource noise = new SeededNoise(23);
    int with = votesFor(division, 5);
    int without = votesFor(division, 4);
    return DpTester.test(
        () -> DiscreteGaussian.sample(noise, sigma) + with,
        () -> DiscreteGaussian.sample(noise, sigma) + without,
        Claim.of(1.05, DELTA),
        Attack.number(),
        TRIES.withSamples(40_000));
  }

  private static float[] encoded(Table rows) {
    return EncodedRows.floats(
        rows, RowCodec.of(SCHEMA, -1).width(), FittedGan.encoder(SCHEMA, -1, LabelLaw.NONE));
  }

  private static int votesFor(Division division, int rows) {
    int teachers = 20;
    Table real = rows == 5 ? WITH_ONES : ZEROS;
    int width = RowCodec.of(SCHEMA, -1).width();
    List<PrivateRows.Vectors> parts =
        division.of(teachers).stream()
            .map(part -> part.stream().filter(row -> row < rows).mapToInt(i -> i).toArray())
            .map(part -> VectorArrays.of(encoded(real.select(part)), width))
            .toList();
    Teachers trained = Teachers.on(width, parts, 4, 1e-1, new Seed(4));
    float[] made = encoded(ZEROS);
    for (int i = 0; i < 60; i++) {
      trained.learn(made, () -> {});
    }
    return (int) trained.votes(encoded(PROBES), 1).value()[0];
  }

  /** A noise source whose bulk Gaussian noise is too small. */
  private record Scaled(NoiseSource noise, float factor) implements NoiseSource {
    @Override
    public long nextLong() {
      return noise.nextLong();
    }

    @Override
    public void fillGaussian(double sd, double[] out, int from, int length) {
      noise.fillGaussian(sd * factor, out, from, length);
    }

    @Override
    public void fillGaussian(float sd, float[] out, int from, int length) {
      noise.fillGaussian(sd * factor, out, from, length);
    }
  }
}
