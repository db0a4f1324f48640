package tare.paper;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import tare.analysis.WeightDiagnostics;
import tare.curator.AutoWeights;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.curator.WeightChoice;
import tare.curator.WeightHandling;
import tare.gate.Gate;
import tare.gate.PrivateTable;
import tare.ledger.Ledger;
import tare.model.FittedWeights;
import tare.noise.SecureNoise;
import tare.progress.Progress;
import tare.random.Seed;
import tare.release.Bundle;
import tare.release.Verdict;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;
import tare.table.Weights;

/**
 * What Tare does with weights when nobody chose: by public numbers beforehand, and by their verdict
 * afterwards.
 *
 * @param n the public number of private rows; experiments buy none
 */
record AutoLine(Schema schema, long n, Budgets budgets, boolean paperSettings) {

  /** The weights that are bought or taken for free, or none. */
  Optional<String> chosen(String generator, Seed seed) {
    WeightChoice choice =
        AutoWeights.choose(counted(), plan(generator, seed), OptionalLong.of(n)).plan().weights();
    return choice instanceof WeightChoice.Method method
        ? Optional.of(method.estimator().name())
        : Optional.empty();
  }

  /**
   * A release as Tare makes it when nobody chose anything but the generator and the budget.
   *
   * @param wanted the number of rows to release
   * @param replicates how many there are to be; 0 where nobody needs them
   */
  Bundle release(String generator, Table rows, int wanted, int replicates, Seed seed) {
    Schema counted = counted();
    double[][] columns = new double[counted.columnCount()][];
    Arrays.setAll(columns, rows::values);
    Gate gate =
        new Gate(
            PrivateTable.of(ColumnarTable.of(counted, columns)),
            Ledger.inMemory(budgets.whole()),
            "benchmark",
            new SecureNoise());
    ReleasePlan plan =
        plan(generator, seed)
            .withHandling(WeightHandling.DEFAULTS.withReplicates(replicates))
            .withRows(wanted);
    return ReleaseRun.run(gate, plan, Progress.SILENT);
  }

  private ReleasePlan plan(String generator, Seed seed) {
    ReleasePlan plan =
        ReleasePlan.of(budgets.whole())
            .withGenerator(Catalogue.generator(generator).orElseThrow())
            .withSeed(seed);
    return paperSettings ? plan.acceptingWeakDelta() : plan;
  }

  private Schema counted() {
    return new Schema(schema.name(), schema.unit(), schema.columns(), OptionalLong.of(n));
  }

  /** What is thought of weights once they are there; those not to be used are not used. */
  static Verdict verdict(FittedWeights fitted, Weights weights) {
    double noise = fitted.description().expectedLogNoiseSd();
    return WeightDiagnostics.of(
            weights, noise > 0 ? OptionalDouble.of(noise) : OptionalDouble.empty())
        .verdict();
  }
}
