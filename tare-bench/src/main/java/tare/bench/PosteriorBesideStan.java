package tare.bench;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tare.analysis.BayesModel;
import tare.analysis.Formula;
import tare.analysis.Frame;
import tare.analysis.ModelData;
import tare.analysis.Posterior;
import tare.analysis.Sampler;
import tare.analysis.Variable;
import tare.analysis.WeightedRows;
import tare.random.Seed;

/**
 * Effective draws per second of wall time beside rstan's, on the same models and data: 4 chains of
 * 1,000 warm-up and 2,500 kept draws, warm-up included in the time, smallest bulk ESS.
 *
 * <p>Usage: {@code PosteriorBesideStan [resources]}, from the project's folder; the resources are
 * those of tare-core's tests, with the data and rstan's figures (two cores, {@code
 * stan_times.csv}). Run it on an idle machine of the same kind: the figures of rstan are.
 */
public final class PosteriorBesideStan {

  private static final int ROUNDS = 3;

  private PosteriorBesideStan() {}

  public static void main(String[] args) throws IOException {
    Path resources = Path.of(args.length > 0 ? args[0] : "tare-core/src/test/resources");
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    out.println("model, whitened, effective draws per second, rstan's, ratio");
    for (String job : List.of("banknote", "banknote_w", "iris", "boston10")) {
      double peer = rstan(resources, job);
      for (boolean whitened : new boolean[] {false, true}) {
        double own = best(model(resources, job), whitened);
        out.printf(Locale.ROOT, "%s, %s, %.0f, %.0f, %.1f%n", job, whitened, own, peer, own / peer);
      }
    }
  }

  /** The best of a few rounds: the first ones wait for the compiler. */
  private static double best(BayesModel model, boolean whitened) {
    double best = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      Posterior posterior =
          Posterior.sample(model, Sampler.Nuts.DEFAULTS.withWhitened(whitened), new Seed(round));
      double seconds = (System.nanoTime() - start) / 1e9;
      double ess =
          posterior.summaries().stream()
              .mapToDouble(Posterior.Summary::essBulk)
              .min()
              .orElse(Double.NaN);
      best = Math.max(best, ess / seconds);
    }
    return best;
  }

  private static BayesModel model(Path resources, String job) throws IOException {
    String data = job.replace("_w", "");
    String target = data.equals("banknote") ? "class" : data.equals("iris") ? "species" : "medv";
    Frame raw = rows(resources.resolve("data").resolve(data + ".csv"));
    List<Variable> variables = new ArrayList<>();
    variables.addAll(raw.without(Set.of(target)).standardized().variables());
    variables.add(
        data.equals("boston10") ? raw.standardized().variable(target) : raw.variable(target));
    Frame frame = new Frame(variables);
    double[] weights = new double[frame.rowCount()];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = job.endsWith("_w") ? 0.5 + 37 * (i + 1) % 101 / 101.0 : 1;
    }
    ModelData prepared = ModelData.of(Formula.allOthers(target, frame.names()), frame, weights);
    return switch (data) {
      case "banknote" -> BayesModel.logistic(prepared);
      case "iris" -> BayesModel.multinomial(prepared);
      default -> BayesModel.linear(prepared);
    };
  }

  /** A data file without its source line. */
  private static Frame rows(Path file) throws IOException {
    Path plain = Files.createTempFile("tare-bench", ".csv");
    try {
      Files.write(
          plain, Files.readAllLines(file).stream().filter(line -> !line.startsWith("#")).toList());
      return WeightedRows.read(plain, Optional.empty()).frame();
    } finally {
      Files.delete(plain);
    }
  }

  /** rstan's smallest ESS per second of wall time, on two cores. */
  private static double rstan(Path resources, String job) throws IOException {
    List<String> lines =
        Files.readAllLines(resources.resolve("reference/stan_times.csv")).stream()
            .filter(line -> !line.startsWith("#"))
            .toList();
    List<String> header = List.of(lines.get(0).split(",", -1));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      if (cells[header.indexOf("job")].equals(job) && cells[header.indexOf("cores")].equals("2")) {
        return Double.parseDouble(cells[header.indexOf("min_ess_per_wall_s")]);
      }
    }
    throw new IOException("No figure of rstan's for " + job);
  }
}
