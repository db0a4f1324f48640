package tare.report;

import tare.analysis.PairPattern;

/** The strongest pairs of columns as heat maps. */
final class PairSection {

  private PairSection() {}

  static String html(ReleaseFacts facts) {
    StringBuilder page = new StringBuilder("<h2 id=\"pairs\">The strongest pairs</h2>\n");
    if (facts.pairs().isEmpty()) {
      return page.append(
              "<p>No two columns of these rows have anything to do with each other.</p>\n")
          .toString();
    }
    page.append(
        "<p class=\"soft\">A number is the share of all rows in a cell. Its colour says how it compares with what it would be ");
    page.append(
        "if the two columns had nothing to do with each other: <span class=\"number\"><span class=\"key more3\"></span>more</span> ");
    page.append(
        "or <span class=\"number\"><span class=\"key less3\"></span>fewer</span> rows. Cells that differ by less than their expected error have no colour. ");
    page.append(
        "Strength is Cramér's V: 0 for no pattern, 1 where one column tells the other.</p>\n<div class=\"grid wide\">");
    for (PairPattern pair : facts.pairs()) {
      card(page, facts, pair);
    }
    return page.append("</div>\n").toString();
  }

  private static void card(StringBuilder page, ReleaseFacts facts, PairPattern pair) {
    String first = facts.schema().column(pair.first()).name();
    String second = facts.schema().column(pair.second()).name();
    double[] rows = pair.rowShares();
    double[] columns = pair.columnShares();
    double[][] apart = new double[rows.length][columns.length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < columns.length; j++) {
        apart[i][j] = rows[i] * columns[j];
      }
    }
    page.append("<section class=\"card\"><h3>").append(Html.escaped(first)).append(" by ");
    page.append(Html.escaped(second)).append("</h3>");
    page.append(
        new HeatMap(
                first + " by " + second,
                pair.rows(),
                pair.columns(),
                pair.shares(),
                apart,
                facts.errors(pair))
            .html());
    page.append("<p class=\"small soft\">Strength ")
        .append(Html.number(Math.rint(pair.strength() * 100) / 100));
    page.append(
        facts.nodes().isEmpty()
            ? "."
            : facts.counted(pair)
                ? ". The generator counted this pair."
                : ". The generator did not count this pair; it follows from others"
                    + (facts.replicated() ? "." : ", so its error is not known."));
    page.append("</p></section>");
  }
}
