package tare.report;

import java.util.ArrayList;
import java.util.List;
import tare.analysis.Shortfall;
import tare.inference.Replicates;
import tare.release.Bundle;
import tare.release.Verdict;
import tare.release.WeightStatement;

/** What can be concluded: a verdict on the rows, one on the weights, and what was left out. */
final class ConclusionSection {

  private final ReleaseFacts facts;
  private final StringBuilder page = new StringBuilder();

  private ConclusionSection(ReleaseFacts facts) {
    this.facts = facts;
  }

  static String html(ReleaseFacts facts) {
    return new ConclusionSection(facts).laidOut();
  }

  private String laidOut() {
    page.append("<h2 id=\"conclude\">What can be concluded</h2>\n<div class=\"pair\">");
    rows();
    weights();
    page.append("</div>\n");
    leftOut();
    return page.toString();
  }

  private void card(String style, String heading, List<String> sentences) {
    page.append("<div class=\"card verdict ").append(style).append("\"><h3>").append(heading);
    page.append("</h3><ul>");
    sentences.forEach(s -> page.append("<li>").append(Html.escaped(s)).append("</li>"));
    page.append("</ul></div>");
  }

  private void rows() {
    List<String> sentences = new ArrayList<>();
    double column = facts.columnReach();
    double pair = facts.pairReach();
    if (Double.isNaN(column)) {
      sentences.add(
          facts.errors().isEmpty()
              ? "This generator does not tell how far its shares may be off. Compare results with what is known from elsewhere."
              : "Shares of one column: more than one row in ten lies in bars that are narrower than what was counted. How far those are off is not known; take several bars together.");
    } else {
      sentences.add(
          "Shares of one column: 95 % intervals of ± "
              + Html.roughPercent(column)
              + " or less for the bars that hold nine rows of ten (the whiskers below; care is advised above "
              + Html.percent(RowVerdict.WIDEST)
              + ").");
    }
    if (!Double.isNaN(pair)) {
      sentences.add(
          "Shares of two columns together: ± "
              + Html.roughPercent(pair)
              + " or less for the cells that hold nine rows of ten"
              + (facts.replicated() ? "." : ", in pairs that were counted."));
    }
    sentences.add(
        facts.bundle().replicates().isPresent()
            ? "Intervals: use the replicate weights, which know of the privacy noise. Ordinary standard errors take the rows for real ones and are too small."
            : "Intervals: ordinary standard errors are too small. "
                + Shortfall.of(facts.bundle()).words()
                + " More synthetic rows do not mend that.");
    sentences.add(
        "Three columns or more at once, tails and rare levels rest on the model rather than on the private rows.");
    RowVerdict verdict = RowVerdict.of(facts);
    card(verdict.isFit() ? "use" : "care", "The rows: " + verdict.words(), sentences);
  }

  private void weights() {
    if (facts.bundle().weights().isEmpty()) {
      card("care", "The weights: there are none", List.of(missing()));
      return;
    }
    WeightStatement weights = facts.bundle().weights().get();
    WeightStatement.Quality quality = weights.quality();
    List<String> sentences = new ArrayList<>(quality.reasons());
    sentences.add(
        weights.correctedRows() && quality.verdict() != Verdict.DO_NOT_USE
            ? "Take the rows as they are; for intervals use the replicate weights, as the lines at the end of this page do."
            : advice(quality.verdict()));
    String style =
        switch (quality.verdict()) {
          case USE -> "use";
          case USE_WITH_CARE -> "care";
          case DO_NOT_USE -> "not";
        };
    card(style, "The weights: " + quality.verdict().words(), sentences);
  }

  private String missing() {
    Bundle bundle = facts.bundle();
    return bundle.privacy().notes().stream()
        .filter(note -> note.startsWith("There are no weights"))
        .findFirst()
        .orElse(
            "No weights were made for this release: every row counts once, and the generator had the whole budget.");
  }

  private static String advice(Verdict verdict) {
    return switch (verdict) {
      case USE ->
          "Give the column weight to the analysis; the lines at the end of this page show how.";
      case USE_WITH_CARE ->
          "Run the analysis with the column weight and without it, and report both where they differ.";
      case DO_NOT_USE ->
          "Use the rows as they are and leave the columns weight and log_weight alone. Weights mend what a generator gets"
              + " systematically wrong; here what they could mend is less than the noise that privacy puts on them. The"
              + " next release of such a table may do without (--weights none) or give them more (--weight-share).";
    };
  }

  private void leftOut() {
    List<String> sentences = new ArrayList<>();
    List<String> ignored = facts.schema().ignored();
    if (!ignored.isEmpty()) {
      sentences.add(
          "Columns of the private table that are not here: " + ReportPage.listed(ignored) + ".");
    }
    List<String> alone = facts.columnsAlone();
    if (!alone.isEmpty()) {
      sentences.add(
          "Columns that the model takes as having nothing to do with the others, because their patterns were lost in noise: "
              + ReportPage.someOf(alone)
              + ".");
    }
    facts.bundle().replicates().map(Replicates::leavesOut).ifPresent(sentences::addAll);
    sentences.add(
        "Values beyond the declared bounds were moved to the bounds, and levels beyond the declared ones to \"other\" where there is one.");
    page.append("<h3>What was left out</h3>\n<ul>");
    sentences.forEach(s -> page.append("<li>").append(Html.escaped(s)).append("</li>"));
    page.append("</ul>\n");
  }
}
