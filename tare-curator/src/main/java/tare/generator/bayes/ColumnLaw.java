package tare.generator.bayes;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import tare.model.ColumnBins;

/*
 * From noised counts to rows per cell, in an order that leaves no noise where it does harm:
 *
 *   1. single values that do not stand out of the noise are no cells of their own: their counts are
 *      added to those of the bin around them, so no rows are lost and none must be made up for;
 *   2. bins are smoothed into pieces;
 *   3. what does not stand out far from the body follows a law of decline (TailLaw), because a few
 *      rows of noise at a bound 10,000 times the median would outweigh all others in the mean;
 *   4. the rest is brought to the public number of rows: by taking off the same from every cell where
 *      there is too much, in proportion where there is too little. Adding the same to every cell
 *      would put rows where there are none.
 */

/** What noised counts say of a column: its cells, and the rows of each. Public. */
final class ColumnLaw {

  /** A single value among rows counts as real from so many standard deviations on. */
  private static final double ATOM_AMONG_ROWS = 3;

  /** The same where nothing around it stands out, and for pieces far from the body. */
  private static final double ALONE = 5;

  /** The same for pieces of the body. */
  private static final double PIECE_THRESHOLD = 3.5;

  /** How many cells to each side are around a single value. */
  private static final int AROUND = 3;

  /** What a step in a column's density must be worth, in variances of the noise. */
  private static final double PRICE_OF_A_PIECE = 4;

  private final NestedCounts noised;
  private final ColumnBins bins;
  private final int[] partOf;
  private final double[] counts;
  private final double[] variances;
  private final double[] estimates;
  private final boolean[] tail;
  private Optional<TailLaw> tails = Optional.empty();

  /**
   * @param n the public row count
   */
  ColumnLaw(NestedCounts noised, double n) {
    this.noised = noised;
    NestedCounts.Estimate raw = noised.estimate();
    ColumnBins finest = noised.finest();
    bins = finest.ordered() ? withoutHiddenAtoms(finest, raw) : finest;
    partOf = NestedCounts.parents(finest, bins);
    counts = NestedCounts.sums(raw.counts(), partOf, bins.size());
    variances = NestedCounts.sums(raw.variances(), partOf, bins.size());
    tail = new boolean[bins.size()];
    double[] heard = counts.clone();
    if (bins.ordered()) {
      smooth(heard);
    }
    OptionalInt common = commonest(n);
    estimates = common.isPresent() ? beside(common.getAsInt(), heard, n) : brought(heard, n);
  }

  /** The value that most rows have, or that they are missing, if there is one. */
  private OptionalInt commonest(double n) {
    return IntStream.range(0, bins.ordered() ? bins.size() : 0)
        .filter(cell -> counts[cell] > n / 2)
        .filter(cell -> bins.isMissing(cell) || bins.to(cell) - bins.from(cell) <= bins.step())
        .findFirst();
  }

  /**
   * Where most rows have one value, as many payments are zero, it is known so surely that the
   * number of all others is what it leaves. Brought to the sum of all together, others that noise
   * hides one by one would vanish.
   */
  private double[] beside(int common, double[] heard, double n) {
    double[] others = heard.clone();
    others[common] = 0;
    if (heard[common] >= n || Arrays.stream(others).noneMatch(rows -> rows > 0)) {
      return brought(heard, n);
    }
    double[] all = brought(others, n - heard[common]);
    all[common] = heard[common];
    return all;
  }

  /** The cells: the finest ones but for single values that noise hides. */
  ColumnBins bins() {
    return bins;
  }

  /** Estimated rows per cell: not negative, their sum is the public row count. Not copied. */
  double[] estimates() {
    return estimates;
  }

  /** Noised counts per cell, unbiased. Not copied. */
  double[] counts() {
    return counts;
  }

  /** The cell of each finest cell. Not copied. */
  int[] partOf() {
    return partOf;
  }

  /** The law in cells that also divide wide ones of the tails. */
  Refined refined() {
    ColumnBins fine = tails.map(TailLaw::refined).orElse(bins);
    int[] cells = NestedCounts.parents(fine, bins);
    double[] rows = new double[cells.length];
    for (int i = 0; i < rows.length; i++) {
      int cell = cells[i];
      double from = fine.ordered() && !fine.isMissing(i) ? fine.from(i) : 0;
      double to = fine.ordered() && !fine.isMissing(i) ? fine.to(i) : 0;
      rows[i] = estimates[cell] * tails.map(law -> law.share(cell, from, to)).orElse(1.0);
    }
    return new Refined(fine, rows, cells);
  }

  /**
   * Cells in which numbers are drawn.
   *
   * @param rows estimated, per cell
   * @param cellOf for each the cell of the law that holds it
   */
  record Refined(ColumnBins bins, double[] rows, int[] cellOf) {}

  /** Estimated rows of the finest cells: those of a bin with hidden single values are the bin's. */
  double[] ofFinest() {
    ColumnBins finest = noised.finest();
    double[] rows = new double[finest.size()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = finest.isAtom(i) && !bins.isAtom(partOf[i]) ? 0 : estimates[partOf[i]];
    }
    return rows;
  }

  private static ColumnBins withoutHiddenAtoms(ColumnBins finest, NestedCounts.Estimate raw) {
    Set<Double> apart = new HashSet<>(finest.apart());
    for (int cell = 0; cell < finest.values(); cell++) {
      if (finest.isAtom(cell) && hidden(cell, finest.values(), raw)) {
        apart.remove(finest.from(cell));
      }
    }
    return ColumnBins.ofEdges(finest.column(), finest.declared(), finest.edges(), apart);
  }

  private static boolean hidden(int cell, int values, NestedCounts.Estimate raw) {
    double height = raw.counts()[cell] / Math.sqrt(raw.variances()[cell]);
    double sum = 0;
    double variance = 0;
    for (int i = Math.max(0, cell - AROUND); i <= Math.min(values - 1, cell + AROUND); i++) {
      sum += raw.counts()[i];
      variance += raw.variances()[i];
    }
    return height < (sum >= ALONE * Math.sqrt(variance) ? ATOM_AMONG_ROWS : ALONE);
  }

  /**
   * Smooths the bins between single values, and puts a law in the place of what noise hides beyond.
   *
   * @param heard Modified.
   */
  private void smooth(double[] heard) {
    int[] open = IntStream.range(0, bins.values()).filter(c -> !bins.isAtom(c)).toArray();
    double[] ofOpen = pick(counts, open);
    double[] openVariances = pick(variances, open);
    double[] widths = Arrays.stream(open).mapToDouble(c -> bins.to(c) - bins.from(c)).toArray();
    Smoothing even = new Smoothing(ofOpen, openVariances, widths, PRICE_OF_A_PIECE);
    Smoothing scaled =
        new Smoothing(ofOpen, openVariances, scaleMeasures(open, widths), PRICE_OF_A_PIECE);
    Smoothing best = scaled.cost() < even.cost() ? scaled : even;
    double[] smoothed = best.smoothed();
    for (int i = 0; i < open.length; i++) {
      heard[open[i]] = smoothed[i];
    }
    if (noised.followsScales()) {
      double[] heights = heights(open, best.pieces());
      TailLaw law = new TailLaw(bins, counts, variances, heights, heard);
      law.apply(PIECE_THRESHOLD, ALONE, tail);
      tails = Optional.of(law);
    }
  }

  /** For each cell how many standard deviations its piece stands out. */
  private double[] heights(int[] open, int[] pieces) {
    double[] sums = new double[open.length];
    double[] sumVariances = new double[open.length];
    for (int i = 0; i < open.length; i++) {
      sums[pieces[i]] += counts[open[i]];
      sumVariances[pieces[i]] += variances[open[i]];
    }
    double[] heights = new double[bins.size()];
    for (int cell = 0; cell < heights.length; cell++) {
      heights[cell] = counts[cell] / Math.sqrt(variances[cell]);
    }
    for (int i = 0; i < open.length; i++) {
      heights[open[i]] = sums[pieces[i]] / Math.sqrt(sumVariances[pieces[i]]);
    }
    return heights;
  }

  /** Measures by which every cell of the first round weighs the same, whatever its width. */
  private double[] scaleMeasures(int[] open, double[] widths) {
    int[] first = NestedCounts.parents(bins, noised.first());
    double[] total = new double[noised.first().size()];
    for (int i = 0; i < open.length; i++) {
      total[first[open[i]]] += widths[i];
    }
    double[] measures = new double[open.length];
    for (int i = 0; i < open.length; i++) {
      measures[i] = widths[i] / total[first[open[i]]];
    }
    return measures;
  }

  private static double[] pick(double[] values, int[] cells) {
    return Arrays.stream(cells).mapToDouble(cell -> values[cell]).toArray();
  }

  /** Not negative and of a given sum; tails keep their rows, as long as they are not the bulk. */
  private double[] brought(double[] heard, double n) {
    double inTail = 0;
    double[] body = heard.clone();
    for (int cell = 0; cell < body.length; cell++) {
      if (tail[cell]) {
        inTail += heard[cell];
        body[cell] = Double.NEGATIVE_INFINITY;
      }
    }
    if (Arrays.stream(body).noneMatch(rows -> rows > 0)) {
      // Nothing stands out: there is no body for tails to belong to.
      return toSum(heard, n);
    }
    double keep = Math.min(inTail, n / 2);
    double[] brought = toSum(body, n - keep);
    for (int cell = 0; cell < body.length; cell++) {
      if (tail[cell]) {
        brought[cell] = inTail > 0 ? heard[cell] * keep / inTail : 0;
      }
    }
    return brought;
  }

  private static double[] toSum(double[] counts, double total) {
    double sum = Arrays.stream(counts).map(c -> Math.max(0, c)).sum();
    return sum > 0 && sum < total
        ? Arrays.stream(counts).map(c -> Math.max(0, c) * total / sum).toArray()
        : Simplex.project(counts, total);
  }
}
