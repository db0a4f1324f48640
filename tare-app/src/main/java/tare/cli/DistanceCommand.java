package tare.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tare.evaluation.TableDistance;
import tare.random.Seed;
import tare.table.TableTexts;

/** {@code tare distance}: how far two tables are from each other. */
@Command(
    name = "distance",
    mixinStandardHelpOptions = true,
    description = {
      "Measures how far two tables are from each other; no schema is needed.",
      "",
      "Columns are matched by name. Every row of A counts the same; rows of B may have weights."
          + " Different levels of a category are at distance 1, as are the ends of a scaled number.",
      "",
      "The result is exact and carries no noise: when a table is private, so is its distance."
    })
final class DistanceCommand implements Callable<Integer> {

  @Parameters(
      index = "0",
      paramLabel = "A",
      description = "The reference table: CSV (also .gz, .zst) or Parquet.")
  private @Nullable Path a;

  @Parameters(index = "1", paramLabel = "B", description = "The table to compare, of either kind.")
  private @Nullable Path b;

  @Option(
      names = "--metric",
      paramLabel = "METRIC",
      defaultValue = "wasserstein",
      description =
          "wasserstein (exact Wasserstein-1, Euclidean), mmd (Gaussian kernel, median bandwidth of"
              + " A) or tv2 (mean total variation over pairs of columns). Default: ${DEFAULT-VALUE}.")
  private TableDistance.Measure metric = TableDistance.Measure.WASSERSTEIN;

  @Option(
      names = "--weight-column",
      paramLabel = "NAME",
      description = "The column of B that holds its weights; it is not compared.")
  private @Nullable String weightColumn;

  @Option(
      names = "--scale",
      paramLabel = "SCALE",
      defaultValue = "minmax",
      description =
          "minmax (by A's smallest and largest number in each column) or none. Default:"
              + " ${DEFAULT-VALUE}.")
  private TableDistance.Scale scale = TableDistance.Scale.MINMAX;

  @Option(
      names = "--bins",
      paramLabel = "N",
      defaultValue = "20",
      description = "Even bins of A's range for numbers, tv2 only. Default: ${DEFAULT-VALUE}.")
  private int bins = 20;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Most rows of each table; beyond it N are drawn. Default: ${DEFAULT-VALUE}.")
  private int rows = 10_000;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of that draw. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Mixin private final Output output = new Output();
  @Mixin private DataLayout layout = new DataLayout();

  @Override
  public Integer call() throws IOException {
    TableDistance.Result result = measured();
    if (output.json()) {
      output.printJson(json(result));
    } else {
      output
          .out()
          .printf(
              Locale.ROOT,
              "%s %.10g (%d rows against %d, %d columns)%n",
              word(metric),
              result.distance(),
              result.rowsOfA(),
              result.rowsOfB(),
              result.columns().size());
    }
    if (!result.leftOut().isEmpty()) {
      output
          .err()
          .println(
              "Only in one of the tables, so not compared: " + String.join(", ", result.leftOut()));
    }
    return ExitCode.FINE;
  }

  private TableDistance.Result measured() throws IOException {
    try (ProgressLine line = ProgressLine.on(output.err())) {
      line.at("reading both tables");
      TableTexts first = TableTexts.read(given(a), layout.csv());
      TableTexts second = TableTexts.read(given(b), layout.csv());
      line.at("measuring the distance");
      return TableDistance.between(
          first,
          second,
          new TableDistance.Options(
              metric, scale, Optional.ofNullable(weightColumn), bins, rows, new Seed(seed)));
    }
  }

  private Map<String, Object> json(TableDistance.Result result) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("metric", word(metric));
    json.put("distance", result.distance());
    json.put("scale", word(scale));
    json.put("weight_column", weightColumn);
    json.put("rows_a", result.rowsOfA());
    json.put("rows_b", result.rowsOfB());
    json.put("columns", result.columns());
    json.put("left_out", result.leftOut());
    return json;
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static Path given(@Nullable Path path) {
    return Objects.requireNonNull(path);
  }
}
