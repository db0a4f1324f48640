package tare.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.IntConsumer;
import tare.accounting.PrivacyBudget;
import tare.curator.Forecast;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.gate.Gate;
import tare.noise.NoiseSource;
import tare.progress.Progress;
import tare.release.Bundle;
import tare.schema.Column;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;

/**
 * Puts the claim of a whole release to both audits, on made-up neighbours under a schema: rows at
 * one corner of the declared domain, with and without one row at the opposite corner. Never touches
 * real rows.
 */
public final class ReleaseAudit {

  /** Rows of the made-up table. */
  private static final int ROWS = 100;

  /** The replay compares with all outputs fixed; no limit should stand in its way. */
  private static final PrivacyBudget AMPLE = new PrivacyBudget(1e3, 1e-3);

  private final Schema schema;
  private final ReleasePlan plan;
  private final NoiseSource noise;

  private ReleaseAudit(Schema schema, ReleasePlan plan, NoiseSource noise) {
    this.schema = new Schema(schema.name(), schema.unit(), schema.columns(), OptionalLong.of(ROWS));
    this.plan = plan;
    this.noise = noise;
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
    // A plan that is refused would pass every audit by doing nothing.
    Forecast.of(audit.schema, plan, ROWS);
    return new Report(audit.replay(), audit.blackBox(runs, progress));
  }

  private ReplayAudit.Result replay() {
    return ReplayAudit.audit(
        this::release,
        corner(ROWS, 0),
        List.of(corner(ROWS, 1), corner(ROWS - 1, 0)),
        AMPLE,
        noise);
  }

  private DpTester.Result blackBox(int runs, IntConsumer progress) {
    int[] releases = {0};
    Table upper = corner(0, 1);
    double[] canary = new double[schema.columnCount()];
    for (int c = 0; c < canary.length; c++) {
      canary[c] = upper.value(0, c);
    }
    ReleaseView view = new ReleaseView(schema, canary);
    return BlackBoxAudit.<Map<String, Double>>audit(
        gate -> {
          progress.accept(++releases[0] / 2);
          return view.apply(release(gate));
        },
        corner(ROWS, 1),
        corner(ROWS, 0),
        plan.budget(),
        noise,
        new TellingNumbers().on(seen -> seen.orElse(Map.of())),
        DpTester.Options.DEFAULTS.withSamples(runs));
  }

  private Bundle release(Gate gate) {
    return ReleaseRun.run(gate, plan, Progress.SILENT);
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
