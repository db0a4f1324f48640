package tare.release;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tare.model.WeightDescription;
import tare.table.Weights;
import tools.jackson.databind.node.StringNode;

/**
 * The weights of a release and all that an analyst should know about them.
 *
 * @param weights one weight per synthetic row, normalised to mean one
 * @param description how they were made: method, noise law and scale, noised coefficients, and the
 *     expected noise, so that new rows can be weighed at no cost
 * @param quality the diagnostics and the verdict
 */
public record WeightStatement(Weights weights, WeightDescription description, Quality quality) {

  private static final String CORRECTION = "correction";
  private static final String IN_ROWS = "in the rows";

  /** The name of the weight method, for instance "beta-debiased". */
  public String method() {
    return description.method();
  }

  /**
   * The statement of rows that were drawn in proportion to these weights: they carry the correction
   * themselves and all weigh the same.
   */
  public WeightStatement ofRows(int rows) {
    WeightDescription marked = description.with(CORRECTION, new StringNode(IN_ROWS));
    List<String> reasons = new ArrayList<>();
    reasons.add(
        String.format(
            Locale.ROOT,
            "%,d rows were drawn from %,d candidates in proportion to these weights: they carry the correction"
                + " themselves, and each of them counts once.",
            rows,
            weights.size()));
    reasons.addAll(quality.reasons());
    return new WeightStatement(Weights.uniform(rows), marked, quality.because(reasons));
  }

  /** The statement of more rows that were drawn in the same way. */
  public WeightStatement ofMoreRows(int rows) {
    List<String> reasons = new ArrayList<>(quality.reasons());
    reasons.add(ofSome(weights.size(), rows));
    return new WeightStatement(Weights.uniform(rows), description, quality.because(reasons));
  }

  /** That figures are of some rows, and that the others are like them. */
  static String ofSome(int some, long rows) {
    return String.format(
        Locale.ROOT,
        "These figures are of %,d rows; all %,d rows of the release were drawn in the same way.",
        some,
        rows);
  }

  /** Whether the rows carry the correction themselves. */
  public boolean correctedRows() {
    return description.details().path(CORRECTION).asString("").equals(IN_ROWS);
  }

  /**
   * Diagnostics of the weights; all computed from public numbers.
   *
   * @param effectiveSampleSize Kish's: (sum w)^2 / sum w^2
   * @param largestShare the largest weight over the sum of all
   * @param paretoK the shape of the upper tail; NaN when there are too few rows to tell
   * @param koopmanP p-value of the hypothesis that the weights' variance is finite; NaN when it
   *     cannot be tested
   * @param expectedLogNoise expected standard deviation of the privacy noise in a log weight; zero
   *     when there is none
   * @param reasons the verdict in words, one sentence per finding
   */
  public record Quality(
      double effectiveSampleSize,
      double largestShare,
      double paretoK,
      double koopmanP,
      double expectedLogNoise,
      Verdict verdict,
      List<String> reasons) {

    public Quality {
      reasons = List.copyOf(reasons);
    }

    /** The same numbers with other words. */
    Quality because(List<String> others) {
      return new Quality(
          effectiveSampleSize, largestShare, paretoK, koopmanP, expectedLogNoise, verdict, others);
    }
  }
}
