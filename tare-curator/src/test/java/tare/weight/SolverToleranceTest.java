package tare.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.gate.TravellingRows;
import tare.model.FeatureKind;
import tare.random.Seed;
import tare.schema.ColumnType;
import tare.schema.RefusedException;
import tare.schema.Schema;
import tare.table.RowPass;
import tare.table.Table;
import tare.table.TableAppender;

/** The fit is the minimiser that the proof speaks of: the gradient of J, written out once more. */
class SolverToleranceTest {

  @Test
  void theGradientIsAsSmallAsTheProofAsks() {
    requireSmallGradients(rows -> rows);
  }

  /** Rows that cannot be gathered are asked pass by pass; the proof asks the same of it. */
  @Test
  void theGradientIsAsSmallWhereRowsAreElsewhere() {
    requireSmallGradients(rows -> new TravellingRows(rows, 3));
  }

  /** So near the minimiser that it does not show how the rows were added up, or in what order. */
  @Test
  void inOnePlaceAndPassByPassTheSameComesOut() {
    for (int seed = 1; seed <= 6; seed++) {
      Table synthetic = Tables.mixedRows(80, 0, new Seed(seed));
      Table rows = Tables.mixedRows(400, 0.5, new Seed(seed + 100));
      LogisticFit fit =
          new LogisticFit(Tables.task(synthetic, 400, 1, 1e-6), LogisticOptions.DEFAULTS);
      for (double lambda : new double[] {1, 1e-2, 1e-4}) {
        double[] here = fit.coefficients(lambda).of(rows).value();
        assertThat(fit.coefficients(lambda).of(new TravellingRows(rows, 3)).value())
            .containsExactly(here, within(1e-9));
      }
    }
  }

  /** Far more rows than are public are not gathered, and asked again for every look at them. */
  @Test
  void theGradientIsAsSmallWhereRowsAreFarMoreThanPublic() {
    requireSmallGradients(1_100, rows -> rows);
  }

  /** Over a few tables, so that no lucky last step of the solver hides a loose tolerance. */
  private static void requireSmallGradients(Function<Table, RowPass> place) {
    requireSmallGradients(40, place);
  }

  private static void requireSmallGradients(int atLeast, Function<Table, RowPass> place) {
    for (int seed = 1; seed <= 6; seed++) {
      Table synthetic = Tables.mixedRows(80, 0, new Seed(seed));
      Table rows = Tables.mixedRows(atLeast + seed, 0.5, new Seed(seed + 100));
      long n = 37;
      double lambda = 0.02;
      LogisticFit fit =
          new LogisticFit(
              new WeightTask(
                  synthetic.schema(), synthetic, null, n, new PrivacyBudget(1, 1e-6), new Seed(1)),
              LogisticOptions.DEFAULTS);
      double[] beta = fit.coefficients(lambda).of(place.apply(rows)).value();
      double[] gradient = new double[beta.length];
      for (int j = 0; j < beta.length; j++) {
        gradient[j] = lambda * beta[j];
      }
      add(gradient, beta, fit.features().encode(rows), -1, 1.0 / n);
      add(gradient, beta, fit.synthetic(), 1, 1.0 / synthetic.rowCount());
      double squares = 0;
      for (double g : gradient) {
        squares += g * g;
      }
      // A quarter of a thousandth of R/n: docs/proofs/logistic-weights.md.
      double allowed = 2.5e-4 * 1.25 * Math.sqrt(beta.length) / n;
      assertThat(Math.sqrt(squares)).isLessThanOrEqualTo(allowed * (1 + 1e-6));
    }
  }

  /**
   * A fit that gave up on some rows would tell of them. Rows at corners, alike or scattered, few or
   * none, at the largest n and the smallest penalties: where steps are hardest to tell apart.
   */
  @Test
  void noRowsDecideWhetherThereIsAFit() {
    RandomGenerator random = new Seed(1).stream("rows of all kinds");
    for (int i = 0; i < 300; i++) {
      Schema schema = random.nextBoolean() ? Tables.mixed() : Tables.numeric(1, 0, 100);
      Table synthetic = anyRows(schema, 1 + random.nextInt(60), random);
      Table rows = anyRows(schema, random.nextInt(200), random);
      long n = random.nextInt(4) == 0 ? 1 + random.nextInt(1000) : 1_000_000_000;
      double lambda = Math.pow(10, -10 + random.nextInt(6));
      FeatureKind kind = random.nextBoolean() ? FeatureKind.WHITENED : FeatureKind.BOX;
      LogisticFit fit =
          new LogisticFit(
              Tables.task(synthetic, n, 1, 1e-6), LogisticOptions.DEFAULTS.withFeatures(kind));
      assertThat(fit.coefficients(lambda).of(rows).value()).as("try " + i).isNotEmpty();
      assertThat(fit.coefficients(lambda).of(new TravellingRows(rows, 2)).value())
          .as("try " + i + ", pass by pass")
          .isNotEmpty();
    }
  }

  @Test
  void moreRowsThanDoublesCanTellApartAreRefusedBeforeOneIsRead() {
    Table synthetic = Tables.mixedRows(80, 0, new Seed(1));
    assertThatThrownBy(
            () ->
                new LogisticFit(
                    Tables.task(synthetic, 1_000_000_001, 1, 1e-6), LogisticOptions.DEFAULTS))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("Use moments.");
  }

  /** All at one corner, at two, missing where that may be, or anywhere. */
  private static Table anyRows(Schema schema, int rows, RandomGenerator random) {
    int kind = random.nextInt(4);
    TableAppender appender = new TableAppender(schema);
    for (int r = 0; r < rows; r++) {
      double[] row = new double[schema.columnCount()];
      for (int c = 0; c < row.length; c++) {
        ColumnType type = schema.column(c).type();
        double high = type.isNumeric() ? 100 : type.levelCount() - 1;
        row[c] =
            switch (kind) {
              case 0 -> high;
              case 1 -> random.nextBoolean() ? 0 : high;
              case 2 -> schema.column(c).missingAllowed() ? Double.NaN : 0;
              default -> Math.rint(high * random.nextDouble());
            };
      }
      appender.append(row);
    }
    return appender.finish();
  }

  /** Adds weight times the sum of sign x / (1 + exp(-sign beta.x)) over rows x. */
  private static void add(
      double[] gradient, double[] beta, double[] rows, int sign, double weight) {
    int width = beta.length;
    for (int r = 0; r < rows.length / width; r++) {
      double dot = 0;
      for (int j = 0; j < width; j++) {
        dot += beta[j] * rows[r * width + j];
      }
      double slope = sign * weight / (1 + Math.exp(-sign * dot));
      for (int j = 0; j < width; j++) {
        gradient[j] += slope * rows[r * width + j];
      }
    }
  }
}
