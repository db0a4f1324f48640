package tare.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.IntStream;
import tare.inference.ReplicateInference;
import tare.inference.Replicates;
import tare.inference.WeightedStatistic;
import tare.release.Bundle;
import tare.release.ReleaseFolder;
import tare.release.WeightStatement;
import tare.schema.BadInputException;
import tare.schema.DidYouMean;
import tare.table.CsvOptions;
import tare.table.LooseCells;
import tare.table.TableTexts;
import tare.table.Weights;

/**
 * Public rows with their weights, where an analysis begins: a release folder, or any file of rows.
 *
 * @param frame the rows, weight columns left out
 * @param weights one per row; all equal when there are none
 * @param weighted whether there are any
 * @param noise the public law of the privacy noise in them
 * @param replicates replicate weights of the same rows; empty when there are none
 * @param realRows how many private rows there were; empty where nobody says
 * @param shortfall by how much intervals without replicates are too short; empty where there are
 *     replicates, and for rows of which nothing is known
 */
public record WeightedRows(
    Frame frame,
    Weights weights,
    boolean weighted,
    WeightNoise noise,
    Optional<Replicates> replicates,
    OptionalLong realRows,
    Optional<Shortfall> shortfall) {

  private static final String WEIGHT = "weight";
  private static final String LOG_WEIGHT = "log_weight";

  /** The rows of a release. */
  public static WeightedRows of(Bundle bundle) {
    Optional<Weights> weights = bundle.weights().map(WeightStatement::weights);
    return new WeightedRows(
        Frame.of(bundle.synthetic()),
        weights.orElse(Weights.uniform(bundle.synthetic().rowCount())),
        weights.isPresent(),
        bundle
            .weights()
            .map(statement -> WeightNoise.of(statement, bundle.synthetic()))
            .orElse(new WeightNoise.None("(there are no weights)")),
        bundle.replicates(),
        OptionalLong.of(bundle.privacy().rowCount().used()),
        bundle.replicates().isPresent() ? Optional.empty() : Optional.of(Shortfall.of(bundle)));
  }

  /**
   * Estimates of a statistic with everything that the replicates cover; empty where there are none.
   *
   * @param level of the intervals
   */
  public Optional<ReplicateInference> infer(WeightedStatistic statistic, double level) {
    return replicates.map(
        own -> ReplicateInference.of(statistic, weights.meanOne(), own, realRows, level));
  }

  /** Reads a release folder, or a file of rows without weights of its own. */
  public static WeightedRows read(Path place) throws IOException {
    return read(place, Optional.empty());
  }

  /**
   * Reads a release folder, or a file of rows whose types are inferred: a column is numeric when
   * every cell is, else its different texts are its levels in alphabetical order. A file that has
   * both a column "weight" and a column "log_weight" is taken for the rows of a release.
   *
   * @param weightColumn the column of a file that holds weights, zero or more
   */
  public static WeightedRows read(Path place, Optional<String> weightColumn) throws IOException {
    if (Files.isDirectory(place)) {
      if (weightColumn.isPresent() && !weightColumn.get().equals(WEIGHT)) {
        throw new IllegalArgumentException(
            "A release folder has its own weights. Leave out the weight column, or name its"
                + " synthetic.csv instead.");
      }
      return of(ReleaseFolder.read(place));
    }
    TableTexts texts = TableTexts.read(place, CsvOptions.DEFAULTS);
    boolean fromRelease = texts.header().containsAll(List.of(WEIGHT, LOG_WEIGHT));
    Optional<String> column =
        weightColumn.or(() -> fromRelease ? Optional.of(WEIGHT) : Optional.empty());
    Weights weights =
        column.isPresent()
            ? weights(texts, column.get(), false, source(place))
            : Weights.uniform(texts.rowCount());
    List<Variable> variables = new ArrayList<>();
    for (int c = 0; c < texts.header().size(); c++) {
      String name = texts.header().get(c);
      boolean bookkeeping = fromRelease && (name.equals(WEIGHT) || name.equals(LOG_WEIGHT));
      if (!bookkeeping && !column.equals(Optional.of(name))) {
        variables.add(variable(name, texts.column(c)));
      }
    }
    return new WeightedRows(
        new Frame(variables),
        weights,
        column.isPresent(),
        new WeightNoise.None("but not the noise in the weights, of which the file says nothing"),
        Optional.empty(),
        OptionalLong.empty(),
        Optional.empty());
  }

  /**
   * Reads one column of weights.
   *
   * @param log whether the column holds logarithms of weights
   */
  public static Weights readWeights(Path file, String column, boolean log) throws IOException {
    return weights(TableTexts.read(file, CsvOptions.DEFAULTS), column, log, source(file));
  }

  private static String source(Path file) {
    return String.valueOf(file.getFileName());
  }

  private static Weights weights(TableTexts texts, String name, boolean log, String source) {
    int column = texts.header().indexOf(name);
    if (column < 0) {
      throw new IllegalArgumentException(
          "No column named \"" + name + "\"." + DidYouMean.hint(name, texts.header()));
    }
    String[] cells = texts.column(column);
    double[] logWeights = new double[cells.length];
    for (int row = 0; row < cells.length; row++) {
      double value = LooseCells.number(cells[row]);
      boolean usable =
          log ? value < Double.POSITIVE_INFINITY : value >= 0 && value < Double.POSITIVE_INFINITY;
      if (!usable) {
        throw new BadInputException(
            source,
            "A weight must be a number"
                + (log ? "" : ", zero or more")
                + ". Row "
                + (row + 1)
                + " of column \""
                + name
                + "\" is not.");
      }
      logWeights[row] = log ? value : Math.log(value);
    }
    if (Arrays.stream(logWeights).allMatch(w -> w == Double.NEGATIVE_INFINITY)) {
      throw new BadInputException(source, "At least one weight must be above zero.");
    }
    return new Weights(logWeights);
  }

  private static Variable variable(String name, String[] cells) {
    double[] numbers = new double[cells.length];
    boolean numeric = true;
    for (int row = 0; row < cells.length && numeric; row++) {
      boolean missing = LooseCells.isMissing(cells[row]);
      numbers[row] = missing ? Double.NaN : LooseCells.number(cells[row]);
      numeric = missing || !Double.isNaN(numbers[row]);
    }
    if (numeric) {
      return new Variable.Numeric(name, numbers);
    }
    TreeSet<String> different = new TreeSet<>(Arrays.asList(cells));
    different.removeIf(LooseCells::isMissing);
    List<String> levels = List.copyOf(different);
    int[] codes =
        IntStream.range(0, cells.length)
            .map(row -> Math.max(-1, Collections.binarySearch(levels, cells[row])))
            .toArray();
    return new Variable.Factor(name, levels, codes);
  }
}
