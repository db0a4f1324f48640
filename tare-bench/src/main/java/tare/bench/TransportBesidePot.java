package tare.bench;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.random.RandomGenerator;
import tare.kernel.transport.Distances;
import tare.kernel.transport.OptimalTransport;
import tare.random.Seed;

/**
 * Exact transport beside POT's, on the same problems in the same run, cost matrix not included.
 *
 * <p>Usage: {@code TransportBesidePot [n] [d] [rounds]}; needs a {@code python3} with POT ({@code
 * python3-pot} in Debian; set {@code PYTHON} to name another interpreter).
 */
public final class TransportBesidePot {

  private static final String SCRIPT =
      """
      import sys, time, numpy as np, ot
      n, m, rounds = map(int, sys.argv[2:5])
      data = np.fromfile(sys.argv[1], dtype='>f8')
      cost, b = data[:n * m].reshape(n, m).copy(), data[n * m:]
      cost, b = cost.astype(float), b.astype(float) / b.sum()
      a = np.ones(n) / n
      for _ in range(rounds):
          start = time.perf_counter()
          value = ot.emd2(a, b, cost, numItermax=100000000)
          print(repr(float(value)), time.perf_counter() - start)
      """;

  private TransportBesidePot() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 2_000;
    int d = args.length > 1 ? Integer.parseInt(args[1]) : 30;
    int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 5;
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    for (boolean weighted : new boolean[] {false, true}) {
      compare(n, d, rounds, weighted, out);
    }
  }

  private static void compare(int n, int d, int rounds, boolean weighted, PrintStream out)
      throws IOException, InterruptedException {
    RandomGenerator chance = new Seed(1).stream("transport bench");
    double[][] a = new double[n][];
    double[][] b = new double[n][];
    Arrays.setAll(a, i -> chance.doubles(d).toArray());
    Arrays.setAll(b, i -> chance.doubles(d).map(u -> Math.pow(u, 1.3)).toArray());
    double[] uniform = new double[n];
    Arrays.fill(uniform, 1);
    double[] mass = uniform.clone();
    for (int j = 0; weighted && j < n; j++) {
      mass[j] = 1 + ((j + 1) % 7) / 7.0;
    }
    double[] cost = Distances.euclidean(a, b);
    double[] ours = new double[rounds];
    double value = 0;
    for (int r = 0; r < rounds; r++) {
      long start = System.nanoTime();
      value = OptimalTransport.solve(cost, uniform, mass).cost();
      ours[r] = (System.nanoTime() - start) / 1e9;
    }
    double[][] theirs = pot(cost, mass, n, rounds);
    out.printf(
        Locale.ROOT,
        "%d x %d, d = %d, %s masses: Tare %.3f s (first %.3f s), POT %.3f s, ratio %.2f; values differ by %.1e%n",
        n,
        n,
        d,
        weighted ? "unequal" : "equal",
        Turns.median(ours),
        ours[0],
        Turns.median(theirs[1]),
        Turns.median(ours) / Turns.median(theirs[1]),
        Math.abs(value - theirs[0][0]));
  }

  private static double[][] pot(double[] cost, double[] mass, int n, int rounds)
      throws IOException, InterruptedException {
    Path problem = Files.createTempFile("transport", ".bin");
    try {
      try (var stream =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(problem)))) {
        for (double c : cost) {
          stream.writeDouble(c);
        }
        for (double w : mass) {
          stream.writeDouble(w);
        }
      }
      String python = System.getenv().getOrDefault("PYTHON", "/usr/bin/python3");
      Process process =
          new ProcessBuilder(
                  python, "-c", SCRIPT, problem.toString(), "" + n, "" + mass.length, "" + rounds)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String text =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.waitFor() != 0) {
        throw new IOException("POT could not be run with " + python + ". Install python3-pot.");
      }
      String[] lines = text.split("\n", -1);
      double[][] answer = new double[2][lines.length];
      for (int r = 0; r < lines.length; r++) {
        answer[0][r] = Double.parseDouble(lines[r].split(" ", -1)[0]);
        answer[1][r] = Double.parseDouble(lines[r].split(" ", -1)[1]);
      }
      return answer;
    } finally {
      Files.delete(problem);
    }
  }
}
