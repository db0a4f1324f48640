package tare.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tare.paper.PrintedFigures.Printed;
import tare.schema.ColumnType;
import tare.table.Table;

/** Our cells beside those that [1] prints for the same thing, and who is ahead. */
final class BesidePaper {

  /** What is compared of a data set: None and every private method. */
  private static final List<String> PRIVATE =
      List.of("none", "beta-noised", "beta-debiased", "dp-mlp", "discriminator", "moments", "auto");

  /** Levels of W1 and MMD have another meaning in [1], so nobody can be ahead in them. */
  private static final List<String> NOT_COMPARABLE = List.of("wasserstein", "mmd");

  private final PaperGrid grid;
  private final Scores scores;
  private final PrintedFigures printed;

  BesidePaper(PaperGrid grid, Scores scores) {
    this.grid = grid;
    this.scores = scores;
    this.printed = PrintedFigures.answering(grid.name());
  }

  /** Who is ahead, judged by one joint standard error. */
  enum Standing {
    AHEAD,
    LEVEL,
    BEHIND;

    /**
     * @param sign 1 where more is better, -1 where less is
     */
    static Standing of(double sign, Summary ours, Printed theirs) {
      double error = Math.hypot(finite(ours.standardError()), finite(theirs.standardError()));
      double lead = sign * (ours.mean() - theirs.value());
      return lead > error ? AHEAD : lead < -error ? BEHIND : LEVEL;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    private static double finite(double error) {
      return Double.isNaN(error) ? 0 : error;
    }
  }

  /** One cell that both have. */
  private record Pair(Scores.Cell cell, Summary ours, Printed theirs) {

    Standing standing() {
      return Standing.of(sign(cell), ours, theirs);
    }
  }

  private static String title(String metric, String data) {
    boolean standardised = metric.equals("mlp") && GridReports.regression(data);
    return GridReports.title(metric, data) + (standardised ? " over variance" : "");
  }

  private static double sign(Scores.Cell cell) {
    return GridReports.higherIsBetter(cell.metric(), cell.data()) ? 1 : -1;
  }

  /** One table per data set, epsilon and generator that both have; empty where there is none. */
  Optional<TextTable> table(String data, double epsilon, String generator) {
    List<String> metrics =
        grid.knownMetrics().stream()
            .filter(metric -> !pairs(data, epsilon, generator, metric).isEmpty())
            .toList();
    if (metrics.isEmpty()) {
      return Optional.empty();
    }
    List<String> header = new ArrayList<>(List.of("weights"));
    for (String metric : metrics) {
      header.add(title(metric, data));
      header.add("[1]");
    }
    List<List<String>> rows = new ArrayList<>();
    for (String method : grid.knownMethods()) {
      List<String> row = new ArrayList<>(List.of(Catalogue.title(method)));
      for (String metric : metrics) {
        Scores.Cell cell = cell(data, epsilon, generator, method, metric);
        row.add(ours(cell).text());
        row.add(theirs(cell).map(Printed::text).orElse("-"));
      }
      if (row.stream().skip(1).anyMatch(text -> !text.equals("-"))) {
        rows.add(row);
      }
    }
    return Optional.of(
        new TextTable(
            "beside-" + data + "-eps" + GridReports.trimmed(epsilon) + "-" + generator,
            data
                + ", "
                + Catalogue.title(generator)
                + ", epsilon "
                + GridReports.trimmed(epsilon)
                + ", beside [1]",
            header,
            rows));
  }

  /**
   * The best of None and the private methods for each data set, generator and epsilon by one
   * metric, ours beside theirs.
   */
  Optional<TextTable> best(String metric) {
    List<BestCell> cells = bestCells(metric);
    return cells.isEmpty()
        ? Optional.empty()
        : Optional.of(
            BestCell.table(
                "best-" + grid.name() + "-" + metric,
                title(metric, grid.sets().get(0).name()),
                cells));
  }

  /** The cells of {@link #best}. */
  List<BestCell> bestCells(String metric) {
    List<BestCell> cells = new ArrayList<>();
    for (PaperGrid.DataSet set : grid.sets()) {
      for (String generator : grid.knownGenerators()) {
        for (double epsilon : grid.epsilons()) {
          bestCell(set.name(), epsilon, generator, metric).ifPresent(cells::add);
        }
      }
    }
    return cells;
  }

  private Optional<BestCell> bestCell(
      String data, double epsilon, String generator, String metric) {
    if (generator.equals("gan") || generator.equals("cgan")) {
      return Optional.empty();
    }
    Scores.Cell none = cell(data, epsilon, generator, "none", metric);
    double sign = sign(none);
    Optional<String> ours =
        PRIVATE.stream()
            .filter(method -> scores.summary(none.withMethod(method)).count() > 0)
            .max(
                Comparator.comparingDouble(
                    method -> sign * scores.summary(none.withMethod(method)).mean()));
    Optional<String> theirs =
        PRIVATE.stream()
            .filter(method -> theirs(none.withMethod(method)).isPresent())
            .max(
                Comparator.comparingDouble(
                    method -> sign * theirs(none.withMethod(method)).orElseThrow().value()));
    if (ours.isEmpty() || theirs.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new BestCell(
            data,
            generator,
            epsilon,
            sign,
            ours(none.withMethod(ours.get())),
            ours.get(),
            theirs(none.withMethod(theirs.get())).orElseThrow(),
            theirs.get(),
            ours(none.withMethod("real rows"))));
  }

  /** How many cells of each generator, metric and epsilon we are ahead, level and behind in. */
  Optional<TextTable> counts() {
    Map<List<String>, Map<Standing, Integer>> counts = new LinkedHashMap<>();
    addTo(counts);
    return counts.isEmpty()
        ? Optional.empty()
        : Optional.of(countsTable("counts-" + grid.name(), counts));
  }

  /** Adds the cells of this grid to counts by generator, metric and epsilon. */
  void addTo(Map<List<String>, Map<Standing, Integer>> counts) {
    for (PaperGrid.DataSet set : grid.sets()) {
      for (String generator : grid.knownGenerators()) {
        for (String metric : grid.knownMetrics()) {
          if (NOT_COMPARABLE.contains(metric)) {
            continue;
          }
          for (double epsilon : grid.epsilons()) {
            for (Pair pair : pairs(set.name(), epsilon, generator, metric)) {
              counts
                  .computeIfAbsent(
                      List.of(
                          Catalogue.title(generator),
                          title(metric, set.name()),
                          GridReports.trimmed(epsilon)),
                      key -> new EnumMap<>(Standing.class))
                  .merge(pair.standing(), 1, Integer::sum);
            }
          }
        }
      }
    }
  }

  static TextTable countsTable(String name, Map<List<String>, Map<Standing, Integer>> counts) {
    List<List<String>> rows = new ArrayList<>();
    counts.forEach(
        (key, count) -> {
          List<String> row = new ArrayList<>(key);
          for (Standing standing : Standing.values()) {
            row.add(String.valueOf(count.getOrDefault(standing, 0)));
          }
          rows.add(row);
        });
    return new TextTable(
        name,
        "Cells ahead of [1], level with it within one joint standard error, and behind",
        List.of("generator", "metric", "epsilon", "ahead", "level", "behind"),
        rows);
  }

  private List<Pair> pairs(String data, double epsilon, String generator, String metric) {
    List<Pair> pairs = new ArrayList<>();
    for (String method : grid.knownMethods()) {
      Scores.Cell cell = cell(data, epsilon, generator, method, metric);
      Summary ours = ours(cell);
      if (ours.count() > 0) {
        theirs(cell).ifPresent(theirs -> pairs.add(new Pair(cell, ours, theirs)));
      }
    }
    return pairs;
  }

  private Scores.Cell cell(
      String data, double epsilon, String generator, String method, String metric) {
    return new Scores.Cell(data, epsilon, grid.weightShares().get(0), generator, method, metric);
  }

  /**
   * Our figure in the unit of theirs. [1] prints squared errors above 1 for numbers predicted from
   * rows within their bounds, so its targets must have been standardised; ours are on the scale of
   * their bounds.
   */
  private Summary ours(Scores.Cell cell) {
    Summary summary = scores.summary(cell);
    return cell.metric().equals("mlp") && GridReports.regression(cell.data())
        ? summary.times(1 / variance(cell.data()))
        : summary;
  }

  /** The variance of a number to predict over all rows of its table, on the scale of its bounds. */
  private double variance(String data) {
    String target =
        grid.sets().stream()
            .filter(set -> set.name().equals(data))
            .findFirst()
            .orElseThrow()
            .target();
    Table table = PaperData.read(data, target, Optional.empty()).table();
    int column = table.schema().indexOf(target);
    ColumnType type = table.schema().column(column).type();
    double width = type.upperBound() - type.lowerBound();
    double[] values = table.values(column);
    double mean = Arrays.stream(values).average().orElse(0);
    return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElse(1)
        / (width * width);
  }

  private Optional<Printed> theirs(Scores.Cell cell) {
    return printed.at(cell.data(), cell.epsilon(), cell.generator(), cell.method(), cell.metric());
  }
}
