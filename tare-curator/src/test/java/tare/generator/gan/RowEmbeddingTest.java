package tare.generator.gan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.mechanism.NoisedSum;
import tare.model.FittedGan;
import tare.model.LabelLaw;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.EncodedRows;
import tare.table.Table;
import tare.table.TableAppender;

/** The map that buys a generator its lesson: every row has length one, and slopes are slopes. */
class RowEmbeddingTest {

  private static final Schema SCHEMA =
      new Schema(
          "waves",
          "row",
          List.of(
              new Column("x", new ColumnType.Numeric(0, 10, List.of()), true),
              new Column(
                  "home",
                  new ColumnType.Category(List.of("own", "rent", "else"), Optional.empty()),
                  true),
              new Column("y", new ColumnType.Numeric(-1, 1, List.of()), false),
              new Column("label", new ColumnType.YesNo("no", "yes"), false)),
          OptionalLong.of(4));

  /** Values of a row: x and whether it is there, four homes, y, two labels. */
  private static final int WIDTH = 3 + 4 + 1 + 2;

  private static final LabelLaw LABELS = new LabelLaw(new double[2], 2f);

  private static Table rows(int count, long seed) {
    RandomGenerator random = new Seed(seed).stream("rows");
    TableAppender appender = new TableAppender(SCHEMA);
    for (int i = 0; i < count; i++) {
      appender.append(
          random.nextInt(4) == 0 ? Double.NaN : 10 * random.nextDouble(),
          random.nextInt(4) == 0 ? Double.NaN : random.nextInt(3),
          random.nextInt(3) - 1,
          random.nextInt(2));
    }
    return appender.finish();
  }

  private static RowEmbedding embedding(int label, int waves, long seed) {
    return RowEmbedding.of(SCHEMA, label, LABELS.value(), waves, new Seed(seed).stream("waves"));
  }

  /** What the sensitivity hangs on, were there no clip behind it. */
  @Test
  void everyRowOfAPlainGanHasLengthOne() {
    hasLengthOne(-1);
  }

  @Test
  void everyRowOfAConditionalGanHasLengthOne() {
    hasLengthOne(3);
  }

  private static void hasLengthOne(int label) {
    for (int waves = 1; waves <= 40; waves++) {
      RowEmbedding embedding = embedding(label, waves, waves);
      double[] vector = new double[embedding.length()];
      List<Double> squares =
          rows(5, waves)
              .pass(
                  ArrayList::new,
                  (list, row) -> {
                    embedding.put(row, vector);
                    list.add(Arrays.stream(vector).map(value -> value * value).sum());
                  },
                  (a, b) -> a);
      assertThat(squares)
          .hasSize(5)
          .allSatisfy(square -> assertThat(square).isCloseTo(1, offset(1e-12)));
    }
  }

  /** By how much of its bound a sum of waves moves when rows leave, at the least and the most. */
  private static double[] moved(int label, int leaving) {
    NoisedSum sum = new NoisedSum("waves", embedding(label, 16, 5), 1, 1);
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (int seed = 0; seed < 60; seed++) {
      Table all = rows(7, seed);
      int first = seed % (8 - leaving);
      int[] staying =
          IntStream.range(0, 7).filter(r -> r < first || r >= first + leaving).toArray();
      double part = sum.change(all, all.select(staying)) / sum.claimedChange();
      least = Math.min(least, part);
      most = Math.max(most, part);
    }
    return new double[] {least, most};
  }

  /** Wherever it stands; that two rows move the sum further shows that more would be seen. */
  @Test
  void noRowMovesTheSumByMoreThanItsBound() {
    for (int label : new int[] {-1, 3}) {
      assertThat(moved(label, 1)[0]).isGreaterThan(0.999);
      assertThat(moved(label, 1)[1]).isLessThanOrEqualTo(1);
      assertThat(moved(label, 2)[1]).isGreaterThan(1);
    }
  }

  private static float[] encoded(Table table, int label) {
    return EncodedRows.floats(
        table, WIDTH, FittedGan.encoder(SCHEMA, label, label < 0 ? LabelLaw.NONE : LABELS));
  }

  private static double[] mean(RowEmbedding embedding, float[] rows) {
    double[] mean = new double[embedding.length()];
    for (int at = 0; at < rows.length; at += WIDTH) {
      embedding.add(rows, at, mean);
    }
    return Arrays.stream(mean).map(value -> value * WIDTH / rows.length).toArray();
  }

  private static double halfSquares(RowEmbedding embedding, float[] rows, double[] target) {
    double[] mean = mean(embedding, rows);
    double sum = 0;
    for (int j = 0; j < mean.length; j++) {
      sum += (mean[j] - target[j]) * (mean[j] - target[j]) / 2;
    }
    return sum;
  }

  private static void slopesAreSlopes(int label) {
    RowEmbedding embedding = embedding(label, 30, 7);
    float[] rows = encoded(rows(6, 8), label);
    RandomGenerator random = new Seed(9).stream("blends");
    for (int i = 0; i < rows.length; i++) {
      rows[i] += (float) (0.2 * random.nextDouble()); // blended levels
    }
    double[] target = mean(embedding, encoded(rows(50, 10), label));
    float[] gradient = new float[rows.length];
    embedding.gradient(rows, target, gradient);
    double largest = 0;
    for (int i = 0; i < rows.length; i++) {
      largest = Math.max(largest, Math.abs(gradient[i]));
      float value = rows[i];
      rows[i] = value + 0x1p-9f;
      double above = halfSquares(embedding, rows, target);
      rows[i] = value - 0x1p-9f;
      double below = halfSquares(embedding, rows, target);
      rows[i] = value;
      if (label >= 0 && i % WIDTH >= WIDTH - 2) {
        assertThat(gradient[i]).as("a label is given, not learned").isZero();
        continue;
      }
      assertThat((double) gradient[i]).isCloseTo((above - below) * 0x1p8, offset(1e-5));
    }
    assertThat(largest).isGreaterThan(1e-3);
  }

  @Test
  void slopesOfAPlainGanAreSlopes() {
    slopesAreSlopes(-1);
  }

  @Test
  void slopesOfAConditionalGanAreSlopes() {
    slopesAreSlopes(3);
  }

  /** Two laws with the same columns and another relation have different means. */
  @Test
  void theMeanSeesWhatColumnsHaveInCommon() {
    RowEmbedding embedding = embedding(-1, 64, 3);
    double together = distance(embedding, 0);
    double apart = distance(embedding, 1);
    assertThat(apart).isGreaterThan(10 * together);
  }

  /** The squared distance between the mean of x = y and that of x = y or its opposite. */
  private static double distance(RowEmbedding embedding, int flip) {
    RandomGenerator random = new Seed(4).stream("relation");
    TableAppender one = new TableAppender(SCHEMA);
    TableAppender other = new TableAppender(SCHEMA);
    for (int i = 0; i < 4000; i++) {
      double x = random.nextDouble();
      one.append(10 * x, 0, 2 * x - 1, 0);
      double z = random.nextDouble();
      other.append(10 * z, 0, (flip == 0 ? 1 : -1) * (2 * z - 1), 0);
    }
    return 2
        * halfSquares(
            embedding, encoded(one.finish(), -1), mean(embedding, encoded(other.finish(), -1)));
  }
}
