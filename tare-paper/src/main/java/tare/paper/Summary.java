package tare.paper;

import java.util.Arrays;
import java.util.Locale;

/**
 * A mean over seeds with its standard error.
 *
 * @param standardError NaN when there are fewer than two values
 */
record Summary(int count, double mean, double standardError) {

  static Summary of(double[] values) {
    double[] numbers = Arrays.stream(values).filter(Double::isFinite).toArray();
    int n = numbers.length;
    double mean = Arrays.stream(numbers).average().orElse(Double.NaN);
    double squares = Arrays.stream(numbers).map(v -> (v - mean) * (v - mean)).sum();
    return new Summary(n, mean, n < 2 ? Double.NaN : Math.sqrt(squares / (n - 1) / n));
  }

  /** The same in another unit. */
  Summary times(double factor) {
    return new Summary(count, factor * mean, factor * standardError);
  }

  String text() {
    if (count == 0) {
      return "-";
    }
    String error = Double.isNaN(standardError) ? "" : " ± " + spelt(standardError);
    return spelt(mean) + error;
  }

  static String spelt(double value) {
    double size = Math.abs(value);
    if (size != 0 && (size >= 10_000 || size < 0.0005)) {
      return String.format(Locale.ROOT, "%.1e", value);
    }
    return String.format(Locale.ROOT, size >= 100 ? "%.1f" : size >= 10 ? "%.2f" : "%.3f", value);
  }
}
