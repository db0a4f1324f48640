package tare.curator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.accounting.ReleaseBudget;
import tare.analysis.CountErrors;
import tare.gate.Mechanism;
import tare.generator.GeneratorTask;
import tare.mechanism.NoisedCount;
import tare.model.FittedWeights;
import tare.progress.Progress;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;
import tare.weight.WeightEstimator;
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
  public record Charge(String purpose, PrivacyBudget share, PrivacyEvent event, boolean decides) {

    Charge(Mechanism<?> mechanism, PrivacyBudget share) {
      this(mechanism.purpose(), share, mechanism.event(), mechanism.decidesLaterEvents());
    }
  }

  public Forecast {
    charges = List.copyOf(charges);
  }

  /**
   * Reckons with a number of rows.
   *
   * @param n the public row count, or a guess at it
   * @throws tare.schema.RefusedException when the plan cannot work at that size, as the release
   *     itself would
   */
  public static Forecast of(Schema schema, ReleasePlan open, long n) {
    return of(schema, open, n, RowsAt.THIS_MACHINE);
  }

  static Forecast of(Schema schema, ReleasePlan open, long n, RowsAt at) {
    ReleasePlan plan = AutoWeights.settle(schema, open).plan();
    MemoryNeed.of(schema, plan, at).requireRoom(n);
    return whateverTheMemory(schema, plan, n);
  }

  /**
   * How many synthetic rows a release would have on this machine: those that the plan asks for, or
   * as many as there are private ones, unless there is memory for fewer only.
   */
  public static int rows(Schema schema, ReleasePlan open, long n) {
    ReleasePlan plan = AutoWeights.settle(schema, open).plan();
    return MemoryNeed.of(schema, plan, RowsAt.THIS_MACHINE).rows(n);
  }

  /** The same for a run that has paid for its row count: want of memory makes it smaller. */
  static Forecast whateverTheMemory(Schema schema, ReleasePlan plan, long n) {
    boolean declared = schema.publicRowCount().isPresent();
    BudgetShares shares = BudgetShares.of(plan, declared);
    int rows = schema.rowsPerUnit();
    Seed seed = plan.seed();
    List<Charge> charges = new ArrayList<>();
    if (!declared) {
      Mechanism<Long> count =
          UnitPlans.within(shares.count(), rows, b -> NoisedCount.withEpsilon(b.epsilon()));
      charges.add(new Charge(count, shares.count()));
    }
    plan.generator()
        .map(
            fitter ->
                UnitPlans.within(
                    shares.generator(),
                    rows,
                    budget -> fitter.mechanism(new GeneratorTask(schema, n, budget, seed))))
        .ifPresent(fit -> charges.add(new Charge(fit, shares.generator())));
    OptionalDouble noise = OptionalDouble.empty();
    Optional<WeightEstimator> method = plan.estimator().filter(weights -> !weights.isFree());
    if (method.isPresent()) {
      ReleaseBudget before = release(plan, charges);
      PrivacyBudget budget = shares.weightsAfter(before);
      Table standIns = spread(schema, seed);
      WeightEstimator estimator = method.get();
      OptionalDouble counts =
          CountErrors.noiseOfColumns(
              charges.stream().map(Charge::event).toList(), schema.columnCount(), n);
      Function<PrivacyBudget, WeightTask> task =
          part ->
              new WeightTask(
                  schema, standIns, null, n, part, before, counts, seed, Progress.SILENT);
      UnitPlans.Fit<FittedWeights> fit = UnitPlans.ofWeights(estimator, budget, rows, task);
      charges.add(new Charge(fit, budget));
      noise = estimator.expectedLogNoise(task.apply(fit.rowBudget()));
    }
    ReleaseBudget release = release(plan, charges);
    charges.forEach(c -> BudgetShares.requireWithin(c.share(), c.purpose(), c.event(), release));
    double epsilon = release.epsilon();
    return new Forecast(charges, Math.min(epsilon, plan.budget().epsilon()), noise);
  }

  /** What the charges leave of the plan's budget. */
  private static ReleaseBudget release(ReleasePlan plan, List<Charge> charges) {
    ReleaseBudget release = ReleaseBudget.of(plan.budget());
    for (Charge charge : charges) {
      release =
          charge.decides()
              ? release.afterDeciding(charge.event())
              : release.after(charge.event(), charge.share().delta());
    }
    return release;
  }

  /** The charges as a ledger would book them. */
  List<PrivacyEvent> events() {
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
