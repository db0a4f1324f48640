package tare.generator.bayes;

/**
 * What changes the result of {@link PrivBayes}. All of it is public; docs/notes/privbayes.md says
 * how the defaults were found.
 *
 * @param oneWayShare the part of the budget for one-way counts, in (0, 1); small tables give them
 *     more
 * @param choiceShare the part of the budget for choosing parents, in (0, 1); the rest goes to joint
 *     tables
 * @param rowsPerNoise how many rows a cell of a joint table must hold on average, in standard
 *     deviations of its noise: more makes coarser and fewer tables
 * @param mostBins the most bins of an evenly cut number
 * @param mostGroups the most groups of a column in joint tables
 * @param extraTables joint tables beyond those of a tree, as a multiple of the number of columns
 * @param usualClique cells that a clique of the model may always have
 * @param largestClique the most cells that a clique may have where the work allows it
 */
public record PrivBayesOptions(
    double oneWayShare,
    double choiceShare,
    double rowsPerNoise,
    int mostBins,
    int mostGroups,
    double extraTables,
    long usualClique,
    long largestClique) {

  /** The usual options: docs/notes/privbayes.md. */
  public static final PrivBayesOptions DEFAULTS =
      new PrivBayesOptions(0.25, 0.08, 3, 80, 32, 1, 8_000, 90_000);

  public PrivBayesOptions {
    if (!(oneWayShare > 0 && choiceShare > 0 && oneWayShare + choiceShare < 1)) {
      throw new IllegalArgumentException(
          "The shares for one-way counts and for choices must be positive with a sum below 1. Got: "
              + oneWayShare
              + " and "
              + choiceShare);
    }
    if (!(rowsPerNoise > 0) || Double.isInfinite(rowsPerNoise)) {
      throw new IllegalArgumentException(
          "rowsPerNoise must be positive and finite. Got: " + rowsPerNoise);
    }
    if (mostBins < 2 || mostBins > 1000) {
      throw new IllegalArgumentException("mostBins must be in [2, 1000]. Got: " + mostBins);
    }
    if (mostGroups < 2 || mostGroups > 200) {
      throw new IllegalArgumentException("mostGroups must be in [2, 200]. Got: " + mostGroups);
    }
    if (!(extraTables >= 0 && extraTables <= 10)) {
      throw new IllegalArgumentException("extraTables must be in [0, 10]. Got: " + extraTables);
    }
    if (usualClique < 4 || largestClique < usualClique || largestClique > 10_000_000) {
      throw new IllegalArgumentException(
          "usualClique must be at least 4 and largestClique between it and 10000000. Got: "
              + usualClique
              + " and "
              + largestClique);
    }
  }
}
