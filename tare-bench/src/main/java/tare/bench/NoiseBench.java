package tare.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tare.noise.DiscreteGaussian;
import tare.noise.DiscreteLaplace;
import tare.noise.SecureNoise;

/** What a draw of noise costs, in nanoseconds. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class NoiseBench {

  private static final int DRAWS = 65_536;

  private final SecureNoise noise = new SecureNoise();
  private final float[] floats = new float[DRAWS];
  private final double[] doubles = new double[DRAWS];
  private final DiscreteLaplace laplace = DiscreteLaplace.of(10);
  private final DiscreteLaplace fineLaplace = DiscreteLaplace.of(1e7 / 3);
  private final DiscreteGaussian gaussian = DiscreteGaussian.of(4);
  private final DiscreteGaussian fineGaussian = DiscreteGaussian.of(65_536);
  private final DiscreteGaussian oddGaussian = DiscreteGaussian.of(1e7 / 3);

  @Benchmark
  @OperationsPerInvocation(DRAWS)
  public float[] bulkFloat() {
    noise.fillGaussian(1f, floats, 0, DRAWS);
    return floats;
  }

  @Benchmark
  @OperationsPerInvocation(DRAWS)
  public double[] bulkDouble() {
    noise.fillGaussian(1.0, doubles, 0, DRAWS);
    return doubles;
  }

  @Benchmark
  public long bits() {
    return noise.nextLong();
  }

  @Benchmark
  public long laplaceTen() {
    return laplace.sample(noise);
  }

  @Benchmark
  public long laplaceFineGrid() {
    return fineLaplace.sample(noise);
  }

  @Benchmark
  public long gaussianFour() {
    return gaussian.sample(noise);
  }

  @Benchmark
  public long gaussian65536() {
    return fineGaussian.sample(noise);
  }

  @Benchmark
  public long gaussianFineGrid() {
    return oddGaussian.sample(noise);
  }
}
