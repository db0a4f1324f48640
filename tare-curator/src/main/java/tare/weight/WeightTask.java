package tare.weight;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tare.accounting.PrivacyBudget;
import tare.accounting.ReleaseBudget;
import tare.model.FittedGenerator;
import tare.progress.Progress;
import tare.random.Seed;
import tare.schema.Schema;
import tare.table.Table;

/**
 * What a weight estimator is given, all of it public.
 *
 * @param schema the schema of the private rows and of the synthetic ones
 * @param synthetic the synthetic rows that are to be weighed
 * @param generator the fitted generator they came from, or null when they come from elsewhere
 * @param n the public number of private rows, declared or bought; at least 1. The exact count is
 *     never used
 * @param budget what the mechanism may cost at most, taken alone
 * @param before what the release was charged before, for methods that compose with it
 * @param countNoise the standard deviation of the noise, in rows, on each count of a column behind
 *     the synthetic rows; empty where their generator does not count every column
 * @param seed for repeatable choices; never for noise
 * @param progress hears how far a fit has come, and may end it
 */
public record WeightTask(
    Schema schema,
    Table synthetic,
    @Nullable FittedGenerator generator,
    long n,
    PrivacyBudget budget,
    ReleaseBudget before,
    OptionalDouble countNoise,
    Seed seed,
    Progress progress) {

  /** A task that is done in silence. */
  public WeightTask(
      Schema schema,
      Table synthetic,
      @Nullable FittedGenerator generator,
      long n,
      PrivacyBudget budget,
      ReleaseBudget before,
      Seed seed) {
    this(
        schema,
        synthetic,
        generator,
        n,
        budget,
        before,
        OptionalDouble.empty(),
        seed,
        Progress.SILENT);
  }

  /** A task whose mechanism may cost its budget and no more. */
  public WeightTask(
      Schema schema,
      Table synthetic,
      @Nullable FittedGenerator generator,
      long n,
      PrivacyBudget budget,
      Seed seed) {
    this(schema, synthetic, generator, n, budget, ReleaseBudget.of(budget), seed);
  }

  public WeightTask {
    if (n < 1) {
      throw new IllegalArgumentException(
          "The public number of private rows must be at least 1. Got: " + n);
    }
    if (synthetic.rowCount() < 1) {
      throw new IllegalArgumentException("There must be at least one synthetic row. Got: 0");
    }
    if (!synthetic.schema().columns().equals(schema.columns())) {
      throw new IllegalArgumentException(
          "The synthetic rows must have the columns of the private schema, in the same order and"
              + " with the same declared types. Read them with the same schema file.");
    }
  }
}
