package tare.generator.bayes;

import java.util.Arrays;
import java.util.List;

/**
 * Where the cells of a table lie in a smaller table over some of its columns. Tables are row-major
 * in ascending column order, so cells come in runs: of a run either all lie in one cell, or each in
 * the cell after the last one's. Models are fitted by little else than sums and products over such
 * runs; cell by cell through an index they took more than half as long again.
 */
final class Projection {

  private final int[] starts;
  private final int run;
  private final boolean along;

  private Projection(int[] starts, int run, boolean along) {
    this.starts = starts;
    this.run = run;
    this.along = along;
  }

  /**
   * Finds where cells lie.
   *
   * @param sizes the number of cells of every column. Not modified.
   * @param from the larger table's columns, ascending
   * @param to some of them, ascending
   */
  static Projection of(int[] sizes, List<Integer> from, List<Integer> to) {
    int last = from.size() - 1;
    boolean along = last >= 0 && to.contains(from.get(last));
    int run = 1;
    while (last >= 0 && to.contains(from.get(last)) == along) {
      run = Math.multiplyExact(run, sizes[from.get(last)]);
      last--;
    }
    int[] stride = new int[from.size()];
    for (int i = to.size() - 1, step = 1; i >= 0; i--) {
      stride[from.indexOf(to.get(i))] = step;
      step *= sizes[to.get(i)];
    }
    int runs = 1;
    for (int column : from.subList(0, last + 1)) {
      runs = Math.multiplyExact(runs, sizes[column]);
    }
    int[] starts = new int[runs];
    int[] digits = new int[last + 1];
    for (int cell = 0, target = 0; cell < runs; cell++) {
      starts[cell] = target;
      for (int i = last; i >= 0; i--) {
        target += stride[i];
        if (++digits[i] < sizes[from.get(i)]) {
          break;
        }
        target -= stride[i] * digits[i];
        digits[i] = 0;
      }
    }
    return new Projection(starts, run, along);
  }

  /** The cell of the smaller table in which a cell of the larger one lies. */
  int of(int cell) {
    return starts[cell / run] + (along ? cell % run : 0);
  }

  /**
   * Sums the larger table's cells into those of the smaller one.
   *
   * @param table the larger table. Not modified.
   * @param out the smaller one; what it holds is lost
   */
  void sums(double[] table, double[] out) {
    Arrays.fill(out, 0);
    for (int r = 0, at = 0; r < starts.length; r++, at += run) {
      if (along) {
        add(table, at, out, starts[r]);
      } else {
        out[starts[r]] += sum(table, at, at + run);
      }
    }
  }

  private void add(double[] table, int at, double[] out, int start) {
    for (int i = 0; i < run; i++) {
      out[start + i] += table[at + i];
    }
  }

  /** Four sums side by side: one would wait for itself at every cell. */
  private static double sum(double[] table, int from, int to) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = from;
    for (; i < to - 3; i += 4) {
      a += table[i];
      b += table[i + 1];
      c += table[i + 2];
      d += table[i + 3];
    }
    for (; i < to; i++) {
      a += table[i];
    }
    return (a + b) + (c + d);
  }

  /**
   * Multiplies every cell of the larger table by that of the smaller one in which it lies.
   *
   * @param factors the smaller table. Not modified.
   */
  void multiply(double[] table, double[] factors) {
    for (int r = 0, at = 0; r < starts.length; r++, at += run) {
      if (along) {
        multiply(table, at, factors, starts[r]);
      } else {
        scale(table, at, factors[starts[r]]);
      }
    }
  }

  private void multiply(double[] table, int at, double[] factors, int start) {
    for (int i = 0; i < run; i++) {
      table[at + i] *= factors[start + i];
    }
  }

  private void scale(double[] table, int at, double factor) {
    for (int i = at; i < at + run; i++) {
      table[i] *= factor;
    }
  }
}
