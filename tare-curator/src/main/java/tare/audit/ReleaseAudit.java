package tare.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import tare.curator.Forecast;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.generator.FittedGenerator;
import tare.generator.GeneratorTask;
import tare.privacy.Mechanism;
import tare.privacy.NoiseSource;
import tare.privacy.PrivacyBudget;
import tare.privacy.PrivacyBudget.Share;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Encoding;
import tare.table.Table;
import tare.table.Weights;
import tare.weight.WeightEstimator;
import tare.weight.WeightTask;

/**
 * Audits a whole release, rows and weights together, on made-up neighbours under a schema: a few
 * rows at one corner of the declared domain, with and without one row at the opposite corner. Never
 * touches real rows.
 */
public final class ReleaseAudit {

  /** Rows of the made-up table. */
  private static final int ROWS = 100;

  private final Schema schema;
  private final ReleasePlan plan;
  private final NoiseSource noise;
  private final Encoding encoding;

  private ReleaseAudit(Schema schema, ReleasePlan plan, NoiseSource noise) {
    this.schema = new Schema(schema.name(), schema.unit(), schema.columns(), OptionalLong.of(ROWS));
    this.plan = plan;
    this.noise = noise;
    this.encoding = Encoding.of(this.schema);
  }

  /** What both audits found. */
  public record Report(ReplayAudit.Result replay, DpTester.Result blackBox) {

    /** Whether no claim was found false. */
    public boolean passed() {
      return replay.passed() && blackBox.accepted();
    }
  }

  /**
   * Runs both audits.
   *
   * @param runs releases made of each neighbour by the black-box audit
   * @param progress hears how many are made
   * @throws IllegalArgumentException when the plan cannot work at the size of the made-up table
   */
  public static Report of(
      Schema schema, ReleasePlan plan, int runs, NoiseSource noise, IntConsumer progress) {
    ReleaseAudit audit = new ReleaseAudit(schema, plan, noise);
    Forecast.of(
        audit.schema, plan, ROWS); // a plan that is refused would pass every audit by doing nothing
    return new Report(audit.replay(), audit.blackBox(runs, progress));
  }

  private ReplayAudit.Result replay() {
    Table rows = corner(ROWS, 0);
    List<Table> neighbours = List.of(corner(ROWS, 1), corner(ROWS - 1, 0));
    return ReplayAudit.audit(
        gate -> ReleaseRun.run(gate, plan, ReleaseRun.Progress.SILENT).synthetic(),
        rows,
        neighbours,
        new PrivacyBudget(1e3, 1e-3),
        noise);
  }

  private DpTester.Result blackBox(int runs, IntConsumer progress) {
    Supplier<double[]> one = releases(corner(ROWS, 1));
    Supplier<double[]> other = releases(corner(ROWS, 0));
    int[] done = {0};
    Supplier<double[]> counted =
        () -> {
          progress.accept(++done[0]);
          return one.get();
        };
    return DpTester.test(
        counted,
        other,
        Claim.of(plan.budget()),
        Attack.vector(),
        DpTester.Options.DEFAULTS.withSamples(runs));
  }

  /** Makes releases of a table, each with fresh noise, and looks at them as an attacker would. */
  private Supplier<double[]> releases(Table rows) {
    boolean weighs = plan.weights().isPresent() && !plan.weights().get().isFree();
    double forWeights = weighs ? plan.split().weightEpsilon() : 0;
    double deltaForWeights = weighs ? plan.split().weightDelta() : 0;
    List<PrivacyBudget> parts =
        plan.budget()
            .split(
                new Share(1 - forWeights, 1 - deltaForWeights),
                new Share(forWeights, deltaForWeights));
    Mechanism<FittedGenerator> fit =
        plan.generator()
            .orElseThrow()
            .fit(new GeneratorTask(schema, ROWS, parts.get(0), plan.seed().child("generator")));
    return () -> {
      FittedGenerator generator = fit.apply(rows, noise);
      Table synthetic = generator.sample(256, plan.seed().child("rows"));
      Weights weights =
          plan.weights()
              .map(w -> weighed(w, synthetic, generator, parts.get(1), rows))
              .orElseGet(() -> Weights.uniform(synthetic.rowCount()));
      return look(synthetic, weights);
    };
  }

  private Weights weighed(
      WeightEstimator estimator,
      Table synthetic,
      FittedGenerator generator,
      PrivacyBudget budget,
      Table rows) {
    Seed seed = plan.seed().child("weights");
    WeightTask task = new WeightTask(schema, synthetic, generator, ROWS, budget, seed);
    try {
      return estimator.fit(task).apply(rows, noise).weigh(synthetic).normalised();
    } catch (IllegalArgumentException refused) {
      return Weights.uniform(
          synthetic.rowCount()); // as the release does: it goes on without weights
    }
  }

  /** Means of all encoded columns, plain and weighted, and the mean log weight at either corner. */
  private double[] look(Table synthetic, Weights weights) {
    int width = encoding.width();
    double[] encoded = encoding.encode(synthetic);
    double[] factors = weights.meanOne();
    double[] look = new double[2 * width];
    for (int r = 0; r < synthetic.rowCount(); r++) {
      for (int j = 0; j < width; j++) {
        look[j] += encoded[r * width + j] / synthetic.rowCount();
        look[width + j] += factors[r] * encoded[r * width + j] / synthetic.rowCount();
      }
    }
    return look;
  }

  /** Rows at the lower corner of the domain, then rows at the upper one. */
  private Table corner(int lower, int upper) {
    List<double[]> columns = new ArrayList<>();
    for (Column column : schema.columns()) {
      double[] values = new double[lower + upper];
      for (int r = 0; r < values.length; r++) {
        boolean high = r >= lower;
        values[r] =
            column.type().isNumeric()
                ? (high ? column.type().upperBound() : column.type().lowerBound())
                : (high ? column.type().levelCount() - 1 : 0);
      }
      columns.add(values);
    }
    return ColumnarTable.of(schema, columns.toArray(double[][]::new));
  }
}
