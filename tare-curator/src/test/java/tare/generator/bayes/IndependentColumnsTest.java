package tare.generator.bayes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.gate.PrivateRows;
import tare.generator.Examples;
import tare.generator.GeneratorContract;
import tare.generator.GeneratorFitter;
import tare.generator.GeneratorTask;
import tare.model.BayesNetwork;
import tare.noise.DiscreteGaussian;
import tare.noise.DiscreteLaplace;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.table.Table;

class IndependentColumnsTest extends GeneratorContract {

  @Override
  protected GeneratorFitter fitter() {
    return new IndependentColumns();
  }

  @Test
  void columnsHaveNoParents() {
    BayesNetwork network = (BayesNetwork) fitted(Examples.correlated(800, SEED), 800);
    assertThat(network.structure()).containsExactly("age", "income", "score", "region", "ill");
  }

  @Test
  void sharesOfEachColumnAreThoseOfTheRows() {
    Table rows = Examples.correlated(20_000, SEED);
    GeneratorTask task =
        new GeneratorTask(Examples.MIXED, 20_000, new PrivacyBudget(20, 1e-6), SEED);
    Table sampled =
        fitter()
            .mechanism(task)
            .apply(PrivateRows.of(rows), new SeededNoise(1))
            .sample(20_000, new Seed(1));
    for (int c : List.of(3, 4)) {
      for (int level = 0; level < rows.schema().column(c).type().levelCount(); level++) {
        assertThat(share(sampled, c, level)).isBetween(share(rows, c, level) - 0.005, 1.0);
      }
    }
  }

  private static double share(Table table, int column, int level) {
    double count = 0;
    for (int r = 0; r < table.rowCount(); r++) {
      count += table.level(r, column) == level ? 1 : 0;
    }
    return count / table.rowCount();
  }

  /** With one column and a small delta, few draws are made: Laplace noise is the smaller. */
  @Test
  void theLawWithLessNoiseIsTaken() {
    GeneratorTask narrow =
        new GeneratorTask(Examples.yesNo(1), 100, new PrivacyBudget(1, 1e-9), SEED);
    GeneratorTask wide =
        new GeneratorTask(Examples.yesNo(40), 100, new PrivacyBudget(1, 1e-6), SEED);
    assertThat(plan(narrow).oneWayNoise().law()).isInstanceOf(DiscreteLaplace.class);
    assertThat(plan(wide).oneWayNoise().law()).isInstanceOf(DiscreteGaussian.class);
  }

  private static PrivBayesPlan plan(GeneratorTask task) {
    return new PrivBayesPlanner(task, PrivBayesOptions.DEFAULTS).planWithoutJoints();
  }
}
