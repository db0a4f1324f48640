package tare.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tare.accounting.Accounting;
import tare.accounting.PrivacyEvent;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.kernel.tail.LogWeights;
import tare.model.FittedWeights;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.schema.Schema;
import tare.table.Table;
import tare.table.TableAppender;

class MlpEstimatorsTest {

  @Nested
  class DpMlpContract extends WeightEstimatorContract {
    @Override
    WeightEstimator estimator() {
      return new DpMlp(MlpOptions.DEFAULTS.withSteps(200));
    }
  }

  @Nested
  class MlpContract extends WeightEstimatorContract {
    @Override
    WeightEstimator estimator() {
      return new Mlp(MlpOptions.DEFAULTS.withSteps(200));
    }
  }

  /** Shapes with a density that no logistic regression on the columns can follow. */
  enum Shape {
    TWO_MOONS(1.5) {
      @Override
      void drawPrivate(RandomGenerator random, double[] x) {
        double angle = Math.PI * random.nextDouble();
        double side = random.nextBoolean() ? 1 : -1;
        x[0] = side * (Math.cos(angle) - 0.5) + 0.2 * random.nextGaussian();
        x[1] = side * (Math.sin(angle) - 0.25) + 0.2 * random.nextGaussian();
      }

      @Override
      void drawSynthetic(RandomGenerator random, double[] x) {
        correlated(random, 1.3, 0.8, 0.5, x);
      }
    },

    RING(2.0) {
      @Override
      void drawPrivate(RandomGenerator random, double[] x) {
        double angle = 2 * Math.PI * random.nextDouble();
        double radius = 2 + 0.35 * random.nextGaussian();
        x[0] = radius * Math.cos(angle);
        x[1] = radius * Math.sin(angle);
      }

      @Override
      void drawSynthetic(RandomGenerator random, double[] x) {
        correlated(random, 1.8, 1.8, 0.4, x);
      }
    };

    final double tail;

    Shape(double tail) {
      this.tail = tail;
    }

    abstract void drawPrivate(RandomGenerator random, double[] x);

    abstract void drawSynthetic(RandomGenerator random, double[] x);

    private static void correlated(
        RandomGenerator random, double sd0, double sd1, double correlation, double[] x) {
      double first = random.nextGaussian();
      x[0] = sd0 * first;
      x[1] =
          sd1
              * (correlation * first
                  + Math.sqrt(1 - correlation * correlation) * random.nextGaussian());
    }

    Table rows(boolean fromPrivate, int count, RandomGenerator random) {
      Schema schema = Tables.numeric(2, -8, 8);
      TableAppender appender = new TableAppender(schema);
      double[] x = new double[2];
      for (int r = 0; r < count; r++) {
        if (fromPrivate) {
          drawPrivate(random, x);
        } else {
          drawSynthetic(random, x);
        }
        appender.append(Math.max(-8, Math.min(8, x[0])), Math.max(-8, Math.min(8, x[1])));
      }
      return appender.finish();
    }

    /** E[x1^2], E[x1 x2], P(|x1| > tail). */
    double[] statistics(Table rows, double[] shares) {
      double[] sums = new double[3];
      for (int r = 0; r < rows.rowCount(); r++) {
        double a = rows.number(r, 0);
        double b = rows.number(r, 1);
        sums[0] += shares[r] * a * a;
        sums[1] += shares[r] * a * b;
        sums[2] += Math.abs(a) > tail ? shares[r] : 0;
      }
      return sums;
    }

    double[] truth(boolean ofPrivate) {
      Table many = rows(ofPrivate, 400_000, new Seed(99).stream("truth " + ofPrivate));
      double[] equal = new double[many.rowCount()];
      Arrays.fill(equal, 1.0 / equal.length);
      return statistics(many, equal);
    }

    /** The part of the bias of unweighted rows that is left on average over runs, per statistic. */
    List<Double> biasLeft(WeightEstimator estimator, int runs) {
      double[] truth = truth(true);
      double[] plain = truth(false);
      double[] bias = new double[3];
      for (int run = 0; run < runs; run++) {
        // The defaults were chosen with runs from seeds 0 to 9 in view; these are fresh ones.
        Seed seed = new Seed(100 + run).child(name());
        Table privateRows = rows(true, 10_000, seed.stream("private"));
        Table synthetic = rows(false, 10_000, seed.stream("synthetic"));
        FittedWeights fitted =
            estimator
                .mechanism(Tables.task(synthetic, 10_000, 1, 1e-6))
                .apply(PrivateRows.of(privateRows), new SeededNoise(seed));
        double[] shares = LogWeights.shares(fitted.weigh(synthetic).logWeights());
        double[] weighted = statistics(synthetic, shares);
        for (int k = 0; k < 3; k++) {
          bias[k] += (weighted[k] - truth[k]) / runs;
        }
      }
      return IntStream.range(0, 3)
          .mapToObj(k -> Math.abs(bias[k] / (plain[k] - truth[k])))
          .toList();
    }
  }

  /** One run each, so that every build sees it; the audit below has ten. */
  @ParameterizedTest
  @EnumSource(Shape.class)
  void takesOffMostOfTheBiasOfCurvedShapes(Shape shape) {
    assertThat(shape.biasLeft(new DpMlp(), 1)).allMatch(left -> left < 0.4);
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  @Tag("audit")
  void takesOffSeventyPercentWhereALineCannot(Shape shape) {
    assertThat(shape.biasLeft(new DpMlp(), 10)).allMatch(left -> left <= 0.3);
    assertThat(shape.biasLeft(new BetaDebiased(), 10)).allMatch(left -> left > 0.3);
  }

  @Test
  void staysWithinTheBudgetAndSaysWhatItCosts() {
    Table synthetic = Tables.mixedRows(200, 0, new Seed(1));
    for (long n : new long[] {150, 10_000, 1_000_000}) {
      WeightTask task = Tables.task(synthetic, n, 0.5, 1e-7);
      PrivacyEvent event = new DpMlp().mechanism(task).event();
      assertThat(event).isInstanceOf(PrivacyEvent.Repeated.class);
      assertThat(Accounting.fits(event, task.budget())).isTrue();
      assertThat(Accounting.epsilon(event, 1e-7)).isGreaterThan(0.49);
    }
    assertThat(new Mlp().mechanism(Tables.task(synthetic, 150, 1, 1e-7)).event())
        .isEqualTo(new PrivacyEvent.NonPrivate());
  }

  /** With 150 rows and a small budget there is nothing to be had: weights stay close to one. */
  @Test
  void doesNoHarmWhereTheBudgetBuysNothing() {
    RandomGenerator random = new Seed(3).stream("rows");
    Table synthetic = Tables.gaussian(1_000, 20, 0, random);
    Table privateRows = Tables.gaussian(150, 20, 0, random);
    FittedWeights fitted =
        new DpMlp()
            .mechanism(Tables.task(synthetic, 150, 0.1, 1e-6))
            .apply(PrivateRows.of(privateRows), new SeededNoise(4));
    double[] shares = LogWeights.shares(fitted.weigh(synthetic).logWeights());
    double squares = Arrays.stream(shares).map(s -> s * s).sum();
    assertThat(1 / squares / 1_000).isGreaterThan(0.9); // effective share of the sample
  }

  @Test
  void rowsWeighTheSameAloneAndTogether() {
    Table synthetic = Tables.mixedRows(300, 0, new Seed(1));
    Mechanism<FittedWeights> mechanism =
        new DpMlp(MlpOptions.DEFAULTS.withSteps(20))
            .mechanism(Tables.task(synthetic, 400, 5, 1e-6));
    FittedWeights fitted =
        mechanism.apply(PrivateRows.of(Tables.mixedRows(400, 1, new Seed(2))), new SeededNoise(1));
    double[] together = fitted.weigh(synthetic).logWeights();
    double alone = fitted.weigh(synthetic.select(new int[] {17})).logWeights()[0];
    assertThat(alone).isCloseTo(together[17], org.assertj.core.data.Offset.offset(1e-5));
    assertThat(fitted.description().details().get("parameters").size()).isGreaterThan(100);
  }

  @Test
  void refusesABudgetWithoutDelta() {
    Table synthetic = Tables.mixedRows(50, 0, new Seed(1));
    assertThatThrownBy(() -> new DpMlp().mechanism(Tables.task(synthetic, 100, 1, 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needs a delta above 0");
  }

  @Test
  void refusesOptionsThatCannotWork() {
    assertThatThrownBy(() -> MlpOptions.DEFAULTS.withHiddenWidth(0))
        .hasMessage("The hidden width must be at least 1. Got: 0");
    assertThatThrownBy(() -> MlpOptions.DEFAULTS.withClip(0))
        .hasMessage("The clip must be in [1e-6, 1e6]. Got: 0.0");
    assertThatThrownBy(() -> MlpOptions.DEFAULTS.withRate(Double.NaN))
        .hasMessage("The rate must be positive and finite. Got: NaN");
  }
}
