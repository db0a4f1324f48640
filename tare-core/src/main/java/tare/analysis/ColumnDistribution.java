package tare.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.table.Table;

/**
 * How one column of a released table is spread, with and without the weights: shares of its levels,
 * or of even bins of its declared bounds, and of missing cells.
 *
 * @param column the column's name
 * @param labels what each bar stands for
 * @param unweighted shares without weights, summing to one
 * @param weighted shares with weights, summing to one
 */
public record ColumnDistribution(
    String column, List<String> labels, double[] unweighted, double[] weighted) {

  private static final int BINS = 20;

  public ColumnDistribution {
    labels = List.copyOf(labels);
  }

  /**
   * @param weights one weight per row; need not be normalised. Not modified.
   */
  public static ColumnDistribution of(Table table, int column, double[] weights) {
    Column declared = table.schema().column(column);
    List<String> labels = new ArrayList<>(labels(declared.type()));
    int bars = labels.size();
    if (declared.missingAllowed()) {
      labels.add("missing");
    }
    double[] plain = new double[labels.size()];
    double[] weighted = new double[labels.size()];
    for (int row = 0; row < table.rowCount(); row++) {
      int bar = table.missing(row, column) ? bars : bar(table, row, column, declared.type(), bars);
      plain[bar]++;
      weighted[bar] += weights[row];
    }
    return new ColumnDistribution(declared.name(), labels, shares(plain), shares(weighted));
  }

  private static int bar(Table table, int row, int column, ColumnType type, int bars) {
    if (!type.isNumeric()) {
      return table.level(row, column);
    }
    double lo = type.lowerBound();
    double position = (table.number(row, column) - lo) / (type.upperBound() - lo + step(type));
    return Math.min(bars - 1, (int) (position * bars));
  }

  private static List<String> labels(ColumnType type) {
    if (!type.isNumeric()) {
      return type.levels();
    }
    double width = type.upperBound() - type.lowerBound() + step(type);
    int bars = (int) Math.min(BINS, step(type) > 0 ? Math.rint(width / step(type)) : BINS);
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < bars; i++) {
      double start = type.lowerBound() + i * width / bars;
      labels.add(
          type instanceof ColumnType.Temporal time
              ? time.form().text(Math.ceil(start))
              : label(start));
    }
    return labels;
  }

  /** Four digits, without a tail of zeros. */
  private static String label(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e6) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    String digits = String.format(Locale.ROOT, "%.4g", value);
    boolean tail = digits.contains(".") && !digits.contains("e");
    return tail ? digits.replaceAll("\\.?0+$", "") : digits;
  }

  /** A number on a grid fills the step above it; a real number fills nothing. */
  private static double step(ColumnType type) {
    return type.step();
  }

  private static double[] shares(double[] sums) {
    double total = 0;
    for (double sum : sums) {
      total += sum;
    }
    double[] shares = new double[sums.length];
    for (int i = 0; i < sums.length; i++) {
      shares[i] = total > 0 ? sums[i] / total : 0;
    }
    return shares;
  }
}
