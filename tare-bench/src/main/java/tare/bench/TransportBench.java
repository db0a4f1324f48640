package tare.bench;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tare.kernel.transport.Distances;
import tare.kernel.transport.OptimalTransport;
import tare.random.Seed;

/** The transport simplex alone, and with its cost matrix. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(1)
public class TransportBench {

  @Param({"500", "1000", "2000"})
  int n;

  private double[][] a = new double[0][];
  private double[][] b = new double[0][];
  private double[] mass = new double[0];
  private double[] cost = new double[0];

  @Setup
  public void setUp() {
    RandomGenerator chance = new Seed(1).stream("transport bench");
    a = new double[n][];
    b = new double[n][];
    Arrays.setAll(a, i -> chance.doubles(30).toArray());
    Arrays.setAll(b, i -> chance.doubles(30).map(u -> Math.pow(u, 1.3)).toArray());
    mass = chance.doubles(n, 1, 2).toArray();
    cost = Distances.euclidean(a, b);
  }

  @Benchmark
  public double simplex() {
    return OptimalTransport.solve(cost, mass, mass).cost();
  }

  @Benchmark
  public double simplexAndCosts() {
    return OptimalTransport.wasserstein1(a, mass, b, mass);
  }
}
