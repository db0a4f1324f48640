package tare.generator.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tare.generator.bayes.PrivacyCases.BINS;
import static tare.generator.bayes.PrivacyCases.counts;
import static tare.generator.bayes.PrivacyCases.hunt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.audit.SensitivityHunter;
import tare.noise.Norm;
import tare.random.Seed;
import tare.table.Table;

/**
 * What one row moves, by the hunter: the counts and scores of PrivBayes. Every hunt has a twin with
 * a planted fault that it must catch.
 */
class PrivBayesSensitivityTest {

  private static final int[][] PAIRS = {{0, 1}, {0, 2}, {1, 2}};
  private static final int[][] JOINTS = {{0, 1}, {0, 2}, {1, 2}, {0, 1, 2}};

  private static int cells(int[] columns) {
    return Arrays.stream(columns).map(c -> BINS.get(c).size()).reduce(1, (a, b) -> a * b);
  }

  private static double[] concat(List<long[]> tables) {
    return tables.stream().flatMapToLong(Arrays::stream).mapToDouble(count -> count).toArray();
  }

  @Test
  void oneRowMovesEachTableOfCountsByOne() {
    for (int c = 0; c < 3; c++) {
      int column = c;
      assertThat(
              hunt(table -> concat(List.of(ColumnCounts.of(table, BINS)[column])), Norm.L1)
                  .change())
          .isEqualTo(1);
    }
    for (int[] joint : JOINTS) {
      assertThat(hunt(table -> concat(List.of(counts(table, joint))), Norm.L1).change())
          .isEqualTo(1);
    }
  }

  /** Whatever the public estimates are, each score moves by one, and no two by more than two. */
  @Test
  void oneRowMovesEachScoreByOne() {
    RandomGenerator random = new Seed(17).stream("public estimates");
    for (int trial = 0; trial < 4; trial++) {
      List<double[]> estimates = new ArrayList<>();
      for (int[] joint : JOINTS) {
        double[] estimate = new double[cells(joint)];
        for (int i = 0; i < estimate.length; i++) {
          estimate[i] = 3 * random.nextDouble();
        }
        estimates.add(estimate);
      }
      Function<Table, double[]> scores =
          table -> {
            double[] all = new double[JOINTS.length];
            for (int i = 0; i < JOINTS.length; i++) {
              all[i] = PairSearch.distance(counts(table, JOINTS[i]), estimates.get(i));
            }
            return all;
          };
      assertThat(hunt(scores, Norm.MAX).change()).isEqualTo(1);
      assertThat(hunt(scores, Norm.RANGE).within(2)).isTrue();
    }
  }

  /** The planted fault: scores against the product of the exact one-way counts move by more. */
  @Test
  void scoresAgainstExactMarginalsAreCaught() {
    SensitivityHunter.Finding finding =
        hunt(
            table -> {
              long[][] oneWays = ColumnCounts.of(table, BINS);
              double[] scores = new double[PAIRS.length];
              for (int i = 0; i < PAIRS.length; i++) {
                int a = PAIRS[i][0];
                int b = PAIRS[i][1];
                long[] first = oneWays[a];
                long[] second = oneWays[b];
                double[] product = new double[first.length * second.length];
                for (int cell = 0; cell < product.length; cell++) {
                  product[cell] =
                      first[cell / second.length]
                          * (double) second[cell % second.length]
                          / Math.max(1, table.rowCount());
                }
                scores[i] = PairSearch.distance(counts(table, PAIRS[i]), product);
              }
              return scores;
            },
            Norm.MAX);
    assertThat(finding.within(1)).isFalse();
  }

  /** The planted fault: a table over the categories that occur has a length that tells of rows. */
  @Test
  void aDomainOfObservedCategoriesIsCaught() {
    assertThatThrownBy(
            () ->
                hunt(
                    table -> {
                      TreeMap<Integer, Integer> seen = new TreeMap<>();
                      for (int r = 0; r < table.rowCount(); r++) {
                        seen.merge(table.level(r, 1), 1, Integer::sum);
                      }
                      return seen.values().stream().mapToDouble(i -> i).toArray();
                    },
                    Norm.L1))
        .hasMessageContaining("tells of the rows");
  }
}
