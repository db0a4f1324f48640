package tare.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tare.evaluation.ColumnFit;
import tare.evaluation.Evaluation;
import tare.evaluation.PairFit;

/** The columns and pairs of an evaluation that are furthest off, in words and as JSON. */
final class FurthestOff {

  static final int SHOWN = 5;

  private final PrintWriter out;

  FurthestOff(PrintWriter out) {
    this.out = out;
  }

  void print(Evaluation evaluation) {
    out.println("Columns furthest off (KS of numbers, TV of levels; beside it real halves):");
    for (ColumnFit fit : first(evaluation.fits())) {
      out.printf(
          Locale.ROOT, "  %-28s %.3f  (%.3f)%n", fit.column(), fit.distance(), fit.realHalves());
      fit.numbers().ifPresent(this::sideBySide);
    }
    if (!evaluation.pairs().isEmpty()) {
      out.println("Pairs furthest off (TV, cells at the real rows' quantiles):");
    }
    for (PairFit fit : first(evaluation.pairs())) {
      out.printf(
          Locale.ROOT,
          "  %-28s %.3f  (%.3f)%n",
          fit.first() + ", " + fit.second(),
          fit.distance(),
          fit.realHalves());
    }
    out.println();
  }

  private void sideBySide(ColumnFit.Numbers numbers) {
    out.printf(Locale.ROOT, "    %-10s %s%n", "", row(ColumnFit.STATISTICS));
    out.printf(Locale.ROOT, "    %-10s %s%n", "real", row(rounded(numbers.real())));
    out.printf(Locale.ROOT, "    %-10s %s%n", "synthetic", row(rounded(numbers.synthetic())));
  }

  private static List<String> rounded(List<Double> numbers) {
    return numbers.stream().map(number -> String.format(Locale.ROOT, "%.4g", number)).toList();
  }

  private static String row(List<String> cells) {
    StringBuilder row = new StringBuilder();
    cells.forEach(cell -> row.append(String.format(Locale.ROOT, "%11s", cell)));
    return row.toString();
  }

  private static <T> List<T> first(List<T> fits) {
    return fits.subList(0, Math.min(SHOWN, fits.size()));
  }

  static Map<String, Object> json(ColumnFit fit) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("column", fit.column());
    json.put("distance", fit.distance());
    json.put("real_halves", fit.realHalves());
    fit.numbers()
        .ifPresent(
            numbers -> {
              json.put("statistics", ColumnFit.STATISTICS);
              json.put("real", numbers.real().stream().map(FurthestOff::finite).toList());
              json.put("synthetic", numbers.synthetic().stream().map(FurthestOff::finite).toList());
            });
    return json;
  }

  static Map<String, Object> json(PairFit fit) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("columns", List.of(fit.first(), fit.second()));
    json.put("distance", fit.distance());
    json.put("real_halves", fit.realHalves());
    return json;
  }

  /** JSON has no NaN. */
  private static @Nullable Double finite(double number) {
    return Double.isFinite(number) ? number : null;
  }
}
