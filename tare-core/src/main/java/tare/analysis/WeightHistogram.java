package tare.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import tare.table.Weights;

/**
 * How weights are spread on the log10 scale, in even bins between the smallest and the largest.
 *
 * @param labels the lower edge of each bin
 * @param shares the share of rows in each bin
 */
public record WeightHistogram(List<String> labels, double[] shares) {

  private static final int BINS = 24;

  public WeightHistogram {
    labels = List.copyOf(labels);
  }

  /** Counts weights by their size. */
  public static WeightHistogram of(Weights weights) {
    double[] logs = weights.normalised().logWeights();
    double lo = Arrays.stream(logs).min().orElse(0) / Math.log(10);
    double hi = Arrays.stream(logs).max().orElse(0) / Math.log(10);
    double width = Math.max(hi - lo, 1e-9);
    double[] shares = new double[BINS];
    for (double log : logs) {
      int bin = (int) ((log / Math.log(10) - lo) / width * BINS);
      shares[Math.min(BINS - 1, Math.max(0, bin))] += 1.0 / logs.length;
    }
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < BINS; i++) {
      labels.add(String.format(Locale.ROOT, "%.2f", lo + i * width / BINS));
    }
    return new WeightHistogram(labels, shares);
  }
}
