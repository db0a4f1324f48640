package tare.analysis;

import java.util.Arrays;
import java.util.Locale;
import tare.model.BayesNetwork;
import tare.release.Bundle;
import tare.release.PrivacyStatement;

/*
 * An interval that takes N synthetic rows for real ones covers v / N. The truth asks for more: the n private rows were
 * drawn themselves (v / n), and the counts that the model was made of carry noise. A number that is read off a table of
 * K noised cells, each with noise of standard deviation s, has noise of variance about K s^2 / n^2 in units of v.
 * Together the error is sqrt(1 + N / n + N K s^2 / n^2) times what the interval says. What the model cannot hold (bias)
 * comes on top and has no public number, so the truth is rather more than less.
 */

/**
 * By how much ordinary intervals of a release without replicate weights are too short, from public
 * numbers alone.
 *
 * @param factor what their length should be multiplied with, at least
 * @param noiseKnown whether the noise of the generator is in it, or only the drawing of the rows
 */
public record Shortfall(double factor, boolean noiseKnown) {

  /** What a release's statement and model say. */
  public static Shortfall of(Bundle bundle) {
    double n = Math.max(1, bundle.privacy().rowCount().used());
    double rows = bundle.synthetic().rowCount();
    double sigma =
        CountErrors.of(
                bundle.privacy().charges().stream().map(PrivacyStatement.Charge::event).toList(),
                bundle.synthetic().schema().columnCount(),
                n)
            .map(errors -> errors.pairNoise().orElse(errors.columnNoise()))
            .orElse(0.0);
    double cells =
        bundle.model().map(model -> model instanceof BayesNetwork own ? cells(own) : 0).orElse(0.0);
    double noise = rows * cells * sigma * sigma / (n * n);
    return new Shortfall(Math.sqrt(1 + rows / n + noise), noise > 0);
  }

  /** The mean number of cells of a model's tables. */
  private static double cells(BayesNetwork model) {
    return model.nodes().stream()
        .mapToInt(node -> Arrays.stream(node.table()).mapToInt(row -> row.length).sum())
        .average()
        .orElse(0);
  }

  /** One sentence for a person. */
  public String words() {
    return String.format(
        Locale.ROOT,
        "This release has no replicate weights, so these intervals take synthetic rows for real"
            + " ones and are too short: by a factor of %s %.1f, as %s suggest; bias of the"
            + " synthesis comes on top.",
        noiseKnown ? "about" : "at least",
        factor,
        noiseKnown ? "its row count and the noise in its tables" : "its row counts");
  }
}
