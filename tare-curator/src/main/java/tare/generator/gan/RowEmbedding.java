package tare.generator.gan;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import tare.mechanism.NoisedSum;
import tare.model.FittedGan;
import tare.model.LabelLaw;
import tare.model.RowCodec;
import tare.model.RowCodec.Group;
import tare.schema.Schema;
import tare.table.EncodedRows.RowEncoder;
import tare.table.Row;

/*
 * A wave is a random Fourier feature (Rahimi and Recht 2007) of one to three columns, kept apart by the levels of one more
 * column: (p_l cos a, p_l sin a) for every level l, where a = sum of weight times value and p is that column's part of the row.
 * The mean over rows of many waves tells two laws apart, and a generator can be brought to it by descent
 * (Harder, Adamczewski and Park 2021). All rows have length one, so the mean is bought with the noise of one row.
 */

/**
 * A public map from rows to vectors of length one whose mean tells laws apart. Made of the schema
 * and public chance alone.
 */
final class RowEmbedding implements NoisedSum.RowVector {

  private static final long serialVersionUID = 1L;

  /** The most columns that make one angle. */
  private static final int MOST_COLUMNS = 3;

  /** Frequencies of numbers in [-1, 1], between which they are drawn alike on a log scale. */
  private static final double SLOWEST = 1;

  private static final double FASTEST = 8;

  /**
   * One wave.
   *
   * @param gateAt where the levels begin by which it is kept apart, or -1
   * @param gateWidth how many there are, or 1
   * @param featureAt where its values begin
   */
  private record Wave(int gateAt, int gateWidth, int featureAt, int[] inputs, float[] weights)
      implements Serializable {

    double angle(float[] rows, int at) {
      double angle = 0;
      for (int k = 0; k < inputs.length; k++) {
        angle += weights[k] * rows[at + inputs[k]];
      }
      return angle;
    }
  }

  private final List<Wave> waves;
  private final RowEncoder<float[]> encoder;
  private final int inputs;
  private final int labelAt;
  private final float labelValue;
  private final int length;
  private final double scale;

  private RowEmbedding(
      List<Wave> waves, RowEncoder<float[]> encoder, int inputs, int labelAt, LabelLaw labels) {
    this.waves = List.copyOf(waves);
    this.encoder = encoder;
    this.inputs = inputs;
    this.labelAt = labelAt;
    this.labelValue = labels.value();
    Wave last = waves.get(waves.size() - 1);
    this.length = last.featureAt() + 2 * last.gateWidth();
    this.scale = 1 / Math.sqrt(waves.size());
  }

  /**
   * Waves over rows as a discriminator sees them. A conditional GAN's are kept apart by its label,
   * others by a column of levels that chance picks.
   *
   * @param label the position of the label, or -1
   * @param value what networks see of a row's own label
   */
  static RowEmbedding of(Schema schema, int label, float value, int count, RandomGenerator random) {
    RowCodec codec = RowCodec.of(schema, label);
    int labels = label < 0 ? 0 : RowCodec.levelCount(schema.column(label));
    List<Group> groups = codec.groups();
    List<Group> gates =
        label >= 0
            ? List.of(new Group(codec.width(), labels))
            : groups.stream().filter(group -> group.width() > 1).toList();
    List<Wave> waves = new ArrayList<>();
    int at = 0;
    for (int w = 0; w < count; w++) {
      Group gate = gates.isEmpty() ? new Group(-1, 1) : gates.get(random.nextInt(gates.size()));
      waves.add(wave(gate, at, groups, random));
      at += 2 * gate.width();
    }
    LabelLaw law = new LabelLaw(new double[labels], value);
    return new RowEmbedding(
        waves, FittedGan.encoder(schema, label, law), codec.width() + labels, codec.width(), law);
  }

  private static Wave wave(Group gate, int at, List<Group> groups, RandomGenerator random) {
    List<Group> others = new ArrayList<>(groups);
    others.removeIf(group -> group.at() == gate.at());
    int most = Math.min(MOST_COLUMNS, others.size());
    int columns =
        most == 0 ? 0 : (int) Math.round(Math.exp(Math.log(most + 0.49) * random.nextDouble()));
    double frequency =
        SLOWEST * Math.pow(FASTEST / SLOWEST, random.nextDouble()) / Math.sqrt(columns);
    List<Integer> inputs = new ArrayList<>();
    List<Double> weights = new ArrayList<>();
    for (int k = 0; k < columns; k++) {
      Group group = others.remove(random.nextInt(others.size()));
      for (int i = 0; i < group.width(); i++) {
        inputs.add(group.at() + i);
        // Numbers have a frequency, levels an angle each.
        weights.add(
            group.width() == 1
                ? frequency * (columns == 1 ? 1 : random.nextGaussian())
                : 2 * Math.PI * random.nextDouble());
      }
    }
    float[] floats = new float[weights.size()];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = weights.get(i).floatValue();
    }
    return new Wave(
        gate.at(), gate.width(), at, inputs.stream().mapToInt(Integer::intValue).toArray(), floats);
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public void put(Row row, double[] out) {
    float[] values = new float[inputs];
    encoder.put(row, values, 0);
    Arrays.fill(out, 0);
    add(values, 0, out);
  }

  /** Adds the vector of an encoded row. @param to Modified. */
  void add(float[] rows, int at, double[] to) {
    for (Wave wave : waves) {
      double angle = wave.angle(rows, at);
      add(wave, rows, at, Math.cos(angle), Math.sin(angle), to);
    }
  }

  private void add(Wave wave, float[] rows, int at, double cos, double sin, double[] to) {
    for (int l = 0; l < wave.gateWidth(); l++) {
      double part = scale * part(wave, l, rows, at);
      if (part == 0) {
        continue; // a row has one level, and zeros for all others
      }
      to[wave.featureAt() + 2 * l] += part * cos;
      to[wave.featureAt() + 2 * l + 1] += part * sin;
    }
  }

  /** How much of a row is in a level by which a wave is kept apart. */
  private double part(Wave wave, int level, float[] rows, int at) {
    return wave.gateAt() < 0 ? 1 : rows[at + wave.gateAt() + level] / gateValue(wave);
  }

  private float gateValue(Wave wave) {
    return wave.gateAt() == labelAt ? labelValue : 1;
  }

  /**
   * The derivative, with respect to encoded rows, of half the squared distance between their mean
   * vector and a target. Sines are good to seven digits here: nothing private hangs on them.
   *
   * @param rows blended levels allowed. Not modified.
   * @param target Not modified.
   * @param to Modified; as long as the rows. Of the label itself there is none: it is given, not
   *     learned.
   */
  void gradient(float[] rows, double[] target, float[] to) {
    int count = rows.length / inputs;
    int width = waves.size();
    double[] cos = new double[count * width];
    double[] sin = new double[count * width];
    double[] miss = new double[length];
    for (int i = 0; i < count; i++) {
      for (int w = 0; w < width; w++) {
        cos[i * width + w] = waves.get(w).angle(rows, i * inputs);
      }
    }
    Waveforms.put(cos, sin);
    for (int i = 0; i < count; i++) {
      for (int w = 0; w < width; w++) {
        int at = i * width + w;
        add(waves.get(w), rows, i * inputs, cos[at], sin[at], miss);
      }
    }
    for (int j = 0; j < length; j++) {
      miss[j] = (miss[j] / count - target[j]) * scale / count;
    }
    Arrays.fill(to, 0);
    for (int i = 0; i < count; i++) {
      for (int w = 0; w < width; w++) {
        int at = i * width + w;
        addGradient(waves.get(w), rows, i * inputs, cos[at], sin[at], miss, to);
      }
    }
  }

  private void addGradient(
      Wave wave, float[] rows, int at, double cos, double sin, double[] miss, float[] to) {
    double ofAngle = 0;
    for (int l = 0; l < wave.gateWidth(); l++) {
      double missCos = miss[wave.featureAt() + 2 * l];
      double missSin = miss[wave.featureAt() + 2 * l + 1];
      double part = part(wave, l, rows, at);
      if (part != 0) {
        ofAngle += part * (cos * missSin - sin * missCos);
      }
      if (wave.gateAt() >= 0 && wave.gateAt() != labelAt) {
        to[at + wave.gateAt() + l] += (float) (cos * missCos + sin * missSin);
      }
    }
    for (int k = 0; k < wave.inputs().length; k++) {
      to[at + wave.inputs()[k]] += (float) (ofAngle * wave.weights()[k]);
    }
  }
}
