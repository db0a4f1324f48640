package tare.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import tare.analysis.ColumnDistribution;
import tare.analysis.WeightHistogram;
import tare.release.Bundle;
import tare.release.PrivacyStatement;
import tare.release.PrivacyStatement.Charge;
import tare.release.Verdict;
import tare.release.WeightStatement;
import tare.release.WeightStatement.Quality;
import tare.table.Table;
import tools.jackson.databind.JsonNode;

/**
 * report.html: one page, no network, that tells a person what the release promises, what it cost,
 * what the weights change and whether to use them. Holds nothing private: it is laid out from the
 * bundle alone.
 */
public final class ReportPage {

  private final Bundle bundle;
  private final StringBuilder page = new StringBuilder();

  private ReportPage(Bundle bundle) {
    this.bundle = bundle;
  }

  /** The whole page. */
  public static String of(Bundle bundle) {
    return new ReportPage(bundle).laidOut();
  }

  private String laidOut() {
    page.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    page.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>");
    page.append(Html.escaped(bundle.privacy().dataset()))
        .append(": private release</title><style>");
    page.append(styleSheet()).append("</style></head><body><main>\n");
    head();
    guarantee();
    bundle.weights().ifPresent(this::verdict);
    spending();
    columns();
    bundle.weights().ifPresent(this::weights);
    use();
    return page.append("</main></body></html>\n").toString();
  }

  private void head() {
    page.append("<h1>").append(Html.escaped(bundle.privacy().dataset())).append("</h1>\n");
    page.append("<p class=\"soft\">Synthetic rows made under differential privacy. Generator: ")
        .append(Html.escaped(bundle.provenance().generator()))
        .append(". Weights: ")
        .append(Html.escaped(bundle.provenance().weights()))
        .append(". Made by ")
        .append(Html.escaped(bundle.provenance().tool()))
        .append(" on <span class=\"number\">")
        .append(bundle.provenance().created().toString(), 0, 10)
        .append("</span>.</p>\n<div class=\"facts\">");
    PrivacyStatement privacy = bundle.privacy();
    fact("epsilon", Html.number(privacy.spent().epsilon()));
    fact("delta", Html.number(privacy.spent().delta()));
    fact("synthetic rows", Html.number(bundle.synthetic().rowCount()));
    fact("columns", Html.number(bundle.synthetic().schema().columnCount()));
    page.append("</div>\n");
  }

  private void fact(String name, String value) {
    page.append("<div class=\"card\"><b>").append(value).append("</b><span class=\"soft\">");
    page.append(name).append("</span></div>");
  }

  private void guarantee() {
    PrivacyStatement privacy = bundle.privacy();
    String unit = Html.escaped(privacy.unit());
    page.append("<h2>What is promised</h2>\n<p>");
    if (Double.isInfinite(privacy.spent().epsilon())) {
      page.append("<strong>Nothing.</strong> Private rows were read without protection, for an ")
          .append("experiment. Do not hand this folder on.</p>\n");
      return;
    }
    page.append("Whoever looks at this folder, whatever else they know and however they compute, ")
        .append("the odds of anything they may conclude about one ")
        .append(unit)
        .append(" are within a factor of ")
        .append(Html.number(Math.exp(privacy.spent().epsilon())))
        .append(" of what they would be had that ")
        .append(unit)
        .append("'s row never been in the table");
    if (privacy.spent().delta() > 0) {
      page.append(", but for a chance of ").append(Html.number(privacy.spent().delta()));
    }
    page.append(". This is (&epsilon;, &delta;)-differential privacy: ")
        .append(Html.escaped(privacy.relation()))
        .append("</p>\n<p class=\"soft\">Not covered: ")
        .append(Html.escaped(String.join(" ", privacy.unprotected())))
        .append("</p>\n");
  }

  private void verdict(WeightStatement weights) {
    Quality quality = weights.quality();
    String style =
        switch (quality.verdict()) {
          case USE -> "use";
          case USE_WITH_CARE -> "care";
          case DO_NOT_USE -> "not";
        };
    page.append("<h2>Should the weights be used?</h2>\n<div class=\"card verdict ");
    page.append(style).append("\"><strong>Verdict: ").append(quality.verdict().words());
    page.append(".</strong><ul>");
    quality.reasons().forEach(r -> page.append("<li>").append(Html.escaped(r)).append("</li>"));
    page.append("</ul></div>\n<p class=\"soft\">").append(advice(quality.verdict()));
    page.append("</p>\n");
  }

  private static String advice(Verdict verdict) {
    return switch (verdict) {
      case USE ->
          "Give the column <code>weight</code> to the analysis; the files in examples/ show how.";
      case USE_WITH_CARE ->
          "Run the analysis with the column <code>weight</code> and without it, and report both where "
              + "they differ.";
      case DO_NOT_USE ->
          "The rows can be used as they are; leave the columns <code>weight</code> and "
              + "<code>log_weight</code> alone. Weights mend what a generator gets systematically wrong. Where "
              + "little is wrong, as with a good generator and many rows, what they would mend is less than "
              + "the noise that privacy puts on them. The next release of such a table may do without them "
              + "(<code>--weights none</code>) and give their share to the generator, or give them more "
              + "(<code>--weight-share</code>).";
    };
  }

  private void spending() {
    PrivacyStatement privacy = bundle.privacy();
    page.append(
            "<h2>What was spent on what</h2>\n<div class=\"scroll\"><table><tr><th>purpose</th>")
        .append("<th>epsilon</th><th>delta</th></tr>");
    for (Charge charge : privacy.charges()) {
      page.append("<tr><td>").append(Html.escaped(charge.purpose()));
      page.append("<br><span class=\"soft\">").append(Html.escaped(mechanism(charge.event())));
      page.append("</span></td><td class=\"number\">")
          .append(Html.number(charge.share().epsilon()));
      page.append("</td><td class=\"number\">").append(Html.number(charge.share().delta()));
      page.append("</td></tr>");
    }
    page.append("<tr><th>together, composed</th><th class=\"number\">")
        .append(Html.number(privacy.spent().epsilon()));
    page.append("</th><th class=\"number\">").append(Html.number(privacy.spent().delta()));
    page.append("</th></tr></table></div>\n");
    page.append(
            "<p class=\"soft\">What each purpose was given, and what all of it costs together by ")
        .append(Html.escaped(privacy.accountant()))
        .append(". Asked for: epsilon ")
        .append(Html.number(privacy.requested().epsilon()));
    page.append(", delta ").append(Html.number(privacy.requested().delta()));
    page.append(
        ". Every event stands in privacy.json, so anyone can compose them again. Rows in the ");
    page.append("private table as used: ").append(Html.number(privacy.rowCount().used()));
    page.append(" (").append(Html.escaped(privacy.rowCount().source())).append(").</p>\n");
  }

  /** An event in words, for instance 9 × discrete gaussian, 17 × exponential. */
  private static String mechanism(JsonNode event) {
    if (event.path("events").isArray()) {
      List<String> parts = new ArrayList<>();
      event.path("events").forEach(part -> parts.add(mechanism(part)));
      return String.join(", ", parts);
    }
    if (event.has("times")) {
      return Html.number(event.path("times").asDouble(1)) + " × " + mechanism(event.path("event"));
    }
    String kind = event.path("kind").asString("").replace('_', ' ');
    return event.has("event") ? kind + " " + mechanism(event.path("event")) : kind;
  }

  private void columns() {
    Table rows = bundle.synthetic();
    double[] weights =
        bundle.weights().map(w -> w.weights().meanOne()).orElseGet(() -> ones(rows.rowCount()));
    page.append("<h2>The columns</h2>\n<p class=\"soft\">Shares of the synthetic rows");
    if (bundle.weights().isPresent()) {
      page.append(
          ": <span class=\"number\"><span class=\"key plain\"></span>as they are</span> "
              + "<span class=\"number\"><span class=\"key weighted\"></span>weighted</span>");
    }
    page.append("</p>\n<div class=\"grid\">");
    for (int c = 0; c < rows.schema().columnCount(); c++) {
      ColumnDistribution spread = ColumnDistribution.of(rows, c, weights);
      page.append("<div class=\"card\"><h3>").append(Html.escaped(spread.column())).append("</h3>");
      page.append(
          bundle.weights().isPresent()
              ? BarChart.paired(
                  spread.column(), spread.labels(), spread.unweighted(), spread.weighted())
              : BarChart.single(spread.column(), spread.labels(), spread.unweighted()));
      page.append("</div>");
    }
    page.append("</div>\n");
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  private void weights(WeightStatement weights) {
    Quality quality = weights.quality();
    WeightHistogram histogram = WeightHistogram.of(weights.weights());
    page.append(
        "<h2>The weights</h2>\n<div class=\"grid\"><div class=\"card\"><h3>log10 of the weight</h3>");
    page.append(BarChart.single("log10 of the weight", histogram.labels(), histogram.shares()));
    page.append("</div><div class=\"card broad scroll\"><table>");
    diagnostic(
        "effective sample size",
        Html.number(quality.effectiveSampleSize()),
        "of " + Html.number(weights.weights().size()) + " rows (Kish)");
    diagnostic("largest share", Html.percent(quality.largestShare()), "of all weight on one row");
    diagnostic("Pareto k", Html.number(quality.paretoK()), "below 0.7 is reliable");
    diagnostic(
        "finite variance, p", Html.number(quality.koopmanP()), "below 0.05 speaks against it");
    diagnostic(
        "expected noise",
        Html.number(quality.expectedLogNoise()),
        "sd of the privacy noise in a log weight");
    page.append("</table></div></div>\n");
  }

  private void diagnostic(String name, String value, String meaning) {
    page.append("<tr><th>")
        .append(name)
        .append("</th><td class=\"number\">")
        .append(value)
        .append("</td><td class=\"soft\">");
    page.append(meaning).append("</td></tr>");
  }

  private void use() {
    page.append("<h2>How to use the files</h2>\n<div class=\"scroll\"><table>");
    file(
        "synthetic.csv",
        "the rows, with <code>weight</code> (mean one) and <code>log_weight</code> as last columns; also synthetic.parquet");
    file("datapackage.json", "columns, types, bounds, categories: a Frictionless Data Package");
    file("privacy.json", "the guarantee and every event behind it");
    file("weights.json", "the weight method, its noise, diagnostics and verdict");
    file(
        "model.json",
        "the generator: <code>tare sample</code> draws more rows from it at no further cost");
    file("examples/", "a weighted regression in Python, R and Stan, ten lines each");
    file(
        "MANIFEST.json",
        "checksums; <code>tare verify</code> checks them and the privacy statement");
    page.append("</table></div>\n<pre><code>");
    page.append(
        Html.escaped(
            """
            import pandas as pd
            rows = pd.read_csv("synthetic.csv")
            mean = (rows["x"] * rows["weight"]).sum() / rows["weight"].sum()   # a weighted mean
            # scikit-learn: model.fit(X, y, sample_weight=rows["weight"]);  R: svydesign(~1, weights = ~weight, data = rows)
            """));
    page.append("</code></pre>\n");
  }

  private void file(String name, String meaning) {
    page.append("<tr><td><code>").append(name).append("</code></td><td>").append(meaning);
    page.append("</td></tr>");
  }

  /** The style of every page. */
  static String styleSheet() {
    try (InputStream in = ReportPage.class.getResourceAsStream("report.css")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
