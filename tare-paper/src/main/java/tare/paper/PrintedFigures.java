package tare.paper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What the tables of [1] print, cell by cell.
 *
 * <p>Where main text and supplement print different things for one cell the supplement is taken:
 * the main text has the columns of DPGAN and DPCGAN exchanged for Breast and Banknote, and seven
 * values on Banknote are lower there by exactly 20 (docs/notes/beside-the-paper.md).
 */
final class PrintedFigures {

  /** The supplement's tables of the four UCI data sets, and MNIST's. */
  private static final List<String> MAIN_TABLES =
      List.of("tab:uci0", "all_tables:banknote", "all_tables:boston", "tab:uci-1", "tab:mnist");

  /** PATE-GAN and DPGAN on Breast, Spam and Credit: another delta and other code, no errors. */
  private static final List<String> PATE_TABLES =
      List.of("table:realworld_old", "table:realworld_psis");

  private static final Map<String, String> DATA =
      Map.of("spam", "spambase", "credit", "german_credit");

  private static final Map<String, String> GENERATORS = Map.of("pategan", "pate-gan");

  private static final Map<String, String> METHODS =
      Map.ofEntries(
          Map.entry("None", "none"),
          Map.entry("BetaNoised", "beta-noised"),
          Map.entry("BetaDebiased", "beta-debiased"),
          Map.entry("OutputNorm", "output-norm"),
          Map.entry("OutputLaplace", "output-laplace"),
          Map.entry("DP-MLP", "dp-mlp"),
          Map.entry("Discriminator", "discriminator"),
          Map.entry("PSIS", "discriminator+psis"),
          Map.entry("calibrated", "discriminator+calibrate"),
          Map.entry("LogReg", "logreg"),
          Map.entry("MLP", "mlp"));

  private static final Map<String, String> METRICS =
      Map.of(
          "WST", "wasserstein",
          "MMD", "mmd",
          "beta MSE", "beta_mse",
          "MLP AUC", "mlp",
          "MLP MSE", "mlp",
          "SVM AUC", "svm",
          "RF AUC", "forest");

  /** A cell by our names. */
  private record Place(
      String data, double epsilon, String generator, String method, String metric) {}

  /**
   * One printed cell.
   *
   * @param standardError NaN where none is printed
   */
  record Printed(double value, double standardError) {

    String text() {
      return Double.isNaN(standardError)
          ? Summary.spelt(value)
          : Summary.spelt(value) + " ± " + Summary.spelt(standardError);
    }
  }

  private static final PrintedFigures MAIN = read(MAIN_TABLES);
  private static final PrintedFigures PATE = read(PATE_TABLES);

  private final Map<Place, Printed> cells = new HashMap<>();

  private PrintedFigures() {}

  /** The figures that answer a grid of ours; the same cell can stand in tables of two set-ups. */
  static PrintedFigures answering(String grid) {
    return grid.equals("pate") ? PATE : MAIN;
  }

  /** What [1] prints for a cell of ours, if it has that cell. */
  Optional<Printed> at(
      String data, double epsilon, String generator, String method, String metric) {
    return Optional.ofNullable(cells.get(new Place(data, epsilon, generator, method, metric)));
  }

  /** How many cells of ours have one of theirs. */
  int size() {
    return cells.size();
  }

  private static PrintedFigures read(List<String> tables) {
    PrintedFigures figures = new PrintedFigures();
    try (InputStream in = PrintedFigures.class.getResourceAsStream("printed/tables.csv");
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(Objects.requireNonNull(in), StandardCharsets.UTF_8))) {
      lines
          .lines()
          .skip(1)
          .map(line -> line.split(",", -1))
          .filter(line -> tables.contains(line[0]))
          .forEach(figures::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return figures;
  }

  /** table,data,generator,epsilon,metric,weights,value,se,bold; what has no place here is left. */
  private void add(String[] line) {
    String metric = METRICS.get(line[4]);
    String method = METHODS.get(line[5]);
    if (metric == null || method == null) {
      return;
    }
    Place place =
        new Place(
            DATA.getOrDefault(line[1], line[1]),
            Double.parseDouble(line[3]),
            GENERATORS.getOrDefault(line[2], line[2]),
            method,
            metric);
    double error = line[7].isEmpty() ? Double.NaN : Double.parseDouble(line[7]);
    cells.putIfAbsent(place, new Printed(Double.parseDouble(line[6]), error));
  }
}
