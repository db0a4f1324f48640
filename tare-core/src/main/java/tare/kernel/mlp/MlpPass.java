package tare.kernel.mlp;

import java.util.Arrays;
import tare.kernel.linear.Dense;
import tare.kernel.linear.Gemm;

/*
 * Ghost norms. The gradient of one example's loss with respect to a layer's weights is the outer
 * product of what enters the layer (a) and the derivative at its weighted sums (d); with respect to
 * the biases it is d. So its squared norm is |d|^2 (|a|^2 + 1), and the norm over all layers needs no
 * per-example gradient. Scaling an example's gradient by f is scaling its d's by f, after which the
 * sum over examples is one matrix product per layer.
 */

/**
 * Forward and backward passes of a dense network over blocks of rows, with per-example gradient
 * norms and scaled sums of gradients, in memory that does not grow with the number of rows seen.
 *
 * <p>Use: fill {@link #inputs()}, call {@link #forward}, fill {@link #outputDeltas()} from {@link
 * #outputs()}, call {@link #backward}, perhaps {@link #squaredNorms} and {@link #scaleExamples},
 * then {@link #addGradient}. For one thread.
 */
public final class MlpPass {

  /** Rows per block: enough for lots around 256 in one, few enough for the caches. */
  public static final int DEFAULT_CAPACITY = 384;

  private static final double LONGEST_SQUARED = 1e40;
  private static final double LEAST_FLOAT_SQUARES = 1e-20;

  private final MlpShape shape;
  private final int capacity;
  private final Gemm gemm;
  private final float[][] activations; // [0] inputs, [l + 1] what layer l gave
  private final float[][] deltas; // [l] derivative at the weighted sums of layer l

  /** A pass for blocks of up to {@code capacity} rows. */
  public MlpPass(MlpShape shape, int capacity) {
    this(shape, capacity, Gemm.create());
  }

  MlpPass(MlpShape shape, int capacity, Gemm gemm) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity must be at least 1. Got: " + capacity);
    }
    this.shape = shape;
    this.capacity = capacity;
    this.gemm = gemm;
    this.activations = new float[shape.layers() + 1][];
    this.deltas = new float[shape.layers()][];
    activations[0] = new float[Math.multiplyExact(capacity, shape.inputs())];
    for (int layer = 0; layer < shape.layers(); layer++) {
      activations[layer + 1] = new float[Math.multiplyExact(capacity, shape.out(layer))];
      deltas[layer] = new float[capacity * shape.out(layer)];
    }
  }

  /** The network's shape. */
  public MlpShape shape() {
    return shape;
  }

  /** The most rows a block may have. */
  public int capacity() {
    return capacity;
  }

  /** Where the caller puts a block's inputs, row by row. */
  public float[] inputs() {
    return activations[0];
  }

  /** The outputs of the last forward pass, row by row; overwritten by the next. */
  public float[] outputs() {
    return activations[shape.layers()];
  }

  /** Where the caller puts the derivatives of each row's loss with respect to its outputs. */
  public float[] outputDeltas() {
    return deltas[shape.layers() - 1];
  }

  /** Runs the network on the first rows of {@link #inputs()}. @param parameters Not modified. */
  public void forward(float[] parameters, int rows) {
    checkRows(rows);
    for (int layer = 0; layer < shape.layers(); layer++) {
      int out = shape.out(layer);
      float[] to = activations[layer + 1];
      int biases = shape.biasesAt(layer);
      for (int i = 0; i < rows; i++) {
        System.arraycopy(parameters, biases, to, i * out, out);
      }
      gemm.product(
          rows,
          out,
          shape.in(layer),
          activations[layer],
          parameters,
          shape.weightsAt(layer),
          to,
          true);
      if (layer < shape.layers() - 1) {
        shape.hidden().apply(to, 0, rows * out);
      }
    }
  }

  /**
   * Takes {@link #outputDeltas()} back through the hidden layers. @param parameters Not modified.
   */
  public void backward(float[] parameters, int rows) {
    checkRows(rows);
    for (int layer = shape.layers() - 1; layer > 0; layer--) {
      int in = shape.in(layer);
      gemm.productTransposedRight(
          rows,
          in,
          shape.out(layer),
          deltas[layer],
          parameters,
          shape.weightsAt(layer),
          deltas[layer - 1]);
      shape.hidden().backward(activations[layer], deltas[layer - 1], 0, rows * in);
    }
  }

  /** The derivatives of each row's loss with respect to its inputs. @param to Modified. */
  public void inputGradient(float[] parameters, int rows, float[] to) {
    checkRows(rows);
    gemm.productTransposedRight(
        rows, shape.inputs(), shape.out(0), deltas[0], parameters, shape.weightsAt(0), to);
  }

  /**
   * The squared norm of every row's own gradient, after {@link #backward}, within a relative 1e-5.
   * A row with a non-finite value gets a non-finite norm. So does one whose activations are longer
   * than 1e20, and may do beyond 1e19: scaled derivatives might fall below the smallest floats
   * there and lose their relative accuracy. Activations may be squared in float, because the bias
   * adds 1; derivatives only where none that matters can fall below the smallest floats, because
   * they may be tiny where activations are huge.
   *
   * @param to Modified; one per row.
   */
  public void squaredNorms(int rows, double[] to) {
    checkRows(rows);
    Arrays.fill(to, 0, rows, 0);
    for (int layer = 0; layer < shape.layers(); layer++) {
      int in = shape.in(layer);
      int out = shape.out(layer);
      for (int i = 0; i < rows; i++) {
        double entering = gemm.sumOfSquares(activations[layer], i * in, in) + 1;
        to[i] +=
            entering < LONGEST_SQUARED
                ? entering * squaredDelta(layer, i * out, out)
                : Double.POSITIVE_INFINITY;
      }
    }
  }

  private double squaredDelta(int layer, int from, int length) {
    double inFloat = gemm.sumOfSquares(deltas[layer], from, length);
    // Squares that float lost are below 1.2e-38 each: nothing beside this, but not beside less.
    return inFloat > LEAST_FLOAT_SQUARES && inFloat < Float.MAX_VALUE
        ? inFloat
        : Dense.sumOfSquares(deltas[layer], from, length);
  }

  /**
   * Multiplies every row's gradient by a factor, after {@link #backward}. A factor of exactly zero
   * takes the row out whatever it holds, infinities and not-a-numbers too.
   *
   * @param factors one per row, finite. Not modified.
   */
  public void scaleExamples(int rows, float[] factors) {
    checkRows(rows);
    for (int i = 0; i < rows; i++) {
      float factor = factors[i];
      if (factor == 0f) {
        // Zero times infinity is not a number, so the row's activations must go too.
        for (int layer = 0; layer < shape.layers(); layer++) {
          int in = shape.in(layer);
          int out = shape.out(layer);
          Arrays.fill(activations[layer], i * in, (i + 1) * in, 0);
          Arrays.fill(deltas[layer], i * out, (i + 1) * out, 0);
        }
      } else if (factor != 1f) {
        for (int layer = 0; layer < shape.layers(); layer++) {
          int out = shape.out(layer);
          Dense.scale(factor, deltas[layer], i * out, (i + 1) * out);
        }
      }
    }
  }

  /** Adds the sum of all rows' gradients. @param gradient Modified; as long as the parameters. */
  public void addGradient(int rows, float[] gradient) {
    checkRows(rows);
    for (int layer = 0; layer < shape.layers(); layer++) {
      int in = shape.in(layer);
      int out = shape.out(layer);
      gemm.addTransposedLeftProduct(
          in, out, rows, activations[layer], deltas[layer], gradient, shape.weightsAt(layer));
      gemm.addRowSum(rows, out, deltas[layer], gradient, shape.biasesAt(layer));
    }
  }

  private void checkRows(int rows) {
    if (rows < 0 || rows > capacity) {
      throw new IllegalArgumentException("A block holds 0 to " + capacity + " rows. Got: " + rows);
    }
  }
}
