package tare.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tare.accounting.Calibration;
import tare.accounting.PldAccountant;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.accounting.PrivacyEvent.Gaussian;
import tare.accounting.PrivacyEvent.Laplace;
import tare.accounting.PrivacyEvent.PoissonSampled;
import tare.accounting.PrivacyEvent.Repeated;
import tare.accounting.RdpAccountant;

/** What a question to an accountant costs, in milliseconds. dp_accounting takes 1.0 to 1.6 s. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class AccountingBench {

  private final PldAccountant pld = new PldAccountant();
  private final RdpAccountant rdp = new RdpAccountant();
  private final PrivacyEvent steps =
      new Repeated(new PoissonSampled(0.01, new Gaussian(1)), 10_000);
  private int calls;
  private final PrivacyEvent laplaces = new Repeated(new Laplace(10), 100);

  @Benchmark
  public double pldEpsilonOfTenThousandSteps() {
    return pld.epsilon(steps, 1e-5);
  }

  @Benchmark
  public double pldDeltaOfTenThousandSteps() {
    return pld.delta(steps, 1);
  }

  @Benchmark
  public double rdpEpsilonOfTenThousandSteps() {
    return rdp.epsilon(steps, 1e-5);
  }

  @Benchmark
  public double pldEpsilonOfLaplaces() {
    return pld.epsilon(laplaces, 1e-5);
  }

  /** Each time for another delta, since answers are remembered. */
  @Benchmark
  public double calibration() {
    calls++;
    return Calibration.noiseMultiplier(
        sigma -> new Repeated(new PoissonSampled(0.01, new Gaussian(sigma)), 1000),
        new PrivacyBudget(1, 1e-5 * (1 + 1e-9 * calls)));
  }
}
