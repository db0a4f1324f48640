package tare.generator.gan;

import java.util.List;
import tare.kernel.mlp.Activation;
import tare.kernel.mlp.MlpPass;
import tare.kernel.mlp.MlpShape;
import tare.model.RowCodec;
import tare.schema.RefusedException;
import tare.schema.Schema;

/**
 * The networks of a GAN, from the schema alone.
 *
 * @param label the position of the conditioning column, or -1
 */
record GanShapes(RowCodec codec, int label, MlpShape generator, MlpShape discriminator) {

  /** Hidden units of a discriminator under noise: every parameter more is one more to drown. */
  private static final int NOISED_WIDTH = 32;

  /** Parameters, directions, Adam's two means, the mean of iterates, and copies: per parameter. */
  private static final double PARAMETER_BYTES = 48;

  /** What a lot holds of a row that is in it: positions, where its unit begins, its share. */
  private static final double BYTES_OF_A_PICK = 20;

  static GanShapes of(Schema schema, GanOptions options, boolean isPrivate, int label) {
    RowCodec codec = RowCodec.of(schema, label);
    if (codec.width() == 0) {
      throw new RefusedException(
          "A conditional GAN needs a column beside its label. Use a plain GAN, or add columns.");
    }
    int labels = label < 0 ? 0 : RowCodec.levelCount(schema.column(label));
    int inputs = codec.width() + labels;
    int hidden = options.hiddenWidth() > 0 ? options.hiddenWidth() : hiddenWidth(inputs);
    int judging = options.hiddenWidth() > 0 || !isPrivate ? hidden : NOISED_WIDTH;
    return new GanShapes(
        codec,
        label,
        new MlpShape(
            List.of(chanceWidth(codec) + labels, hidden, hidden, codec.width()), Activation.RELU),
        MlpShape.oneHidden(inputs, judging, 1, Activation.RELU));
  }

  /** The networks of a PATE-GAN. */
  static GanShapes ofPate(Schema schema, PateGanOptions options) {
    RowCodec codec = RowCodec.of(schema, -1);
    int hidden =
        options.hiddenWidth() > 0
            ? options.hiddenWidth()
            : Math.max(32, Math.min(128, 2 * codec.width()));
    return new GanShapes(
        codec,
        -1,
        new MlpShape(List.of(chanceWidth(codec), hidden, hidden, codec.width()), Activation.RELU),
        MlpShape.oneHidden(codec.width(), hidden, 1, Activation.RELU));
  }

  /** The generator's inputs that are chance. */
  private static int chanceWidth(RowCodec codec) {
    return Math.max(8, Math.min(64, codec.width()));
  }

  /** Twice the inputs, within what a small table can teach and a large one can use. */
  private static int hiddenWidth(int inputs) {
    return Math.max(64, Math.min(128, 2 * inputs));
  }

  /**
   * About how many bytes training takes beside the rows themselves.
   *
   * @param n the public number of private rows, of which a lot holds positions and shares
   * @param made made-up rows at a time
   */
  double bytes(long n, long made) {
    double parameters = (double) generator.parameterCount() + discriminator.parameterCount();
    double values = 2.0 * (discriminator.inputs() + generator.outputs());
    double rows = BYTES_OF_A_PICK * n;
    double blocks = Float.BYTES * values * (made + MlpPass.DEFAULT_CAPACITY);
    return rows + PARAMETER_BYTES * parameters + blocks;
  }
}
