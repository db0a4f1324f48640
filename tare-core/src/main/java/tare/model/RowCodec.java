package tare.model;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import tare.schema.Column;
import tare.schema.Schema;
import tare.table.Row;

/**
 * How rows look to a network, and back: a number is one value in [-1, 1], by a public scale of its
 * bounds and declared cuts, levels are one value each of which one is 1 and the others 0; a column
 * that may be missing has two more, present and missing.
 *
 * <p>What a generator's network gives becomes rows in two ways. {@link #draw} gives rows of exactly
 * that form, the law that is released: levels are drawn, not blended, and whole numbers are whole.
 * {@link #relax} gives rows that a generator can learn from: levels are blended by a softmax of the
 * same draw at a temperature (Jang et al. 2017, Maddison et al. 2017), so that mass can flow from
 * one level to another along a path that a discriminator sees.
 */
public final class RowCodec {

  /** One group of values: a number, or levels of which one is drawn. */
  private record Head(int column, int at, int width, Kind kind, NumberScale scale) {

    static Head ofLevels(int column, int at, int width, Kind kind) {
      return new Head(column, at, width, kind, NO_SCALE);
    }
  }

  private static final NumberScale NO_SCALE = new NumberScale(new double[] {-1, 1});

  private enum Kind {
    NUMBER,
    PRESENCE,
    LEVELS
  }

  /** How far levels are blended: near 0 hardly at all, and then learning stands still. */
  static final double TEMPERATURE = 0.5;

  private final Schema schema;
  private final List<Head> heads = new ArrayList<>();
  private final int width;

  private RowCodec(Schema schema, int leftOut, boolean byCuts) {
    this.schema = schema;
    int at = 0;
    for (int c = 0; c < schema.columnCount(); c++) {
      if (c == leftOut) {
        continue;
      }
      Column column = schema.column(c);
      if (column.type().isNumeric()) {
        NumberScale scale =
            byCuts ? NumberScale.byCuts(column.type()) : NumberScale.even(column.type());
        heads.add(new Head(c, at, 1, Kind.NUMBER, scale));
        at++;
        if (column.missingAllowed()) {
          heads.add(Head.ofLevels(c, at, 2, Kind.PRESENCE));
          at += 2;
        }
      } else {
        int levels = levelCount(column);
        heads.add(Head.ofLevels(c, at, levels, Kind.LEVELS));
        at += levels;
      }
    }
    width = at;
  }

  /** A codec for all columns but one; -1 leaves none out. */
  public static RowCodec of(Schema schema, int leftOut) {
    return of(schema, leftOut, true);
  }

  /**
   * A codec for all columns but one.
   *
   * @param byCuts whether numbers with declared cuts have a scale that follows these, as in all
   *     models but those of version 0.2 and earlier
   */
  static RowCodec of(Schema schema, int leftOut, boolean byCuts) {
    return new RowCodec(schema, leftOut, byCuts);
  }

  /** The levels of a column, a missing cell counting as one more. */
  public static int levelCount(Column column) {
    return column.type().levelCount() + (column.missingAllowed() ? 1 : 0);
  }

  /** The level of a cell, a missing one counting as the last. */
  int level(Row row, int column) {
    int level = row.level(column);
    return level >= 0 ? level : schema.column(column).type().levelCount();
  }

  /**
   * Values of a row that belong together.
   *
   * @param at where they begin
   * @param width 1 for a number in [-1, 1]; otherwise levels, of which one is 1
   */
  public record Group(int at, int width) {}

  /** The groups of values, in their order. */
  public List<Group> groups() {
    return heads.stream().map(head -> new Group(head.at(), head.width())).toList();
  }

  /** How many values a row has. */
  public int width() {
    return width;
  }

  /** Encodes a row. @param to Modified from {@code at} on, as far as the width. */
  public void encode(Row row, float[] to, int at) {
    for (Head head : heads) {
      int from = at + head.at();
      switch (head.kind()) {
        case NUMBER -> {
          double value = row.number(head.column());
          to[from] = Double.isNaN(value) ? 0f : (float) head.scale().scaled(value);
        }
        case PRESENCE -> oneHot(to, from, 2, row.missing(head.column()) ? 1 : 0);
        case LEVELS -> oneHot(to, from, head.width(), level(row, head.column()));
      }
    }
  }

  /** The number of the column's own grid at a place of its scale. */
  private double number(Head head, double scaled) {
    return schema.column(head.column()).type().nearest(head.scale().number(scaled));
  }

  private static void oneHot(float[] to, int from, int width, int hot) {
    for (int i = 0; i < width; i++) {
      to[from + i] = i == hot ? 1f : 0f;
    }
  }

  /**
   * Turns a network's outputs into a row as it is released.
   *
   * @param outputs weighted sums. Not modified.
   * @param to the row. Modified.
   */
  public void draw(float[] outputs, int outputsAt, RandomGenerator random, float[] to, int toAt) {
    for (Head head : heads) {
      int from = outputsAt + head.at();
      int into = toAt + head.at();
      if (head.kind() == Kind.NUMBER) {
        to[into] = onGrid(head, (float) Math.tanh(outputs[from]));
      } else {
        int hot = 0;
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < head.width(); i++) {
          double score = outputs[from + i] + gumbel(random);
          if (score > most) {
            most = score;
            hot = i;
          }
        }
        oneHot(to, into, head.width(), hot);
        if (head.kind() == Kind.PRESENCE && hot == 1) {
          to[into - 1] = 0; // a missing number has no value
        }
      }
    }
  }

  /**
   * Turns a network's outputs into a row with blended levels.
   *
   * @param outputs weighted sums; become the slopes and blends that {@link #backward} needs.
   *     Modified.
   * @param to the row. Modified.
   */
  public void relax(float[] outputs, int outputsAt, RandomGenerator random, float[] to, int toAt) {
    for (Head head : heads) {
      int from = outputsAt + head.at();
      int into = toAt + head.at();
      if (head.kind() == Kind.NUMBER) {
        float value = (float) Math.tanh(outputs[from]);
        outputs[from] = 1 - value * value;
        to[into] = onGrid(head, value);
      } else {
        blend(outputs, from, head.width(), random);
        System.arraycopy(outputs, from, to, into, head.width());
        if (head.kind() == Kind.PRESENCE && to[into + 1] > to[into]) {
          to[into - 1] = 0; // a missing number has no value, and no gradient either
          outputs[from - 1] = 0;
        }
      }
    }
  }

  private float onGrid(Head head, float value) {
    return schema.column(head.column()).type().step() > 0
        ? (float) head.scale().scaled(number(head, value))
        : value;
  }

  /** The largest of scores with such noise is a draw from their softmax. */
  private static double gumbel(RandomGenerator random) {
    return -Math.log(-Math.log(1 - random.nextDouble()));
  }

  /** Puts the softmax of noised scores, over the temperature, in the place of scores. */
  private static void blend(float[] values, int from, int width, RandomGenerator random) {
    float most = Float.NEGATIVE_INFINITY;
    for (int i = from; i < from + width; i++) {
      values[i] = (float) ((values[i] + gumbel(random)) / TEMPERATURE);
      most = Math.max(most, values[i]);
    }
    double sum = 0;
    for (int i = from; i < from + width; i++) {
      values[i] = (float) Math.exp(values[i] - most);
      sum += values[i];
    }
    for (int i = from; i < from + width; i++) {
      values[i] /= (float) sum;
    }
  }

  /**
   * Takes derivatives with respect to a blended row back to the network's outputs.
   *
   * @param slopes what {@link #relax} left in the outputs. Not modified.
   * @param rowGradient Not modified.
   * @param deltas Modified.
   */
  public void backward(float[] slopes, float[] rowGradient, float[] deltas, int at) {
    for (Head head : heads) {
      int from = at + head.at();
      if (head.kind() == Kind.NUMBER) {
        deltas[from] = rowGradient[from] * slopes[from];
      } else {
        double mean = 0;
        for (int i = from; i < from + head.width(); i++) {
          mean += slopes[i] * rowGradient[i];
        }
        for (int i = from; i < from + head.width(); i++) {
          deltas[i] = (float) (slopes[i] * (rowGradient[i] - mean) / TEMPERATURE);
        }
      }
    }
  }

  /**
   * Writes a row's cells into columns of a table to be. @param columns by column, then row.
   * Modified.
   */
  public void decode(float[] row, int at, double[][] columns, int into) {
    for (Head head : heads) {
      int from = at + head.at();
      switch (head.kind()) {
        case NUMBER -> columns[head.column()][into] = number(head, row[from]);
        case PRESENCE -> {
          if (row[from + 1] > row[from]) {
            columns[head.column()][into] = Double.NaN;
          }
        }
        case LEVELS -> columns[head.column()][into] = cell(head, row, from);
      }
    }
  }

  private double cell(Head head, float[] row, int from) {
    int hot = 0;
    for (int i = 1; i < head.width(); i++) {
      if (row[from + i] > row[from + hot]) {
        hot = i;
      }
    }
    return asCell(schema.column(head.column()), hot);
  }

  /** A level as a table takes it: NaN when it is the one that stands for missing. */
  static double asCell(Column column, int level) {
    return level < column.type().levelCount() ? level : Double.NaN;
  }
}
