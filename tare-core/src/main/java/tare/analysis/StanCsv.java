package tare.analysis;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tare.kernel.mcmc.MarkovChain;

/**
 * Writes draws in the CSV form of CmdStan, one file per chain, so that ArviZ, posterior, cmdstanr
 * and stansummary read them.
 */
public final class StanCsv {

  private StanCsv() {}

  /**
   * Writes {@code <model>-1.csv}, {@code <model>-2.csv} and so on into a folder, which is made if
   * needed. Parameter names become Stan's: letters, digits and underscores.
   *
   * @return the files, in the order of the chains
   */
  public static List<Path> write(Posterior posterior, String model, long seed, Path folder)
      throws IOException {
    Files.createDirectories(folder);
    List<Path> files = new ArrayList<>();
    for (int c = 0; c < posterior.chains().size(); c++) {
      Path file = folder.resolve(model + "-" + (c + 1) + ".csv");
      try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
        writeChain(out, posterior, model, seed, c);
      }
      files.add(file);
    }
    return files;
  }

  private static void writeChain(
      BufferedWriter out, Posterior posterior, String model, long seed, int index)
      throws IOException {
    Sampler sampler = posterior.sampler();
    MarkovChain chain = posterior.chains().get(index);
    boolean nuts = sampler instanceof Sampler.Nuts;
    header(out, posterior, model, seed, index);
    List<String> columns = new ArrayList<>(List.of("lp__", "accept_stat__", "stepsize__"));
    columns.addAll(
        nuts ? List.of("treedepth__", "n_leapfrog__", "divergent__") : List.of("int_time__"));
    columns.add("energy__");
    columns.addAll(stanNames(posterior.names()));
    line(out, String.join(",", columns));
    line(out, "# Adaptation terminated");
    line(out, "# Step size = " + chain.stepSize());
    line(out, "# Diagonal elements of inverse mass matrix:");
    line(out, "# " + joined(chain.inverseMetric(), ", "));
    for (int i = 0; i < chain.draws().length; i++) {
      StringBuilder row = new StringBuilder();
      row.append(chain.logDensity()[i]).append(',').append(chain.acceptance()[i]);
      row.append(',').append(chain.stepSize()).append(',');
      if (nuts) {
        row.append(chain.treeDepth()[i]).append(',').append(chain.leapfrogs()[i]);
        row.append(',').append(chain.divergent()[i] ? 1 : 0);
      } else {
        row.append(chain.stepSize() * chain.leapfrogs()[i]);
      }
      row.append(',').append(chain.energy()[i]).append(',').append(joined(chain.draws()[i], ","));
      line(out, row.toString());
    }
  }

  private static void header(
      BufferedWriter out, Posterior posterior, String model, long seed, int index)
      throws IOException {
    Sampler sampler = posterior.sampler();
    line(out, "# stan_version_major = 2");
    line(out, "# stan_version_minor = 21");
    line(out, "# stan_version_patch = 0");
    line(out, "# model = " + model + "_model");
    line(out, "# method = sample (Default)");
    line(out, "#   sample");
    line(out, "#     num_samples = " + sampler.draws());
    line(out, "#     num_warmup = " + sampler.warmup());
    line(out, "#     save_warmup = 0 (Default)");
    line(out, "#     thin = 1 (Default)");
    line(out, "#     adapt");
    line(out, "#       engaged = " + (sampler instanceof Sampler.Nuts ? "1 (Default)" : "0"));
    if (sampler instanceof Sampler.Nuts nuts) {
      line(out, "#       delta = " + nuts.targetAcceptance());
    }
    line(out, "#     algorithm = hmc (Default)");
    line(out, "#       hmc");
    if (sampler instanceof Sampler.Nuts nuts) {
      line(out, "#         engine = nuts (Default)");
      line(out, "#           nuts");
      line(out, "#             max_depth = " + nuts.maxDepth());
    } else if (sampler instanceof Sampler.StaticHmc hmc) {
      line(out, "#         engine = static");
      line(out, "#           static");
      line(out, "#             int_time = " + hmc.stepSize() * hmc.leapfrogs());
    }
    line(out, "#         metric = diag_e (Default)");
    line(out, "#         metric_file =  (Default)");
    line(out, "#         stepsize = 1 (Default)");
    line(out, "#         stepsize_jitter = 0 (Default)");
    line(out, "# id = " + (index + 1));
    line(out, "# random");
    line(out, "#   seed = " + seed);
  }

  /** Names as Stan allows them; what would clash gets a number. */
  static List<String> stanNames(List<String> names) {
    List<String> result = new ArrayList<>();
    for (String name : names) {
      String plain =
          name.equals(Design.INTERCEPT)
              ? "Intercept"
              : name.replace(Design.INTERCEPT, "Intercept").replaceAll("[^A-Za-z0-9_]", "_");
      String base = Character.isLetter(plain.charAt(0)) ? plain : "b_" + plain;
      String unique = base.endsWith("__") ? base + "x" : base;
      for (int i = 2; result.contains(unique); i++) {
        unique = base + "_" + i;
      }
      result.add(unique);
    }
    return result;
  }

  private static String joined(double[] values, String separator) {
    StringBuilder joined = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      joined.append(i == 0 ? "" : separator).append(values[i]);
    }
    return joined.toString();
  }

  private static void line(BufferedWriter out, String text) throws IOException {
    out.write(text);
    out.write('\n');
  }
}
