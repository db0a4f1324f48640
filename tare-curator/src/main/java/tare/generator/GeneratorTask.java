package tare.generator;

import tare.accounting.PrivacyBudget;
import tare.progress.Progress;
import tare.random.Seed;
import tare.schema.Schema;

/**
 * What a generator is fitted with: all of it public.
 *
 * @param schema the declared columns
 * @param n the public number of private rows: declared, or a noised count bought before
 * @param budget the most the fit may spend
 * @param seed the start of chance that is not privacy noise, for instance initial weights
 * @param progress hears how far a fit has come, and may end it
 */
public record GeneratorTask(
    Schema schema, long n, PrivacyBudget budget, Seed seed, Progress progress) {

  /** A task that is done in silence. */
  public GeneratorTask(Schema schema, long n, PrivacyBudget budget, Seed seed) {
    this(schema, n, budget, seed, Progress.SILENT);
  }

  /** The same task with somebody who listens. */
  public GeneratorTask withProgress(Progress listener) {
    return new GeneratorTask(schema, n, budget, seed, listener);
  }

  public GeneratorTask {
    if (schema.columnCount() == 0) {
      throw new IllegalArgumentException("A generator needs at least one column. Got: 0");
    }
    if (n < 1) {
      throw new IllegalArgumentException(
          "A generator needs a public row count of at least 1. Got: " + n);
    }
    if (!(budget.epsilon() > 0)) {
      throw new IllegalArgumentException(
          "A generator needs an epsilon above 0. Got: " + budget.epsilon());
    }
  }
}
