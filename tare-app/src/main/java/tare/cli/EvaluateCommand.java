package tare.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
import tare.curator.KnownRows;
import tare.evaluation.Comparison;
import tare.evaluation.CuratorOnly;
import tare.evaluation.Evaluation;
import tare.evaluation.EvaluationOptions;
import tare.evaluation.HeldOut;
import tare.evaluation.MeasuredValue;
import tare.ledger.LedgerPlace;
import tare.random.Seed;
import tare.release.Bundle;
import tare.release.ReleaseFolder;
import tare.release.WeightStatement;
import tare.report.EvaluationPage;
import tare.table.BoundedRows;
import tare.table.CsvOptions;
import tare.table.Table;
import tare.table.TableFile;
import tare.table.UnitFile;
import tare.table.Weights;

/** {@code tare evaluate}: a release against real rows that were held out from it. */
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    description = {
      "Measures a release against real rows that had no part in making it.",
      "",
      "The results are exact and for the curator only: do not publish them, and do not tune a release"
          + " of the same data by them. Exit code 1 says that the weights do harm.",
      "",
      "With --charged the numbers carry noise, are paid for in the ledger of the rows, and may be"
          + " published: then --against names the private rows themselves."
    },
    footer = {
      "",
      "Example:",
      "  tare evaluate release/ --against held-out.csv --target readmitted",
      "  tare evaluate release/ --against patients.csv --charged 0.1"
    })
final class EvaluateCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "RELEASE", description = "The folder of the release.")
  private @Nullable Path folder;

  @Option(
      names = "--against",
      required = true,
      paramLabel = "FILE",
      description = "Held-out real rows with the columns of the release, CSV or Parquet.")
  private @Nullable Path against;

  @Option(
      names = "--target",
      paramLabel = "COLUMN",
      description = "The column that models are trained to predict; without it only distances.")
  private @Nullable String target;

  @Option(
      names = "--bootstraps",
      paramLabel = "N",
      defaultValue = "30",
      description = "Draws for the standard errors. Default: ${DEFAULT-VALUE}.")
  private int bootstraps = 30;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Most rows of each table that take part. Default: ${DEFAULT-VALUE}.")
  private int rows = 2_000;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of all draws. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--page",
      paramLabel = "FILE",
      description = "Writes a page with tables and plots there; keep it out of the release.")
  private @Nullable Path page;

  @Option(
      names = "--charged",
      paramLabel = "EPSILON",
      description =
          "Buy numbers that may be published instead: the mean two-way distance and, with a target"
              + " of two levels or of numbers, how well a model trained on the release predicts.")
  private @Nullable Double charged;

  @Mixin private final Output output = new Output();
  @Mixin private final LedgerOptions ledgers = new LedgerOptions();
  @Mixin private final DataLayout layout = new DataLayout();

  @Override
  public Integer call() throws IOException {
    Path release = Objects.requireNonNull(folder);
    if (page != null
        && page.toAbsolutePath().normalize().startsWith(release.toAbsolutePath().normalize())) {
      throw new IllegalArgumentException(
          "The page shows exact numbers of real rows, so it must not lie in the release. Got: "
              + page);
    }
    Bundle bundle = ReleaseFolder.read(release);
    Path file = Objects.requireNonNull(against);
    CsvOptions form = layout.csv().withIgnoreUnknownColumns(true);
    Weights weights =
        bundle
            .weights()
            .map(WeightStatement::weights)
            .orElseGet(() -> Weights.uniform(bundle.synthetic().rowCount()));
    if (charged != null) {
      BoundedRows used = UnitFile.read(file, bundle.synthetic().schema(), form);
      return new ChargedEvaluation(output, bundle, weights, Optional.ofNullable(target))
          .run(used, budget -> ledgers.open(used.table(), file, budget).ledger(), charged);
    }
    Table rows = TableFile.read(file, bundle.synthetic().schema(), form);
    List<String> warnings = warnings(file, rows, bundle);
    warnings.forEach(warning -> output.err().println("Warning: " + warning));
    CuratorOnly<Evaluation> evaluation;
    try (ProgressLine line = ProgressLine.on(output.err())) {
      evaluation =
          Evaluation.of(
              HeldOut.of(rows), bundle.synthetic(), weights, options(), metric -> line.at(metric));
    }
    if (page != null) {
      Files.writeString(page, EvaluationPage.of(bundle.privacy().dataset(), evaluation));
    }
    print(evaluation, warnings);
    return evaluation.value().verdict() == Evaluation.Outcome.WEIGHTS_HURT
        ? ExitCode.CHECK_FAILED
        : ExitCode.FINE;
  }

  /** What makes one think that these rows had a part in the release. */
  private static List<String> warnings(Path file, Table rows, Bundle bundle) throws IOException {
    List<String> signs = new ArrayList<>();
    Optional<KnownRows> known = KnownRows.ofThisMachine();
    if (known.isPresent() && known.get().know(rows)) {
      signs.add("the very same rows were charged to a ledger");
    }
    if (Files.exists(LedgerPlace.beside(file))) {
      signs.add("there is a ledger beside " + file);
    }
    if (bundle.privacy().rowCount().used() == rows.rowCount()) {
      signs.add("there are as many rows as the release was made from");
    }
    return signs.isEmpty()
        ? List.of()
        : List.of(
            "These look like the rows that the release was made from ("
                + String.join(", and ", signs)
                + "), which flatters it. Keep some rows back before a release, and judge by those.");
  }

  private EvaluationOptions options() {
    EvaluationOptions options =
        EvaluationOptions.DEFAULTS
            .withBootstraps(bootstraps)
            .withMostRows(rows)
            .withSeed(new Seed(seed));
    return target == null ? options : options.withTarget(target);
  }

  private void print(CuratorOnly<Evaluation> evaluation, List<String> warnings) {
    if (output.json()) {
      Map<String, Object> json = json(evaluation.value());
      json.put("warnings", warnings);
      output.printJson(json);
      return;
    }
    output.out().println(CuratorOnly.NOTICE);
    output.out().println();
    boolean weighted = evaluation.value().verdict() != Evaluation.Outcome.NO_WEIGHTS;
    String heads = weighted ? "%20s %20s %21s %12s%n" : "%20s %12s%n";
    output
        .out()
        .printf(
            Locale.ROOT,
            "%-22s %-7s " + heads,
            weighted
                ? new Object[] {"metric", "better", "weighted", "unweighted", "gain", "real halves"}
                : new Object[] {"metric", "better", "rows", "real halves"});
    for (Comparison one : evaluation.value().comparisons()) {
      output
          .out()
          .printf(
              Locale.ROOT,
              "%-22s %-7s %s %12.4g%n",
              one.metric(),
              one.higherIsBetter() ? "higher" : "lower",
              weighted ? sides(one) : String.format(Locale.ROOT, "%20s", text(one.unweighted())),
              one.realHalves());
    }
    output.out().println("± is one standard error. " + evaluation.value().halvesWords());
    output.out().println();
    new FurthestOff(output.out()).print(evaluation.value());
    output.out().println(evaluation.value().reason());
  }

  private static String sides(Comparison one) {
    return String.format(
        Locale.ROOT,
        "%20s %20s %20s%s",
        text(one.weighted()),
        text(one.unweighted()),
        text(one.gain()),
        one.better() ? "+" : one.worse() ? "-" : " ");
  }

  private static String text(MeasuredValue estimate) {
    return String.format(Locale.ROOT, "%.4g ± %.2g", estimate.value(), estimate.standardError());
  }

  private static Map<String, Object> json(Evaluation evaluation) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("audience", "curator only");
    json.put("notice", CuratorOnly.NOTICE);
    json.put("real_rows", evaluation.realRows());
    json.put("synthetic_rows", evaluation.syntheticRows());
    List<Map<String, Object>> metrics = new ArrayList<>();
    for (Comparison one : evaluation.comparisons()) {
      Map<String, Object> metric = new LinkedHashMap<>();
      metric.put("metric", one.metric());
      metric.put("higher_is_better", one.higherIsBetter());
      put(metric, "weighted", one.weighted());
      put(metric, "unweighted", one.unweighted());
      put(metric, "gain", one.gain());
      metric.put("real_halves", finite(one.realHalves()));
      metrics.add(metric);
    }
    json.put("metrics", metrics);
    json.put("columns", evaluation.fits().stream().map(FurthestOff::json).toList());
    json.put(
        "pairs",
        evaluation.pairs().stream().limit(FurthestOff.SHOWN).map(FurthestOff::json).toList());
    json.put("verdict", evaluation.verdict().words());
    json.put("reason", evaluation.reason());
    return json;
  }

  private static void put(Map<String, Object> metric, String name, MeasuredValue estimate) {
    metric.put(name, finite(estimate.value()));
    metric.put(name + "_se", finite(estimate.standardError()));
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
