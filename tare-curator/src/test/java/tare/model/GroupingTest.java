package tare.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;

class GroupingTest {

  private static final ColumnBins LEVELS =
      ColumnBins.of(
          0,
          new Column(
              "x",
              new ColumnType.Category(List.of("a", "b", "c", "d", "e"), Optional.empty()),
              false),
          5);
  private static final ColumnBins NUMBERS =
      ColumnBins.of(0, new Column("x", new ColumnType.Whole(1, 10, List.of()), true), 10);

  @Test
  void rareLevelsArePooled() {
    Grouping grouping = Grouping.merged(LEVELS, new double[] {100, 2, 50, 1, 40}, 10, 5);
    // b, d would be 3 rows together: too few, so e joins them.
    assertThat(grouping.groups()).containsExactly(1, 0, 2, 0, 0);
  }

  @Test
  void frequentLevelsStayApart() {
    Grouping grouping = Grouping.merged(LEVELS, new double[] {10, 20, 30, 40, 50}, 10, 5);
    assertThat(grouping.groups()).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void tooManyLevelsPoolTheRarest() {
    Grouping grouping = Grouping.merged(LEVELS, new double[] {10, 20, 30, 40, 50}, 3, 5);
    assertThat(grouping.groups()).containsExactly(0, 0, 0, 1, 2);
  }

  @Test
  void nothingButNoiseBecomesOneGroup() {
    assertThat(Grouping.merged(LEVELS, new double[] {1, 0, 0, 1, 0}, 3, 5).size()).isEqualTo(1);
  }

  @Test
  void numbersMergeWithNeighboursOnly() {
    double[] estimates = {1, 1, 1, 100, 1, 1, 50, 50, 2, 2, 30};
    Grouping grouping = Grouping.merged(NUMBERS, estimates, 5, 3);
    for (int cell = 1; cell < 10; cell++) {
      int step = grouping.of(cell) - grouping.of(cell - 1);
      assertThat(step).isBetween(0, 1);
    }
    assertThat(grouping.size()).isEqualTo(5);
    assertThat(grouping.of(10)).as("missing has rows of its own").isEqualTo(4);
    assertThat(grouping.of(3)).as("a heavy bin stays apart").isNotEqualTo(grouping.of(6));
  }

  @Test
  void groupsAreAlwaysFewAndHeavyEnough() {
    RandomGenerator random = new Seed(5).stream("grouping");
    for (int trial = 0; trial < 300; trial++) {
      ColumnBins bins = random.nextBoolean() ? LEVELS : NUMBERS;
      double[] estimates = new double[bins.size()];
      for (int i = 0; i < estimates.length; i++) {
        estimates[i] = random.nextInt(3) == 0 ? 0 : 30 * random.nextDouble();
      }
      int most = 2 + random.nextInt(5);
      double least = 20 * random.nextDouble();
      Grouping grouping = Grouping.merged(bins, estimates, most, least);
      assertThat(grouping.size()).isBetween(1, most);
      double[] rows = grouping.sums(estimates);
      for (double group : rows) {
        assertThat(group >= least || grouping.size() == 1 || bins == NUMBERS && rows.length == 2)
            .isTrue();
      }
    }
  }

  @Test
  void aFileMustNameEveryGroup() {
    assertThatThrownBy(() -> Grouping.of(List.of(0, 2))).hasMessageContaining("Every group");
    assertThatThrownBy(() -> Grouping.of(List.of(0, -1))).hasMessageContaining("from 0");
    assertThat(Grouping.of(List.of(1, 0, 1)).members()).containsExactly(1, 2);
  }
}
