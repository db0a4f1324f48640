package tare.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import tare.accounting.Accounting;
import tare.accounting.PrivacyBudget;
import tare.curator.GeneratorFitters;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.model.FittedGenerator;
import tare.model.FittedGenerators;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.table.Table;

/** What every generator must do. */
public abstract class GeneratorContract {

  protected static final Seed SEED = new Seed(7);

  protected abstract GeneratorFitter fitter();

  /** The deltas that the generator can work with. */
  protected double[] deltas() {
    return new double[] {0, 1e-9, 1e-4};
  }

  protected static GeneratorTask task(long n, double epsilon, double delta) {
    return new GeneratorTask(Examples.MIXED, n, new PrivacyBudget(epsilon, delta), SEED);
  }

  protected FittedGenerator fitted(Table rows, long n) {
    return fitter().mechanism(task(n, 2, 1e-6)).apply(PrivateRows.of(rows), new SeededNoise(1));
  }

  /** Every epsilon with every delta and every size, though not all three at once. */
  @Test
  void theEventStaysWithinTheBudgetAndUsesIt() {
    double[] epsilons = {0.05, 1, 8};
    long[] sizes = {10, 1_000, 100_000};
    for (int e = 0; e < epsilons.length; e++) {
      for (int d = 0; d < deltas().length; d++) {
        double delta = deltas()[d];
        GeneratorTask task = task(sizes[(e + d) % sizes.length], epsilons[e], delta);
        double spent = Accounting.epsilon(fitter().mechanism(task).event(), delta);
        assertThat(spent).isLessThanOrEqualTo(epsilons[e] * (1 + 1e-12));
        assertThat(spent).isGreaterThan(0.99 * epsilons[e]);
      }
    }
  }

  @Test
  void theEventIsKnownBeforeARowIsReadAndIsTheSameEachTime() {
    assertThat(fitter().mechanism(task(500, 1, 1e-6)).event())
        .isEqualTo(fitter().mechanism(task(500, 1, 1e-6)).event());
    assertThat(fitter().mechanism(task(500, 1, 1e-6)).purpose()).isNotBlank();
  }

  @Test
  void sampledRowsAreOfTheSchema() {
    Table rows = fitted(Examples.correlated(800, SEED), 800).sample(500, SEED);
    assertThat(rows.rowCount()).isEqualTo(500);
    assertThat(rows.schema()).isEqualTo(Examples.MIXED);
    for (int c = 0; c < rows.schema().columnCount(); c++) {
      for (int r = 0; r < rows.rowCount(); r++) {
        assertCell(rows, r, c);
      }
    }
  }

  private static void assertCell(Table rows, int r, int c) {
    Column column = rows.schema().column(c);
    ColumnType type = column.type();
    if (rows.missing(r, c)) {
      assertThat(column.missingAllowed()).isTrue();
    } else if (type.isNumeric()) {
      double value = rows.number(r, c);
      assertThat(value).isBetween(type.lowerBound(), type.upperBound());
      if (type instanceof ColumnType.Whole) {
        assertThat(value).isEqualTo(Math.rint(value));
      }
    } else {
      assertThat(rows.level(r, c)).isBetween(0, type.levelCount() - 1);
    }
  }

  @Test
  void theSameSeedGivesTheSameRowsAndAnotherSeedOthers() {
    FittedGenerator generator = fitted(Examples.correlated(800, SEED), 800);
    assertThat(values(generator.sample(50, SEED))).isEqualTo(values(generator.sample(50, SEED)));
    assertThat(values(generator.sample(50, new Seed(8))))
        .isNotEqualTo(values(generator.sample(50, SEED)));
  }

  @Test
  void aModelReadBackSamplesTheVerySameRows() {
    FittedGenerator generator = fitted(Examples.correlated(800, SEED), 800);
    FittedGenerator read = FittedGenerators.parse("model.json", FittedGenerators.text(generator));
    assertThat(read.kind()).isEqualTo(generator.kind());
    assertThat(read.schema()).isEqualTo(generator.schema());
    assertThat(values(read.sample(300, SEED))).isEqualTo(values(generator.sample(300, SEED)));
    assertThat(FittedGenerators.text(read)).isEqualTo(FittedGenerators.text(generator));
  }

  /** The public n may be far from the exact one, and the table may be empty: no exception tells. */
  @Test
  void anyTableOfTheSchemaCanBeFitted() {
    for (long n : new long[] {1, 40, 5_000}) {
      Mechanism<FittedGenerator> mechanism = fitter().mechanism(task(n, 2, 1e-6));
      for (int rows : new int[] {0, 1, 2, 40}) {
        FittedGenerator fitted =
            mechanism.apply(PrivateRows.of(Examples.correlated(rows, SEED)), new SeededNoise(1));
        assertThat(fitted.sample(20, SEED).rowCount()).isEqualTo(20);
      }
    }
  }

  @Test
  void noRowsCanBeSampled() {
    assertThat(fitted(Examples.correlated(40, SEED), 40).sample(0, SEED).rowCount()).isZero();
  }

  @Test
  void theNameFindsTheGenerator() {
    assertThat(GeneratorFitters.named(fitter().name()).name()).isEqualTo(fitter().name());
  }

  @Test
  void aTaskThatCannotWorkIsRefusedBeforeAnyCharge() {
    assertThatThrownBy(() -> task(0, 1, 0)).hasMessageContaining("Got: 0");
    assertThatThrownBy(() -> task(100, 0, 0)).hasMessageContaining("epsilon above 0");
  }

  public static List<List<Double>> values(Table table) {
    List<List<Double>> columns = new java.util.ArrayList<>();
    for (int c = 0; c < table.schema().columnCount(); c++) {
      List<Double> column = new java.util.ArrayList<>();
      for (double value : table.values(c)) {
        column.add(value);
      }
      columns.add(column);
    }
    return columns;
  }
}
