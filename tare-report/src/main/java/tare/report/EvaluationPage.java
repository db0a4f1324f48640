package tare.report;

import java.util.List;
import java.util.Locale;
import tare.evaluation.ColumnFit;
import tare.evaluation.ColumnShares;
import tare.evaluation.Comparison;
import tare.evaluation.CuratorOnly;
import tare.evaluation.Evaluation;
import tare.evaluation.MeasuredValue;
import tare.evaluation.PairFit;

/**
 * A page for the curator: how a release does against held-out real rows. It shows exact numbers of
 * real rows, says so at its top, and is no part of a release.
 */
public final class EvaluationPage {

  private final Evaluation evaluation;
  private final String name;
  private final StringBuilder page = new StringBuilder();

  private EvaluationPage(String name, Evaluation evaluation) {
    this.name = name;
    this.evaluation = evaluation;
  }

  /** The whole page. @param name what the data set is called */
  public static String of(String name, CuratorOnly<Evaluation> evaluation) {
    return new EvaluationPage(name, evaluation.value()).laidOut();
  }

  private String laidOut() {
    page.append("<h1>").append(Html.escaped(name)).append(": evaluation</h1>\n");
    page.append("<div class=\"card verdict not\"><strong>");
    page.append(Html.escaped(CuratorOnly.NOTICE)).append("</strong></div>\n");
    verdict();
    metrics();
    worst();
    columns();
    return Page.of(name + ": evaluation, curator only", page.toString());
  }

  private void verdict() {
    String style =
        switch (evaluation.verdict()) {
          case WEIGHTS_HELP -> "use";
          case NO_CLEAR_DIFFERENCE, NO_WEIGHTS -> "care";
          case WEIGHTS_HURT -> "not";
        };
    page.append("<h2>Verdict</h2>\n<div class=\"card verdict ").append(style).append("\"><strong>");
    page.append(Html.escaped(evaluation.verdict().words())).append("</strong><p>");
    page.append(Html.escaped(evaluation.reason())).append("</p></div>\n");
  }

  private void metrics() {
    page.append("<h2>Metrics</h2>\n<p class=\"soft\">")
        .append(Html.number(evaluation.syntheticRows()))
        .append(" synthetic against ")
        .append(Html.number(evaluation.realRows()))
        .append(" held-out rows; &plusmn; one standard error, by drawing the held-out rows again. ")
        .append(Html.escaped(evaluation.halvesWords()))
        .append("</p>\n<div class=\"scroll\"><table><tr><th>metric</th><th>better is</th>")
        .append("<th>weighted</th><th>unweighted</th><th>gain by weights</th><th>real halves</th>")
        .append("<th></th></tr>");
    for (Comparison one : evaluation.comparisons()) {
      page.append("<tr><td>").append(Html.escaped(one.metric())).append("</td><td>");
      page.append(one.higherIsBetter() ? "higher" : "lower").append("</td><td>");
      page.append(text(one.weighted())).append("</td><td>");
      page.append(text(one.unweighted())).append("</td><td>");
      page.append(text(one.gain())).append(one.better() ? " better" : one.worse() ? " worse" : "");
      page.append("</td><td>").append(Html.number(one.realHalves())).append("</td><td>");
      page.append(interval(one)).append("</td></tr>");
    }
    page.append("</table></div>\n");
  }

  private static String text(MeasuredValue estimate) {
    return Html.number(estimate.value()) + " &plusmn; " + Html.number(estimate.standardError());
  }

  /** Two error bars over one another: unweighted in grey, weighted in the page's colour. */
  private static String interval(Comparison one) {
    double lo = Math.min(low(one.weighted()), low(one.unweighted()));
    double hi = Math.max(high(one.weighted()), high(one.unweighted()));
    double range = hi > lo ? hi - lo : 1;
    return "<svg viewBox=\"0 0 120 24\" class=\"spark\" role=\"img\" aria-label=\"error bars\">"
        + bar(one.unweighted(), lo, range, 4, "plain")
        + bar(one.weighted(), lo, range, 14, "weighted")
        + "</svg>";
  }

  private static String bar(MeasuredValue estimate, double lo, double range, int y, String style) {
    if (!Double.isFinite(low(estimate)) || !Double.isFinite(high(estimate))) {
      return "";
    }
    double from = 4 + 112 * (low(estimate) - lo) / range;
    double to = 4 + 112 * (high(estimate) - lo) / range;
    double at = 4 + 112 * (estimate.value() - lo) / range;
    return String.format(
        Locale.ROOT,
        "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"2\"/>"
            + "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"3\" height=\"8\"/>",
        style,
        from,
        y + 2,
        Math.max(1, to - from),
        style,
        at - 1.5,
        y - 1);
  }

  private static double low(MeasuredValue estimate) {
    return estimate.value() - estimate.standardError();
  }

  private static double high(MeasuredValue estimate) {
    return estimate.value() + estimate.standardError();
  }

  /** The columns and pairs that are furthest off, and numbers side by side. */
  private void worst() {
    page.append("<h2>Furthest off</h2>\n<p class=\"soft\">Kolmogorov-Smirnov distance of numbers, ")
        .append("total variation of levels and of pairs (cells at the held-out rows' quantiles); ")
        .append("then held-out and synthetic numbers beside each other.</p>\n")
        .append("<div class=\"scroll\"><table><tr><th>column</th><th>distance</th>")
        .append("<th>real halves</th>");
    ColumnFit.STATISTICS.forEach(name -> page.append("<th>").append(name).append("</th>"));
    page.append("</tr>");
    for (ColumnFit fit : evaluation.fits()) {
      row(fit.column(), fit.distance(), fit.realHalves());
      fit.numbers().ifPresent(this::sideBySide);
      page.append("</tr>");
    }
    page.append("</table></div>\n<div class=\"scroll\"><table><tr><th>pair</th><th>distance</th>")
        .append("<th>real halves</th></tr>");
    for (PairFit fit : evaluation.pairs().subList(0, Math.min(10, evaluation.pairs().size()))) {
      row(fit.first() + " and " + fit.second(), fit.distance(), fit.realHalves());
      page.append("</tr>");
    }
    page.append("</table></div>\n");
  }

  private void row(String name, double distance, double halves) {
    page.append("<tr><td>").append(Html.escaped(name)).append("</td><td>");
    page.append(Html.number(distance)).append("</td><td>").append(Html.number(halves));
    page.append("</td>");
  }

  private void sideBySide(ColumnFit.Numbers numbers) {
    for (int k = 0; k < numbers.real().size(); k++) {
      page.append("<td>").append(Html.number(numbers.real().get(k))).append(" / ");
      page.append(Html.number(numbers.synthetic().get(k))).append("</td>");
    }
  }

  private void columns() {
    page.append("<h2>Columns</h2>\n<p class=\"soft\">Shares of <span class=\"key plain\"></span>")
        .append("held-out rows and <span class=\"key weighted\"></span>weighted synthetic rows, ")
        .append("and their total variation distance.</p>\n<div class=\"grid\">");
    for (ColumnShares column : evaluation.columns()) {
      page.append("<div class=\"card\"><h3>").append(Html.escaped(column.column())).append("</h3>");
      page.append(
          BarChart.ofLevels(
                  column.column(),
                  column.labels(),
                  List.of(
                      BarChart.Series.exact("held-out rows", "plain", column.real()),
                      BarChart.Series.exact("weighted", "weighted", column.weighted())))
              .html(false));
      page.append("<p class=\"soft\">weighted ").append(Html.number(column.distanceWeighted()));
      page.append(", unweighted ").append(Html.number(column.distanceUnweighted()));
      page.append("</p></div>");
    }
    page.append("</div>\n");
  }
}
