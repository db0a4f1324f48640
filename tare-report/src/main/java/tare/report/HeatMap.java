package tare.report;

import java.util.List;

/**
 * A small table of shares as a picture: the colour of a cell says by how much it differs from what
 * it would be if the two sides had nothing to do with each other, and cells that differ by less
 * than their expected error have no colour.
 *
 * @param title what the picture shows, for those who cannot see it
 * @param rows labels down the side
 * @param columns labels along the top
 * @param shares of each cell. Not copied.
 * @param apart what each share would be without any pattern. Not copied.
 * @param error half the width of a cell's interval; NaN where it is not known. Not copied.
 */
public record HeatMap(
    String title,
    List<String> rows,
    List<String> columns,
    double[][] shares,
    double[][] apart,
    double[][] error) {

  /** Room beside the last column for the slanting label above it. */
  private static final double RIGHT = 40;

  private static final double LEFT = 104;
  private static final double MOST_TOP = 76;
  private static final double CELL = 44;
  private static final double LINE = 27;

  public HeatMap {
    rows = List.copyOf(rows);
    columns = List.copyOf(columns);
  }

  /** The picture, and the table behind it. */
  public String html() {
    return picture() + table();
  }

  private String picture() {
    double top = top();
    double height = top + rows.size() * LINE + 4;
    double width = LEFT + columns.size() * CELL + RIGHT;
    // The style sheet has a width for each number of columns, so that all have the same scale, and
    // lets a picture shrink by a fifth where there is less room before it has to be scrolled.
    StringBuilder svg =
        new StringBuilder("<div class=\"scroll\" tabindex=\"0\"><svg class=\"heat c");
    svg.append(columns.size()).append("\" viewBox=\"0 0 ");
    svg.append(Html.at(width)).append(' ').append(Html.at(height));
    svg.append("\" role=\"img\" aria-label=\"").append(Html.escaped(title)).append("\">");
    for (int j = 0; j < columns.size(); j++) {
      double x = LEFT + (j + 0.4) * CELL;
      svg.append("<text transform=\"translate(").append(Html.at(x)).append(' ');
      svg.append(Html.at(top - 6)).append(") rotate(-32)\">");
      svg.append(Html.escaped(label(columns.get(j)))).append("</text>");
    }
    for (int i = 0; i < rows.size(); i++) {
      double y = top + i * LINE;
      svg.append("<text x=\"").append(Html.at(LEFT - 6)).append("\" y=\"").append(Html.at(y + 17));
      svg.append("\" text-anchor=\"end\">").append(Html.escaped(label(rows.get(i))));
      svg.append("</text>");
      for (int j = 0; j < columns.size(); j++) {
        cell(svg, i, j, LEFT + j * CELL, y);
      }
    }
    return svg.append("</svg></div>").toString();
  }

  /** Room above for the longest of the slanting labels. */
  private double top() {
    int letters = columns.stream().mapToInt(column -> label(column).length()).max().orElse(0);
    return Math.min(MOST_TOP, 16 + 4 * letters);
  }

  private static String label(String text) {
    return Html.shortened(text.replace(" to ", "–"), 15);
  }

  private void cell(StringBuilder svg, int i, int j, double x, double y) {
    svg.append("<g class=\"").append(tone(i, j)).append("\"><title>").append(words(i, j));
    svg.append("</title><rect x=\"").append(Html.at(x + 1)).append("\" y=\"");
    svg.append(Html.at(y + 1)).append("\" width=\"").append(Html.at(CELL - 2));
    svg.append("\" height=\"").append(Html.at(LINE - 2)).append("\"/><text x=\"");
    svg.append(Html.at(x + CELL / 2)).append("\" y=\"").append(Html.at(y + 17));
    svg.append("\" text-anchor=\"middle\">").append(Html.percent(shares[i][j]).replace(" ", ""));
    svg.append("</text></g>");
  }

  private String words(int i, int j) {
    return Html.escaped(rows.get(i) + ", " + columns.get(j))
        + ": "
        + number(i, j)
        + "; without a pattern "
        + Html.percent(apart[i][j]);
  }

  private String number(int i, int j) {
    return Html.percent(shares[i][j], error[i][j]);
  }

  /**
   * No colour within the error; else by the ratio to what it would be: up to 1.25, 1.7, more. Where
   * the error is not known, a small difference has no colour either.
   */
  private String tone(int i, int j) {
    double difference = shares[i][j] - apart[i][j];
    double sure = Double.isNaN(error[i][j]) ? 0 : error[i][j];
    if (Math.abs(difference) <= Math.max(sure, 1e-4)) {
      return "tone0";
    }
    double ratio = Math.abs(Math.log(Math.max(shares[i][j], 1e-9) / Math.max(apart[i][j], 1e-9)));
    int step = ratio < 0.22 ? 1 : ratio < 0.53 ? 2 : 3;
    if (step == 1 && Double.isNaN(error[i][j])) {
      return "tone0";
    }
    return (difference > 0 ? "more" : "less") + step;
  }

  private String table() {
    StringBuilder html =
        new StringBuilder(
            "<details><summary>Numbers</summary><div class=\"scroll\" tabindex=\"0\"><table><tr><th></th>");
    columns.forEach(label -> html.append("<th>").append(Html.escaped(label)).append("</th>"));
    html.append("</tr>");
    for (int i = 0; i < rows.size(); i++) {
      html.append("<tr><th>").append(Html.escaped(rows.get(i))).append("</th>");
      for (int j = 0; j < columns.size(); j++) {
        html.append("<td>").append(number(i, j)).append("</td>");
      }
      html.append("</tr>");
    }
    return html.append("</table></div></details>").toString();
  }
}
