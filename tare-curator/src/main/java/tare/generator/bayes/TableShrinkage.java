package tare.generator.bayes;

import java.util.Arrays;
import java.util.List;

/*
 * A noised table of two columns is the product of their counts and a rest. The rest is divided into
 * contrasts: some tell of one column alone, the others of what both do together. Noise is the same
 * in every contrast, since contrasts are orthonormal. The first stay as they are: other tables tell
 * of a column too, and the fit weighs them. Nothing but the table tells of the others, so a fit
 * would take their noise for a relation. How strong they are beside the noise the table itself
 * tells: blocks of contrasts are shrunk by James and Stein's factor, positive part.
 *
 * Contrasts of ordered columns are cosines (DCT-II), in blocks of one octave each, so that a slow
 * trend is not lost in the noise of many cells.
 */

/**
 * Shrinks noised tables of two columns towards independent ones, by as much as noise makes of the
 * difference (James and Stein 1961; in blocks: Cai 1999). Post-processing: all of it is public.
 */
final class TableShrinkage {

  private final Contrasts[] columns;

  /**
   * Shrinks tables over some columns.
   *
   * @param sizes the groups of each column. Not modified.
   * @param ordered whether its groups are in order. Not modified.
   */
  TableShrinkage(int[] sizes, boolean[] ordered) {
    columns = new Contrasts[sizes.length];
    for (int c = 0; c < sizes.length; c++) {
      columns[c] = Contrasts.of(sizes[c], ordered[c]);
    }
  }

  /**
   * A table after shrinking.
   *
   * @param counts not copied
   * @param strength the largest excess of a block over its noise, in standard deviations of what
   *     noise alone would give
   */
  record Shrunk(double[] counts, double strength) {}

  /**
   * A table of two columns shrunk towards what it would be if they had nothing to do with each
   * other: the product of what it and the columns' own counts say of each of them.
   *
   * @param first the noised counts of one column, of the lower position
   * @param second those of the other
   * @param noised row-major. Not modified.
   * @param variance of the noise of each count
   * @param total the public row count
   */
  Shrunk towardsProduct(
      NoisedTable first, NoisedTable second, double[] noised, double variance, double total) {
    List<Integer> table = List.of(first.columns().get(0), second.columns().get(0));
    Margin a = margin(first, noised, variance, total, true);
    Margin b = margin(second, noised, variance, total, false);
    double[] product = new double[noised.length];
    double[] variances = new double[noised.length];
    double[] contrastsA = a.shares().clone();
    double[] contrastsB = b.shares().clone();
    transform(table.subList(0, 1), contrastsA, true);
    transform(table.subList(1, 2), contrastsB, true);
    for (int i = 0; i < product.length; i++) {
      int row = i / contrastsB.length;
      int column = i % contrastsB.length;
      product[i] = total * a.shares()[row] * b.shares()[column];
      // The product carries the noise of its margins, in the shape of the other margin.
      variances[i] =
          variance
              + a.variance() * contrastsB[column] * contrastsB[column]
              + b.variance() * contrastsA[row] * contrastsA[row];
    }
    Rest rest = new Rest(table, minus(noised, product), variances);
    double[] shrunk = rest.shrunk();
    for (int i = 0; i < shrunk.length; i++) {
      shrunk[i] += product[i];
    }
    return new Shrunk(shrunk, rest.strength());
  }

  private static double[] minus(double[] a, double[] b) {
    double[] minus = new double[a.length];
    for (int i = 0; i < minus.length; i++) {
      minus[i] = a[i] - b[i];
    }
    return minus;
  }

  /**
   * What is known of one column.
   *
   * @param shares of the total. Not copied.
   * @param variance of a share times the total, in the mean
   */
  private record Margin(double[] shares, double variance) {}

  /** A column's own counts and the sums of a table, weighed by their noise. */
  private static Margin margin(
      NoisedTable own, double[] noised, double variance, double total, boolean first) {
    int size = own.counts().length;
    double others = noised.length / (double) size;
    double[] ofTable = sums(noised, size, first);
    double[] known = new double[size];
    double sum = 0;
    for (int g = 0; g < size; g++) {
      double part = own.variances()[g] / (own.variances()[g] + others * variance);
      known[g] = own.counts()[g] + part * (ofTable[g] - own.counts()[g]);
      sum += part * others * variance;
    }
    double[] shares =
        Arrays.stream(Simplex.project(known, total)).map(rows -> rows / total).toArray();
    return new Margin(shares, sum / size);
  }

  /**
   * The sums of a table of two columns over one of them.
   *
   * @param table row-major. Not modified.
   * @param size the groups of the column that stays
   * @param first whether that is the first one
   */
  static double[] sums(double[] table, int size, boolean first) {
    double[] sums = new double[size];
    for (int i = 0; i < table.length; i++) {
      sums[first ? i / (table.length / size) : i % size] += table[i];
    }
    return sums;
  }

  /** How a table differs from what is expected of it, in contrasts and their blocks. */
  private final class Rest {
    private final List<Integer> table;
    private final double[] contrasts;
    private final int[] blockOf;
    private final double[] squares;
    private final double[] noise;
    private final double[] spread;

    /**
     * @param contrasts counts before they are turned into contrasts. Modified.
     * @param variances of the noise of each contrast. Not modified.
     */
    Rest(List<Integer> table, double[] contrasts, double[] variances) {
      this.table = table;
      this.contrasts = contrasts;
      transform(table, contrasts, true);
      blockOf = blocks(table, contrasts.length);
      int blocks = Arrays.stream(blockOf).max().orElse(-1) + 1;
      squares = new double[blocks];
      noise = new double[blocks];
      spread = new double[blocks];
      for (int i = 0; i < contrasts.length; i++) {
        if (blockOf[i] >= 0) {
          squares[blockOf[i]] += contrasts[i] * contrasts[i];
          noise[blockOf[i]] += variances[i];
          spread[blockOf[i]] += 2 * variances[i] * variances[i];
        }
      }
    }

    double strength() {
      double strength = Double.NEGATIVE_INFINITY;
      for (int b = 0; b < squares.length; b++) {
        if (spread[b] > 0) {
          strength = Math.max(strength, (squares[b] - noise[b]) / Math.sqrt(spread[b]));
        }
      }
      return strength;
    }

    /** What is left of it. */
    double[] shrunk() {
      double[] left = contrasts.clone();
      for (int i = 0; i < left.length; i++) {
        int b = blockOf[i];
        left[i] *= b < 0 ? 1 : squares[b] > noise[b] ? 1 - noise[b] / squares[b] : 0;
      }
      transform(table, left, false);
      return left;
    }
  }

  /** The block of each contrast of a table, or -1 where it is flat in some column. */
  private int[] blocks(List<Integer> table, int cells) {
    int[] blocks = new int[cells];
    int inner = 1;
    int[] stride = new int[table.size()];
    for (int k = table.size() - 1; k >= 0; k--) {
      stride[k] = inner;
      inner *= columns[table.get(k)].size();
    }
    for (int i = 0; i < cells; i++) {
      for (int k = 0; k < stride.length && blocks[i] >= 0; k++) {
        Contrasts column = columns[table.get(k)];
        int octave = column.octave(i / stride[k] % column.size());
        blocks[i] = octave < 0 ? -1 : blocks[i] * column.octaves() + octave;
      }
    }
    return blocks;
  }

  /** Turns counts into contrasts along every column, or back. @param values Modified. */
  private void transform(List<Integer> table, double[] values, boolean forward) {
    int inner = 1;
    for (int k = table.size() - 1; k >= 0; k--) {
      Contrasts column = columns[table.get(k)];
      int size = column.size();
      double[] line = new double[size];
      for (int start = 0; start < values.length; start += inner * size) {
        for (int offset = start; offset < start + inner; offset++) {
          for (int i = 0; i < size; i++) {
            line[i] = values[offset + i * inner];
          }
          for (int i = 0; i < size; i++) {
            values[offset + i * inner] = column.product(i, line, forward);
          }
        }
      }
      inner *= size;
    }
  }

  /**
   * Orthonormal contrasts of a column, the flat one first.
   *
   * @param basis a contrast per row
   * @param octaves how many blocks there are, the flat one not counted
   */
  private record Contrasts(double[][] basis, boolean ordered, int octaves) {

    static Contrasts of(int size, boolean ordered) {
      double[][] basis = new double[size][size];
      for (int d = 0; d < size; d++) {
        double norm = Math.sqrt((d == 0 ? 1.0 : 2.0) / size);
        for (int i = 0; i < size; i++) {
          basis[d][i] = norm * Math.cos(Math.PI * (i + 0.5) * d / size);
        }
      }
      int octaves = ordered ? 32 - Integer.numberOfLeadingZeros(Math.max(1, size - 1)) : 1;
      return new Contrasts(basis, ordered, octaves);
    }

    int size() {
      return basis.length;
    }

    /**
     * The octave of a contrast: of the flat one -1, of the next 0, of two more 1, of four more 2.
     */
    int octave(int contrast) {
      return ordered ? 31 - Integer.numberOfLeadingZeros(contrast) : contrast == 0 ? -1 : 0;
    }

    double product(int row, double[] line, boolean forward) {
      double sum = 0;
      for (int i = 0; i < line.length; i++) {
        sum += (forward ? basis[row][i] : basis[i][row]) * line[i];
      }
      return sum;
    }
  }
}
