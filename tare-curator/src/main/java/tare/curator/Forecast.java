package tare.curator;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;
import tare.accounting.Accounting;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.generator.GeneratorTask;
import tare.mechanism.NoisedCount;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;
import tare.weight.WeightTask;

/**
 * What a release would cost and how much noise its weights would carry, from public numbers alone:
 * reads no row, charges nothing.
 *
 * @param charges what would be charged, in order
 * @param epsilon all of it composed, at the plan's delta
 * @param expectedLogNoise the expected standard deviation of the privacy noise in a log weight,
 *     reckoned at rows spread evenly over the schema; empty when it cannot be told beforehand
 */
public record Forecast(List<Charge> charges, double epsilon, OptionalDouble expectedLogNoise) {

  private static final int STAND_INS = 1000;

  /** One charge to be. */
  public record Charge(String purpose, PrivacyBudget share, PrivacyEvent event) {}

  public Forecast {
    charges = List.copyOf(charges);
  }

  /**
   * Reckons with a number of rows.
   *
   * @param n the public row count, or a guess at it
   * @throws IllegalArgumentException when the plan cannot work at that size, as the release itself
   *     would
   */
  public static Forecast of(Schema schema, ReleasePlan plan, long n) {
    boolean declared = schema.publicRowCount().isPresent();
    Shares shares = Shares.of(plan, declared);
    Seed seed = plan.seed();
    List<Charge> charges = new ArrayList<>();
    if (!declared) {
      NoisedCount count = NoisedCount.withEpsilon(shares.count().epsilon());
      charges.add(new Charge(count.purpose(), shares.count(), count.event()));
    }
    plan.generator()
        .map(fitter -> fitter.fit(new GeneratorTask(schema, n, shares.generator(), seed)))
        .ifPresent(fit -> charges.add(new Charge(fit.purpose(), shares.generator(), fit.event())));
    OptionalDouble noise = OptionalDouble.empty();
    if (plan.weights().isPresent() && !plan.weights().get().isFree()) {
      PrivacyBudget budget = shares.weightsAfter(events(charges), plan.budget());
      WeightTask task = new WeightTask(schema, spread(schema, seed), null, n, budget, seed);
      var fit = plan.weights().get().fit(task);
      charges.add(new Charge(fit.purpose(), budget, fit.event()));
      noise = plan.weights().get().expectedLogNoise(task);
    }
    charges.forEach(c -> Shares.requireWithin(c.share(), c.purpose(), c.event()));
    double epsilon =
        Accounting.epsilon(new PrivacyEvent.Composed(events(charges)), plan.budget().delta());
    return new Forecast(charges, Math.min(epsilon, plan.budget().epsilon()), noise);
  }

  private static List<PrivacyEvent> events(List<Charge> charges) {
    return charges.stream().map(Charge::event).toList();
  }

  /**
   * Rows spread evenly over what the schema allows, in place of synthetic ones that do not exist
   * yet.
   */
  private static Table spread(Schema schema, Seed seed) {
    RandomGenerator random = seed.stream("stand-ins");
    double[][] columns = new double[schema.columnCount()][STAND_INS];
    for (int c = 0; c < columns.length; c++) {
      Column column = schema.column(c);
      for (int r = 0; r < STAND_INS; r++) {
        columns[c][r] =
            column.type().isNumeric()
                ? column.type().lowerBound()
                    + random.nextDouble()
                        * (column.type().upperBound() - column.type().lowerBound())
                : random.nextInt(column.type().levelCount());
      }
    }
    return ColumnarTable.of(schema, columns);
  }
}
