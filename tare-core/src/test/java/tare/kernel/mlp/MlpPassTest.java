package tare.kernel.mlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tare.kernel.linear.Gemm;
import tare.kernel.linear.GemmTest;
import tare.random.Seed;

class MlpPassTest {

  /** A network with a loss, some rows, and random parameters. */
  record Case(MlpShape shape, Loss loss, int rows, long seed) {

    float[] parameters() {
      RandomGenerator random = new Seed(seed).stream("parameters");
      float[] parameters = shape.initialParameters(random);
      for (int i = 0; i < parameters.length; i++) {
        parameters[i] += (float) (0.1 * random.nextGaussian());
      }
      return parameters;
    }

    float[] inputs() {
      RandomGenerator random = new Seed(seed).stream("inputs");
      float[] inputs = new float[rows * shape.inputs()];
      for (int i = 0; i < inputs.length; i++) {
        inputs[i] = (float) random.nextGaussian();
      }
      return inputs;
    }

    float[] targets() {
      RandomGenerator random = new Seed(seed).stream("targets");
      float[] targets = new float[rows];
      for (int i = 0; i < rows; i++) {
        targets[i] =
            switch (loss) {
              case LOG -> random.nextInt(2);
              case SQUARED -> (float) random.nextGaussian();
              case SOFTMAX -> random.nextInt(shape.outputs());
            };
      }
      return targets;
    }

    PlainNetwork twin() {
      return new PlainNetwork(shape, loss);
    }

    /** The pass after backward. */
    MlpPass passed(Gemm gemm) {
      MlpPass pass = new MlpPass(shape, rows + 3, gemm);
      System.arraycopy(inputs(), 0, pass.inputs(), 0, rows * shape.inputs());
      pass.forward(parameters(), rows);
      loss.deltas(pass.outputs(), shape.outputs(), targets(), rows, pass.outputDeltas());
      pass.backward(parameters(), rows);
      return pass;
    }
  }

  static List<Case> cases() {
    return List.of(
        new Case(MlpShape.oneHidden(4, 6, 1, Activation.RELU), Loss.LOG, 5, 1),
        new Case(MlpShape.oneHidden(30, 17, 1, Activation.TANH), Loss.LOG, 19, 2),
        new Case(MlpShape.oneHidden(3, 40, 1, Activation.SIGMOID), Loss.SQUARED, 9, 3),
        new Case(new MlpShape(List.of(7, 12, 9, 1), Activation.TANH), Loss.SQUARED, 6, 4),
        new Case(new MlpShape(List.of(5, 20, 16, 8, 4), Activation.RELU), Loss.SOFTMAX, 11, 5),
        new Case(new MlpShape(List.of(6, 1), Activation.RELU), Loss.LOG, 4, 6),
        new Case(new MlpShape(List.of(2, 3, 3, 3), Activation.IDENTITY), Loss.SOFTMAX, 1, 7));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void outputsAreThoseOfTheTwin(Case one) {
    for (Gemm gemm : GemmTest.kernels()) {
      MlpPass pass = one.passed(gemm);
      double[] parameters = PlainNetwork.widened(one.parameters());
      for (int row = 0; row < one.rows(); row++) {
        double[] expected = one.twin().outputs(parameters, row(one, row));
        for (int j = 0; j < expected.length; j++) {
          assertThat((double) pass.outputs()[row * expected.length + j])
              .isCloseTo(expected[j], within(2e-5));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void gradientIsTheSlopeOfTheTwin(Case one) {
    for (Gemm gemm : GemmTest.kernels()) {
      MlpPass pass = one.passed(gemm);
      float[] gradient = new float[one.shape().parameterCount()];
      pass.addGradient(one.rows(), gradient);
      double[] expected = new double[gradient.length];
      for (int row = 0; row < one.rows(); row++) {
        double[] slope = one.twin().slopes(one.parameters(), row(one, row), one.targets()[row]);
        for (int i = 0; i < slope.length; i++) {
          expected[i] += slope[i];
        }
      }
      assertClose(gradient, expected, 1e-4);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void inputGradientIsTheSlopeOfTheTwin(Case one) {
    MlpPass pass = one.passed(Gemm.create());
    float[] gradient = new float[one.rows() * one.shape().inputs()];
    pass.inputGradient(one.parameters(), one.rows(), gradient);
    for (int row = 0; row < one.rows(); row++) {
      double[] slope = one.twin().inputSlopes(one.parameters(), row(one, row), one.targets()[row]);
      for (int j = 0; j < slope.length; j++) {
        assertThat((double) gradient[row * slope.length + j]).isCloseTo(slope[j], within(1e-4));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void ghostNormsAreThoseOfStoredGradients(Case one) {
    MlpPass pass = one.passed(Gemm.create());
    double[] norms = new double[one.rows()];
    pass.squaredNorms(one.rows(), norms);
    for (int row = 0; row < one.rows(); row++) {
      double expected =
          norm(one.twin().gradient(one.parameters(), row(one, row), one.targets()[row]));
      assertThat(Math.sqrt(norms[row])).isCloseTo(expected, within(1e-5 * expected));
    }
  }

  /** Derivatives whose squares no float can hold, beside an input that makes them count. */
  @Test
  void ghostNormsHoldForTinyDerivativesOfLongRows() {
    int hidden = 10_000;
    MlpShape shape = MlpShape.oneHidden(1, hidden, 1, Activation.RELU);
    float[] parameters = new float[shape.parameterCount()];
    Arrays.fill(parameters, shape.biasesAt(0), shape.weightsAt(1), 1e-3f);
    Arrays.fill(parameters, shape.weightsAt(1), shape.biasesAt(1), 2e-22f);
    MlpPass pass = new MlpPass(shape, 1);
    pass.inputs()[0] = 1e19f;
    pass.forward(parameters, 1);
    pass.outputDeltas()[0] = 0.5f;
    pass.backward(parameters, 1);
    double[] norms = new double[1];
    pass.squaredNorms(1, norms);
    double ofOutput = 0.25 * (hidden * 1e-6 + 1);
    double ofHidden = hidden * 1e-44 * 1e38;
    assertThat(Math.sqrt(norms[0]))
        .isCloseTo(Math.sqrt(ofOutput + ofHidden), withinPercentage(1e-3));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void scaledSumsAreThoseOfStoredGradients(Case one) {
    RandomGenerator random = new Seed(one.seed()).stream("factors");
    float[] factors = new float[one.rows()];
    double[] expected = new double[one.shape().parameterCount()];
    for (int row = 0; row < one.rows(); row++) {
      factors[row] = row % 4 == 3 ? 0 : random.nextFloat();
      double[] g = one.twin().gradient(one.parameters(), row(one, row), one.targets()[row]);
      for (int i = 0; i < g.length; i++) {
        expected[i] += factors[row] * g[i];
      }
    }
    MlpPass pass = one.passed(Gemm.create());
    pass.scaleExamples(one.rows(), factors);
    float[] sum = new float[expected.length];
    pass.addGradient(one.rows(), sum);
    assertClose(sum, expected, 1e-5);
  }

  @Test
  void aRowTakenOutLeavesNothingBehindWhateverItHolds() {
    Case one = new Case(MlpShape.oneHidden(3, 4, 1, Activation.RELU), Loss.LOG, 3, 8);
    for (float poison : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.MAX_VALUE}) {
      MlpPass pass = new MlpPass(one.shape(), 3);
      System.arraycopy(one.inputs(), 0, pass.inputs(), 0, 9);
      pass.inputs()[4] = poison;
      pass.forward(one.parameters(), 3);
      one.loss().deltas(pass.outputs(), 1, one.targets(), 3, pass.outputDeltas());
      pass.backward(one.parameters(), 3);
      double[] norms = new double[3];
      pass.squaredNorms(3, norms);
      assertThat(norms[1]).matches(n -> !Double.isFinite(n), "is not finite");
      assertThat(norms[0]).isFinite();
      pass.scaleExamples(3, new float[] {1, 0, 1});
      float[] sum = new float[one.shape().parameterCount()];
      pass.addGradient(3, sum);
      double[] expected = new double[sum.length];
      for (int row : new int[] {0, 2}) {
        double[] g = one.twin().gradient(one.parameters(), row(one, row), one.targets()[row]);
        for (int i = 0; i < g.length; i++) {
          expected[i] += g[i];
        }
      }
      assertClose(sum, expected, 1e-5);
    }
  }

  @Test
  void fastTangentIsTheTangent() {
    float[] x = {0f, 1e-8f, -0.3f, 0.7f, -2f, 4.5f, -8.9f, 9.5f, 1e30f, Float.NEGATIVE_INFINITY};
    float[] y = x.clone();
    Activation.TANH.apply(y, 0, y.length);
    for (int i = 0; i < x.length; i++) {
      assertThat((double) y[i]).isCloseTo(Math.tanh(x[i]), within(1e-6));
    }
    float[] nan = {Float.NaN};
    Activation.TANH.apply(nan, 0, 1);
    assertThat(nan[0]).isNaN();
  }

  @Test
  void logLossDoesNotOverflow() {
    float[] outputs = {500f, -500f, 500f};
    float[] targets = {0f, 0f, 1f};
    assertThat(Loss.LOG.value(outputs, 1, targets, 3)).isCloseTo(500, within(1e-9));
    float[] deltas = new float[3];
    Loss.LOG.deltas(outputs, 1, targets, 3, deltas);
    assertThat(deltas).containsExactly(1f, 0f, 0f);
  }

  private static double[] row(Case one, int row) {
    int width = one.shape().inputs();
    double[] values = new double[width];
    for (int j = 0; j < width; j++) {
      values[j] = one.inputs()[row * width + j];
    }
    return values;
  }

  private static double norm(double[] values) {
    double sum = 0;
    for (double v : values) {
      sum += v * v;
    }
    return Math.sqrt(sum);
  }

  private static void assertClose(float[] actual, double[] expected, double relative) {
    double size = Math.max(1e-3, norm(expected));
    for (int i = 0; i < expected.length; i++) {
      assertThat((double) actual[i]).isCloseTo(expected[i], within(relative * size));
    }
  }
}
