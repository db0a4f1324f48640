package tare.report;

import java.util.LinkedHashMap;
import java.util.Map;
import tare.release.Bundle;

/** How to load the files, with the lines that are right for this release. */
final class UseSection {

  private UseSection() {}

  static String html(ReleaseFacts facts) {
    StringBuilder page = new StringBuilder("<h2 id=\"use\">How to load it</h2>\n<p>");
    page.append(Html.escaped(advice(facts))).append("</p>\n");
    Snippets.of(facts)
        .forEach(
            (name, code) -> {
              page.append("<h3>").append(name).append("</h3><pre tabindex=\"0\"><code>");
              page.append(Html.escaped(code)).append("</code></pre>\n");
            });
    page.append("<h3>The files</h3><div class=\"scroll\" tabindex=\"0\"><table>");
    files(facts.bundle())
        .forEach(
            (name, meaning) -> {
              page.append("<tr><td><code>").append(name).append("</code></td><td>");
              page.append(meaning).append("</td></tr>");
            });
    return page.append("</table></div>\n").toString();
  }

  private static String advice(ReleaseFacts facts) {
    if (facts.replicated() && !facts.weighs()) {
      return "Every row counts once, as its weight of 1 says; the replicate weights give the standard errors.";
    }
    if (facts.replicated()) {
      return "Use the weights for estimates and the replicate weights for their standard errors.";
    }
    if (facts.usesWeights()) {
      return "Use the weights for estimates.";
    }
    return facts.bundle().weights().isPresent()
        ? "Leave the weights of this release alone: the lines below do without."
        : "This release has no weights: every row counts once.";
  }

  private static Map<String, String> files(Bundle bundle) {
    Map<String, String> files = new LinkedHashMap<>();
    boolean weights = bundle.weights().isPresent();
    files.put(
        "synthetic.csv, synthetic.parquet",
        weights
            ? "the rows, with <code>weight</code> (mean one) and <code>log_weight</code> as last columns"
            : "the rows");
    if (bundle.replicates().isPresent()) {
      files.put(
          "replicates.parquet, replicates.csv.gz",
          "replicate weights, one column each, for standard errors");
    }
    files.put(
        "datapackage.json", "columns, types, bounds, categories: a Frictionless Data Package");
    files.put("privacy.json", "the guarantee and every event behind it");
    if (weights) {
      files.put("weights.json", "the weight method, its noise, diagnostics and verdict");
      files.put("examples/", "a weighted regression in Python, R and Stan, ten lines each");
    }
    if (bundle.model().isPresent()) {
      files.put(
          "model.json",
          "the generator: <code>tare sample</code> draws more rows from it at no further cost");
    }
    files.put(
        "MANIFEST.json",
        "checksums; <code>tare verify</code> checks them and the privacy statement");
    return files;
  }
}
