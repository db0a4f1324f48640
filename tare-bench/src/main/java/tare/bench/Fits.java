package tare.bench;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.Supplier;
import tare.accounting.PrivacyBudget;
import tare.evaluation.Metric;
import tare.gate.Gate;
import tare.gate.PrivateTable;
import tare.generator.GeneratorFitter;
import tare.generator.GeneratorTask;
import tare.ledger.Ledger;
import tare.model.FittedGenerator;
import tare.noise.SecureNoise;
import tare.random.Seed;
import tare.table.Table;

/** Fits as a release makes them, how long they take, and one number of what comes out. */
final class Fits {

  private Fits() {}

  /** A fit through a gate of its own. */
  static FittedGenerator fit(
      Table rows, GeneratorFitter fitter, double epsilon, double delta, Seed seed) {
    PrivacyBudget budget = new PrivacyBudget(epsilon, delta);
    Gate gate =
        new Gate(PrivateTable.of(rows), Ledger.inMemory(budget), "figures", new SecureNoise());
    return gate.run(
        fitter.mechanism(new GeneratorTask(rows.schema(), rows.rowCount(), budget, seed)));
  }

  /** A metric without weights. */
  static double score(Metric metric, Table real, Table synthetic) {
    return metric
        .pair(real, synthetic)
        .weigh(ones(synthetic.rowCount()))
        .applyAsDouble(ones(real.rowCount()));
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** Wall and processor time of one piece of work; that of compiler threads counts. */
  record Timed<R>(R result, double wall, double cpu) {

    static <R> Timed<R> of(Supplier<R> work) {
      Duration before = cpuTime();
      long start = System.nanoTime();
      R result = work.get();
      double wall = (System.nanoTime() - start) / 1e9;
      return new Timed<>(result, wall, cpuTime().minus(before).toNanos() / 1e9);
    }

    private static Duration cpuTime() {
      return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }
  }
}
