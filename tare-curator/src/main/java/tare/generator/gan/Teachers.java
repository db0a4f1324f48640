package tare.generator.gan;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import tare.gate.PrivateRows;
import tare.gate.PrivateRows.Vectors;
import tare.kernel.mlp.Activation;
import tare.kernel.mlp.Loss;
import tare.kernel.mlp.MlpPass;
import tare.kernel.mlp.MlpShape;
import tare.kernel.mlp.StepRule;
import tare.noise.Exact;
import tare.noise.NoiseSource;
import tare.random.Seed;
import tare.table.EncodedRows.RowEncoder;

/**
 * The teachers of a PATE-GAN: each tells real rows from made-up ones, and has seen only the real
 * rows that chance gave it. Nothing about them may leave the mechanism but a noised count of their
 * votes.
 */
final class Teachers {

  private static final int LOT = 32;

  /** After so many teachers somebody may have had enough. */
  private static final int HEARD = 64;

  private final int width;
  private final List<Vectors> parts;
  private final List<float[]> networks = new ArrayList<>();
  private final List<StepRule.Optimiser> optimisers = new ArrayList<>();
  private final List<RandomGenerator> chances = new ArrayList<>();
  private final MlpPass pass;

  private Teachers(int width, List<Vectors> parts, int hidden, double rate, Seed seed) {
    this.width = width;
    this.parts = parts;
    MlpShape shape = MlpShape.oneHidden(width, hidden, 1, Activation.RELU);
    this.pass = new MlpPass(shape, 2 * LOT);
    for (int t = 0; t < parts.size(); t++) {
      // Privacy hangs on this line: how many draws a teacher takes depends on its rows, so if
      // teachers shared a stream, one
      // row would move all of them and not one vote only.
      RandomGenerator chance = seed.stream("teacher " + t);
      chances.add(chance);
      networks.add(shape.initialParameters(chance));
      optimisers.add(GanTrainer.adam(rate, shape.parameterCount()));
    }
  }

  /**
   * Divides the rows among teachers, those of one unit to one of them.
   *
   * @param encoder what a row looks like to a teacher
   * @param noise the secret chance that assigns units to teachers
   * @param seed for initial weights and the choice of rows within a part
   */
  static Teachers of(
      PrivateRows rows,
      RowEncoder<float[]> encoder,
      int width,
      int teachers,
      int hidden,
      double rate,
      NoiseSource noise,
      Seed seed) {
    return new Teachers(width, parts(rows, encoder, width, teachers, noise), hidden, rate, seed);
  }

  /** Teachers on given parts of the rows. */
  static Teachers on(int width, List<Vectors> parts, int hidden, double rate, Seed seed) {
    return new Teachers(width, parts, hidden, rate, seed);
  }

  /** Every unit with all its rows, in the part that chance gives it. */
  static List<Vectors> parts(
      PrivateRows rows, RowEncoder<float[]> encoder, int width, int teachers, NoiseSource noise) {
    // Privacy hangs on this line: a unit's rows are in one part, and so with one teacher.
    return rows.parts(width, encoder, teachers, () -> (int) noise.nextLong(teachers));
  }

  int count() {
    return parts.size();
  }

  /** About how many bytes a teacher takes: its network and Adam's two means. */
  static double bytes(int width, int hidden) {
    return 3.0
        * Float.BYTES
        * MlpShape.oneHidden(width, hidden, 1, Activation.RELU).parameterCount();
  }

  /**
   * One step of every teacher on some of its own rows and some made-up ones.
   *
   * @param made Not modified.
   * @param beforeSome is told every few teachers, and may end the step by throwing
   */
  void learn(float[] made, Runnable beforeSome) {
    int fakes = made.length / width;
    for (int t = 0; t < parts.size(); t++) {
      if (t % HEARD == 0) {
        beforeSome.run();
      }
      Vectors part = parts.get(t);
      int rows = part.count();
      RandomGenerator random = chances.get(t);
      int lot = rows == 0 ? 0 : LOT;
      float[] targets = new float[2 * LOT];
      for (int i = 0; i < lot; i++) {
        part.copy(random.nextInt(rows), pass.inputs(), i * width);
        targets[i] = 1f;
      }
      for (int i = 0; i < LOT; i++) {
        int row = random.nextInt(fakes);
        System.arraycopy(made, row * width, pass.inputs(), (lot + i) * width, width);
      }
      step(t, targets, lot + LOT);
    }
  }

  private void step(int teacher, float[] targets, int rows) {
    float[] network = networks.get(teacher);
    pass.forward(network, rows);
    Loss.LOG.deltas(pass.outputs(), 1, targets, rows, pass.outputDeltas());
    pass.backward(network, rows);
    float[] gradient = new float[network.length];
    pass.addGradient(rows, gradient);
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] /= rows;
    }
    optimisers.get(teacher).step(network, gradient);
  }

  /**
   * How many teachers take a made-up row for real. One real row changes one teacher, so this by at
   * most one.
   */
  Exact<long[]> votes(float[] made, int row) {
    return Exact.counts(tally(made, row));
  }

  private long tally(float[] made, int row) {
    long votes = 0;
    for (float[] network : networks) {
      System.arraycopy(made, row * width, pass.inputs(), 0, width);
      pass.forward(network, 1);
      votes += pass.outputs()[0] > 0 ? 1 : 0; // a teacher that blew up votes no, like any other
    }
    return votes;
  }
}
