package tare.generator.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

/** Every part of every set of four columns, one of them of one cell, against cell by cell. */
class ProjectionTest {

  private static final int[] SIZES = {3, 1, 5, 2};

  @Test
  void knowsWhereEachCellLies() {
    for (List<Integer> from : subsets(List.of(0, 1, 2, 3))) {
      for (List<Integer> to : subsets(from)) {
        Projection projection = Projection.of(SIZES, from, to);
        int[] cells = IntStream.range(0, cells(from)).map(projection::of).toArray();
        assertThat(cells).as("%s within %s", to, from).isEqualTo(plain(from, to));
      }
    }
  }

  @Test
  void sumsAndMultipliesRunsAsSingleCells() {
    RandomGenerator random = new Seed(1).stream("tables");
    for (List<Integer> from : subsets(List.of(0, 1, 2, 3))) {
      for (List<Integer> to : subsets(from)) {
        double[] table = random.doubles(cells(from)).toArray();
        double[] factors = random.doubles(cells(to)).toArray();
        double[] sums = new double[factors.length];
        double[] products = table.clone();
        int[] map = plain(from, to);
        for (int i = 0; i < table.length; i++) {
          sums[map[i]] += table[i];
          products[i] *= factors[map[i]];
        }
        Projection projection = Projection.of(SIZES, from, to);
        double[] out = new double[factors.length];
        Arrays.fill(out, Double.NaN); // what was there must not matter
        projection.sums(table, out);
        projection.multiply(table, factors);
        assertThat(out).as("%s within %s", to, from).containsExactly(sums, within(1e-12));
        assertThat(table).as("%s within %s", to, from).isEqualTo(products);
      }
    }
  }

  /** Digit by digit. */
  private static int[] plain(List<Integer> from, List<Integer> to) {
    int[] map = new int[cells(from)];
    for (int cell = 0; cell < map.length; cell++) {
      int rest = cell;
      int step = 1;
      for (int i = from.size() - 1; i >= 0; i--) {
        int digit = rest % SIZES[from.get(i)];
        rest /= SIZES[from.get(i)];
        if (to.contains(from.get(i))) {
          map[cell] += step * digit;
          step *= SIZES[from.get(i)];
        }
      }
    }
    return map;
  }

  private static int cells(List<Integer> columns) {
    return columns.stream().mapToInt(c -> SIZES[c]).reduce(1, Math::multiplyExact);
  }

  private static List<List<Integer>> subsets(List<Integer> of) {
    List<List<Integer>> all = new ArrayList<>();
    for (int mask = 0; mask < 1 << of.size(); mask++) {
      int chosen = mask;
      all.add(
          IntStream.range(0, of.size())
              .filter(i -> (chosen >> i & 1) == 1)
              .mapToObj(of::get)
              .toList());
    }
    return all;
  }
}
