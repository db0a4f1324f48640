package tare.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import tare.schema.ColumnType;

/**
 * Bins of a number with edges at round values, chosen from released rows: they cover where the rows
 * are, with one bin on either side for the rest of the declared range.
 */
final class RoundBins {

  private static final int WANTED = 24;
  private static final int MOST_SINGLE_VALUES = 24;
  private static final double TAIL = 0.005;

  /** A column whose far end is this many medians away is cut by powers of ten. */
  private static final double SKEWED = 40;

  /** Numbers within this part of their declared range are next to one value. */
  private static final double NARROW = 1e-6;

  private static final double AROUND = 0.005;

  /** Far more than are wanted: where doubles are too coarse for the bins, they come to an end. */
  private static final int MOST_EDGES = 1_000;

  private final double[] edges;
  private final boolean log;
  private final boolean whole;
  private final boolean lowTail;
  private final boolean highTail;

  private RoundBins(List<Double> edges, ColumnType type, boolean log) {
    this.log = log;
    this.whole = type instanceof ColumnType.Whole;
    double half = whole ? 0.5 : 0;
    double lo = type.lowerBound() - half;
    double hi = type.upperBound() + half;
    List<Double> all = new ArrayList<>(edges.stream().filter(e -> e > lo && e < hi).toList());
    this.lowTail = !edges.isEmpty() && edges.get(0) > lo;
    this.highTail = !edges.isEmpty() && edges.get(edges.size() - 1) < hi;
    all.add(0, lo);
    all.add(hi);
    this.edges = all.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /**
   * @param sorted the numbers that are there, ascending. Not modified.
   */
  static RoundBins of(ColumnType type, double[] sorted) {
    double lo = type.lowerBound();
    double hi = type.upperBound();
    if (sorted.length == 0 || !(hi > lo)) {
      return new RoundBins(List.of(), type, false);
    }
    double a = quantile(sorted, TAIL);
    double b = quantile(sorted, 1 - TAIL);
    double median = quantile(sorted, 0.5);
    if (lo >= 0 && median > 0 && b > SKEWED * median) {
      return new RoundBins(decades(smallestAbove(sorted, 0), b), type, true);
    }
    if (b - a < NARROW * (hi - lo)) { // next to one value: bins around it
      a -= AROUND * (hi - lo);
      b += AROUND * (hi - lo);
    }
    boolean most = b - a >= 0.4 * (hi - lo);
    return new RoundBins(even(most ? lo : a, most ? hi : b, type), type, false);
  }

  private static List<Double> even(double a, double b, ColumnType type) {
    boolean whole = type instanceof ColumnType.Whole;
    double step = whole && b - a < MOST_SINGLE_VALUES ? 1 : roundStep((b - a) / WANTED);
    step = whole ? Math.max(1, Math.rint(step)) : step;
    List<Double> edges = new ArrayList<>();
    double first = Math.floor(a / step);
    double last = Math.ceil((b + (whole ? 1 : 0)) / step);
    for (int i = 0; i <= MOST_EDGES && first + i <= last; i++) {
      edges.add((first + i) * step - (whole ? 0.5 : 0));
    }
    return edges;
  }

  /** 1, 2, 5, 10, 20, ... over the decades of a range, coarser when there are many. */
  private static List<Double> decades(double a, double b) {
    int from = (int) Math.floor(Math.log10(a));
    int to = (int) Math.ceil(Math.log10(b));
    double[] marks = to - from <= 6 ? new double[] {1, 2, 5} : new double[] {1};
    List<Double> edges = new ArrayList<>();
    for (int decade = from; decade <= to; decade++) {
      for (double mark : marks) {
        double edge = mark * Math.pow(10, decade);
        if (edge <= 5 * b) {
          edges.add(edge);
        }
      }
    }
    return edges;
  }

  private static double smallestAbove(double[] sorted, double floor) {
    int at = 0;
    while (at < sorted.length - 1 && sorted[at] <= floor) {
      at++;
    }
    int inner = at + (int) (TAIL * (sorted.length - at));
    return Math.max(sorted[Math.min(inner, sorted.length - 1)], 1e-9);
  }

  /** The smallest of 1, 2, 2.5, 5 times a power of ten that is not below a size. */
  static double roundStep(double size) {
    double power = Math.pow(10, Math.floor(Math.log10(size)));
    for (double mark : new double[] {1, 2, 2.5, 5}) {
      if (mark * power >= size * (1 - 1e-9)) {
        return mark * power;
      }
    }
    return 10 * power;
  }

  static double quantile(double[] sorted, double p) {
    return sorted[(int) Math.min(sorted.length - 1, Math.floor(p * sorted.length))];
  }

  int size() {
    return edges.length - 1;
  }

  boolean log() {
    return log;
  }

  double from(int bin) {
    return edges[bin];
  }

  double to(int bin) {
    return edges[bin + 1];
  }

  int of(double value) {
    int low = 0;
    int high = size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (edges[middle] <= value) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  ColumnSpread.Kind kind(int bin) {
    return isLowTail(bin) || isHighTail(bin) ? ColumnSpread.Kind.TAIL : ColumnSpread.Kind.BIN;
  }

  private boolean isLowTail(int bin) {
    return bin == 0 && lowTail && size() > 1;
  }

  private boolean isHighTail(int bin) {
    return bin == size() - 1 && highTail && size() > 1;
  }

  String label(int bin) {
    return label(bin, RoundBins::text);
  }

  /** What a bin holds, its ends in words of one's own. */
  String label(int bin, DoubleFunction<String> words) {
    double half = whole ? 0.5 : 0;
    String from = words.apply(from(bin) + half);
    String to = words.apply(to(bin) - half);
    if (isLowTail(bin)) {
      return whole ? to + " or less" : "below " + to;
    }
    if (isHighTail(bin)) {
      return from + " or more";
    }
    return from.equals(to) ? from : from + " to " + to;
  }

  /** Four digits, without a tail of zeros. */
  static String text(double value) {
    if (Math.abs(value - Math.rint(value)) < 1e-9 && Math.abs(value) < 1e9) {
      return String.format(Locale.ROOT, "%,d", Math.round(value));
    }
    String digits = String.format(Locale.ROOT, "%.4g", value);
    boolean tail = digits.contains(".") && !digits.contains("e");
    return tail ? digits.replaceAll("\\.?0+$", "") : digits;
  }
}
