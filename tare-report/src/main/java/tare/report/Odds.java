package tare.report;

/**
 * What a privacy budget means, in words and in chances: how far a belief about one person can move
 * by looking at a release.
 *
 * @param epsilon the most by which the log of the odds moves
 * @param delta the chance that it moves further
 */
public record Odds(double epsilon, double delta) {

  private static final double[] BELIEFS = {0.01, 0.1, 0.5};

  /** The most that a belief can become. */
  public double most(double belief) {
    return belief / (belief + (1 - belief) * Math.exp(-epsilon));
  }

  /** The least that a belief can become. */
  public double least(double belief) {
    return belief / (belief + (1 - belief) * Math.exp(epsilon));
  }

  /** In one or two words, for those who have not met the number before. */
  public String strength() {
    if (epsilon <= 0.5) {
      return "very strong";
    }
    if (epsilon <= 1) {
      return "strong";
    }
    if (epsilon <= 3) {
      return "fair";
    }
    return epsilon <= 10 ? "weak" : "hardly any";
  }

  /** A paragraph. @param unit what is protected */
  public String words(String unit) {
    boolean row = unit.equals("row");
    return "Say somebody, whatever else they know, thinks there is a 10 % chance that something is true of "
        + (row ? "whoever is behind one row" : "one " + unit)
        + ". Without that "
        + (row ? "row" : unit + "'s rows")
        + " in the table they would go on thinking so. After seeing everything that came of the table, "
        + "with "
        + (row ? "the row" : "them")
        + " in it, they may think anything from "
        + Html.percent(least(0.1))
        + " to "
        + Html.percent(most(0.1))
        + " instead, and no more: the odds move by at most a factor of "
        + Html.number(Math.exp(epsilon))
        + (delta > 0
            ? ", but for a chance of "
                + (delta <= 0.5
                    ? "one in " + Html.number(Math.rint(1 / delta))
                    : Html.percent(delta))
            : "")
        + ".";
  }

  /** A picture of how far beliefs can move, with its numbers. */
  public String html(String unit) {
    return "<p>" + Html.escaped(words(unit)) + "</p>\n" + picture() + table();
  }

  private String picture() {
    AxisScale x = new AxisScale(0, 1, 44, 348, false);
    StringBuilder svg =
        new StringBuilder(
            "<svg class=\"odds\" viewBox=\"0 0 360 126\" role=\"img\" aria-label=\"How far a belief can move\">");
    for (int tick = 0; tick <= 4; tick++) {
      svg.append("<path class=\"grid\" d=\"M")
          .append(Html.at(x.at(tick / 4.0)))
          .append(" 4V90\"/>");
      svg.append("<text x=\"").append(Html.at(x.at(tick / 4.0)));
      svg.append("\" y=\"104\" text-anchor=\"middle\">").append(25 * tick).append("%</text>");
    }
    svg.append(
        "<text x=\"196\" y=\"120\" text-anchor=\"middle\">belief afterwards; the upright line is where it stood before</text>");
    for (int i = 0; i < BELIEFS.length; i++) {
      double belief = BELIEFS[i];
      double y = 10 + i * 28;
      svg.append("<text x=\"38\" y=\"").append(Html.at(y + 13)).append("\" text-anchor=\"end\">");
      svg.append(Html.percent(belief).replace(" ", ""))
          .append("</text><rect class=\"weighted\" x=\"");
      svg.append(Html.at(x.at(least(belief)))).append("\" y=\"").append(Html.at(y + 4));
      svg.append("\" width=\"")
          .append(Html.at(Math.max(1.5, x.at(most(belief)) - x.at(least(belief)))));
      svg.append("\" height=\"12\"><title>").append(said(belief)).append("</title></rect>");
      svg.append("<path class=\"whisker\" d=\"M").append(Html.at(x.at(belief))).append(' ');
      svg.append(Html.at(y)).append('V').append(Html.at(y + 20)).append("\"/>");
    }
    return svg.append("</svg>").toString();
  }

  private String said(double belief) {
    return "from "
        + Html.percent(belief)
        + " to between "
        + Html.percent(least(belief))
        + " and "
        + Html.percent(most(belief));
  }

  private String table() {
    StringBuilder html =
        new StringBuilder(
            "<table class=\"narrow\"><tr><th>belief before</th><th>afterwards at least</th><th>at most</th></tr>");
    for (double belief : BELIEFS) {
      html.append("<tr><td>").append(Html.percent(belief)).append("</td><td>");
      html.append(Html.percent(least(belief))).append("</td><td>");
      html.append(Html.percent(most(belief))).append("</td></tr>");
    }
    return html.append("</table>\n").toString();
  }
}
