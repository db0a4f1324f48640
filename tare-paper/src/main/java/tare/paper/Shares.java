package tare.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * In how many cells (data set, epsilon, generator, metric) weights pay, by means over seeds.
 *
 * @param cells how many cells have some private method
 * @param bestBeats in how many the best private method is better than None, whose generator has the
 *     whole budget
 * @param mendsRows in how many some private weights make the rows they were put on better than
 *     these rows are without weights
 * @param autoCells how many cells have an automatic choice
 * @param autoUses in how many of these it corrected the rows of some seed
 * @param autoBetter in how many of those it is better than None
 * @param autoAhead in how many of all that have one that choice is better than None by more than
 *     one standard error of the paired difference
 * @param autoWorse in how many of all that have one that choice is worse than None by more than one
 *     standard error of the paired difference
 */
record Shares(
    double epsilon,
    int cells,
    int bestBeats,
    int mendsRows,
    int autoCells,
    int autoUses,
    int autoBetter,
    int autoAhead,
    int autoWorse) {

  private static final Set<String> PRIVATE =
      Set.of("beta-noised", "beta-debiased", "dp-mlp", "discriminator", "moments");

  private static final Set<String> NOT_PRIVATE_GENERATORS = Set.of("gan", "cgan");

  /** Several epsilons, each counted by itself. */
  record All(List<Shares> byEpsilon) {

    List<String> sentences() {
      return byEpsilon.stream().flatMap(shares -> shares.sentences().stream()).toList();
    }
  }

  static All of(PaperGrid grid, Scores scores) {
    List<Shares> all = new ArrayList<>();
    for (double epsilon : grid.epsilons()) {
      all.add(at(epsilon, scores));
    }
    return new All(all);
  }

  /** Counts the cells of any scores at each of their epsilons, in order. */
  static All of(Scores scores) {
    return new All(
        scores.cells().stream()
            .map(Scores.Cell::epsilon)
            .distinct()
            .sorted()
            .map(epsilon -> at(epsilon, scores))
            .toList());
  }

  /** Counts the cells of any scores at one epsilon. */
  static Shares at(double epsilon, Scores scores) {
    int cells = 0;
    int beats = 0;
    int mends = 0;
    int autoCells = 0;
    int autoUses = 0;
    int autoBetter = 0;
    int autoAhead = 0;
    int autoWorse = 0;
    for (Scores.Cell none : scores.cells()) {
      if (!none.method().equals("none")
          || none.epsilon() != epsilon
          || NOT_PRIVATE_GENERATORS.contains(none.generator())
          || none.metric().equals("seconds")
          || none.metric().equals("ess_share")
          || none.metric().equals("used")) {
        continue;
      }
      double sign = GridReports.higherIsBetter(none.metric(), none.data()) ? 1 : -1;
      double best = Double.NEGATIVE_INFINITY;
      double mended = Double.NEGATIVE_INFINITY;
      for (String method : PRIVATE) {
        Scores.Cell weighted = none.withMethod(method);
        best = Math.max(best, gain(sign, scores.difference(weighted, none)));
        // The discriminator is free, so its rows are None's.
        Scores.Cell bare = method.equals("discriminator") ? none : none.withMethod("none on part");
        mended = Math.max(mended, gain(sign, scores.difference(weighted, bare)));
      }
      cells += Double.isInfinite(best) ? 0 : 1;
      beats += best > 0 ? 1 : 0;
      mends += mended > 0 ? 1 : 0;
      Summary auto = scores.difference(none.withMethod("auto"), none);
      boolean uses = auto.count() > 0 && corrects(scores, none.withMethod("auto"));
      autoCells += auto.count() > 0 ? 1 : 0;
      autoUses += uses ? 1 : 0;
      autoBetter += uses && sign * auto.mean() > 0 ? 1 : 0;
      autoAhead += auto.count() > 0 && sign * auto.mean() > auto.standardError() ? 1 : 0;
      autoWorse += auto.count() > 0 && sign * auto.mean() < -auto.standardError() ? 1 : 0;
    }
    return new Shares(
        epsilon, cells, beats, mends, autoCells, autoUses, autoBetter, autoAhead, autoWorse);
  }

  /** Whether the rows of some run of a cell were corrected. */
  private static boolean corrects(Scores scores, Scores.Cell cell) {
    return scores.summary(cell.withMetric("used")).mean() > 0;
  }

  private static double gain(double sign, Summary difference) {
    return difference.count() == 0 ? Double.NEGATIVE_INFINITY : sign * difference.mean();
  }

  private List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    if (cells > 0) {
      sentences.add(ofBest());
    }
    if (autoCells > 0) {
      sentences.add(ofAuto());
    }
    return sentences;
  }

  private String ofBest() {
    return String.format(
        Locale.ROOT,
        "At epsilon %s the best private weights beat None in %d of %d cells (%.0f %%), and mend the"
            + " rows they are put on in %d (%.0f %%).",
        GridReports.trimmed(epsilon),
        bestBeats,
        cells,
        100.0 * bestBeats / cells,
        mendsRows,
        100.0 * mendsRows / cells);
  }

  private String ofAuto() {
    return String.format(
        Locale.ROOT,
        "At epsilon %s the automatic choice uses weights in %d of %d cells and is better than None"
            + " in %d of these%s; by more than one standard error it is better than None in %d of"
            + " all and worse in %d (%.0f %%).",
        GridReports.trimmed(epsilon),
        autoUses,
        autoCells,
        autoBetter,
        autoUses == 0
            ? ""
            : String.format(Locale.ROOT, " (%.0f %%)", 100.0 * autoBetter / autoUses),
        autoAhead,
        autoWorse,
        100.0 * autoWorse / autoCells);
  }
}
