package tare.report;

import java.util.ArrayList;
import java.util.List;
import tare.analysis.ValueWords;
import tare.release.Bundle;
import tare.schema.ColumnType;
import tare.table.Table;

/**
 * report.html: one page, no script, no network, from which a person learns what the rows are, what
 * can be concluded from them and how sure that is, what is promised, what it cost, and how to load
 * them. Holds nothing private: it is laid out from the bundle alone.
 */
public final class ReportPage {

  private static final int SAMPLE_ROWS = 6;
  private static final int LONGEST_HEAD = 32;
  private static final int SAMPLE_COLUMNS = 12;
  private static final int MOST_NAMED = 12;

  private final ReleaseFacts facts;
  private final StringBuilder page = new StringBuilder();

  private ReportPage(ReleaseFacts facts) {
    this.facts = facts;
  }

  /** The whole page. */
  public static String of(Bundle bundle) {
    return of(bundle, () -> {});
  }

  /**
   * The same for one who may want no more of it.
   *
   * @param step called several times a second; may end the work by throwing
   */
  public static String of(Bundle bundle, Runnable step) {
    return Page.of(bundle.privacy().dataset() + ": private release", body(bundle, step));
  }

  /** What stands on the page, for a page that has a frame of its own. */
  public static String body(Bundle bundle) {
    return body(bundle, () -> {});
  }

  private static String body(Bundle bundle, Runnable step) {
    return new ReportPage(ReleaseFacts.of(bundle, step)).laidOut();
  }

  private String laidOut() {
    head();
    rows();
    page.append(ConclusionSection.html(facts));
    page.append(ColumnSection.html(facts));
    page.append(PairSection.html(facts));
    page.append(GuaranteeSection.html(facts.bundle().privacy()));
    facts.bundle().weights().ifPresent(w -> page.append(WeightSection.html(w)));
    page.append(UseSection.html(facts));
    return page.toString();
  }

  private void head() {
    Bundle bundle = facts.bundle();
    page.append("<h1>").append(Html.escaped(bundle.privacy().dataset())).append("</h1>\n");
    page.append(
        "<p class=\"soft\">Synthetic rows made under differential privacy: no row is a real one");
    page.append(", and all together resemble the private table. Generator: ");
    page.append(Html.escaped(bundle.provenance().generator())).append(". Weights: ");
    page.append(Html.escaped(bundle.provenance().weights())).append(". Made by ");
    page.append(Html.escaped(bundle.provenance().tool())).append(" on <span class=\"number\">");
    page.append(bundle.provenance().created().toString(), 0, 10).append("</span>.</p>\n");
    page.append(
        "<nav aria-label=\"Sections\"><a href=\"#rows\">Rows</a> <a href=\"#conclude\">What can be concluded</a> ");
    page.append(
        "<a href=\"#columns\">Columns</a> <a href=\"#pairs\">Pairs</a> <a href=\"#promise\">The promise</a> ");
    page.append("<a href=\"#spent\">What was spent</a> ");
    page.append(bundle.weights().isPresent() ? "<a href=\"#weights\">Weights</a> " : "");
    page.append("<a href=\"#use\">How to load it</a></nav>\n<div class=\"facts\">");
    fact("synthetic rows", Html.number(bundle.synthetic().rowCount()));
    fact("columns", Html.number(facts.schema().columnCount()));
    fact("epsilon, the privacy loss", Html.number(bundle.privacy().spent().epsilon()));
    fact("verdict on the rows", RowVerdict.of(facts).isFit() ? "fit" : "use with care");
    fact("verdict on the weights", facts.weightVerdict().map(v -> v.words()).orElse("no weights"));
    page.append("</div>\n");
  }

  private void fact(String name, String value) {
    page.append("<div class=\"card\"><b>").append(value).append("</b><span class=\"soft\">");
    page.append(name).append("</span></div>");
  }

  private void rows() {
    Table rows = facts.bundle().synthetic();
    int columns = Math.min(SAMPLE_COLUMNS, rows.schema().columnCount());
    page.append(
        "<h2 id=\"rows\">The rows</h2>\n<div class=\"scroll\" tabindex=\"0\"><table class=\"sample\"><tr>");
    for (int c = 0; c < columns; c++) {
      String name = rows.schema().column(c).name();
      page.append("<th title=\"").append(Html.escaped(name)).append("\">");
      page.append(Html.escaped(Html.shortened(name, LONGEST_HEAD))).append("</th>");
    }
    page.append("</tr>");
    for (int row = 0; row < Math.min(SAMPLE_ROWS, rows.rowCount()); row++) {
      page.append("<tr>");
      for (int c = 0; c < columns; c++) {
        page.append("<td>").append(Html.escaped(cell(rows, row, c))).append("</td>");
      }
      page.append("</tr>");
    }
    page.append("</table></div>\n<p class=\"soft small\">The first of ");
    page.append(Html.number(rows.rowCount())).append(" rows");
    page.append(
        columns < rows.schema().columnCount()
            ? " and " + columns + " of " + rows.schema().columnCount() + " columns"
            : "");
    page.append(". They are drawn from a model: where one looks like somebody, that is chance.");
    FewerRows.words(facts.bundle(), facts.looked()).ifPresent(page::append);
    page.append("</p>\n");
  }

  private static String cell(Table rows, int row, int column) {
    if (rows.missing(row, column)) {
      return "";
    }
    ColumnType type = rows.schema().column(column).type();
    if (type instanceof ColumnType.Temporal) {
      return ValueWords.of(type).apply(rows.number(row, column));
    }
    return type.isNumeric()
        ? Html.number(rows.number(row, column))
        : rows.schema().column(column).type().levels().get(rows.level(row, column));
  }

  /** The same, of the first of many. */
  static String someOf(List<String> names) {
    if (names.size() <= MOST_NAMED) {
      return listed(names);
    }
    List<String> some = new ArrayList<>(names.subList(0, MOST_NAMED));
    some.add((names.size() - MOST_NAMED) + " more");
    return listed(some);
  }

  /** Names in a sentence: a, b and c. */
  static String listed(List<String> names) {
    if (names.size() < 2) {
      return String.join("", names);
    }
    return String.join(", ", names.subList(0, names.size() - 1))
        + " and "
        + names.get(names.size() - 1);
  }
}
