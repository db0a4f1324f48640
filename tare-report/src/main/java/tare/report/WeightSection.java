package tare.report;

import java.util.List;
import tare.analysis.WeightHistogram;
import tare.release.WeightStatement;
import tare.release.WeightStatement.Quality;

/** The weights: how they are spread, and what diagnostics say of them. */
final class WeightSection {

  private WeightSection() {}

  static String html(WeightStatement weights) {
    Quality quality = weights.quality();
    boolean drawn = weights.correctedRows();
    StringBuilder page =
        new StringBuilder(
            "<h2 id=\"weights\">The weights</h2>\n<p class=\"soft\">A weight above one says that the private table has more rows like this one than the synthetic table. ");
    page.append(
        drawn
            ? "The rows of this release were drawn from many candidates in proportion to such weights: they carry the correction themselves, and every one counts once. The numbers are about the candidates' weights.</p>\n<div>"
            : "The picture shows them by powers of ten: 0 is a weight of one.</p>\n<div class=\"pair\"><div class=\"card\"><h3>log10 of the weight</h3>"
                + chart(WeightHistogram.of(weights.weights())).html(false)
                + "</div>");
    page.append("<div class=\"card scroll\" tabindex=\"0\"><table>");
    line(
        page,
        "effective sample size",
        Html.number(quality.effectiveSampleSize()),
        (drawn ? "of all candidates" : "of " + Html.number(weights.weights().size()) + " rows")
            + ": how many equally weighted rows are worth as much (Kish)");
    line(
        page,
        "largest share",
        Html.percent(quality.largestShare()),
        drawn ? "of all weight lies on one candidate" : "of all weight lies on one row");
    line(
        page,
        "Pareto k",
        Html.number(quality.paretoK()),
        "how heavy the tail of the weights is; below 0.7 is reliable");
    line(
        page,
        "finite variance, p",
        Html.number(quality.koopmanP()),
        "a test of whether the weights' variance exists; below 0.05 speaks against it");
    line(
        page,
        "expected noise",
        Html.number(quality.expectedLogNoise()),
        "standard deviation of the privacy noise in a log weight; above 1 it drowns the weight");
    return page.append("</table></div></div>\n").toString();
  }

  private static BarChart chart(WeightHistogram histogram) {
    List<Double> edges = histogram.labels().stream().map(Double::valueOf).toList();
    double width = edges.size() > 1 ? edges.get(1) - edges.get(0) : 1;
    return new BarChart(
        "log10 of the weight",
        edges.stream().map(e -> new BarChart.Bar("from " + e, e, e + width, false)).toList(),
        List.of(BarChart.Series.exact("share of rows", "weighted", histogram.shares())));
  }

  private static void line(StringBuilder page, String name, String value, String meaning) {
    page.append("<tr><th>").append(name).append("</th><td class=\"number\">").append(value);
    page.append("</td><td class=\"soft\">").append(meaning).append("</td></tr>");
  }
}
