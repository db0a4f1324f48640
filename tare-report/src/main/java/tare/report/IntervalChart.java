package tare.report;

import java.util.List;

/**
 * Estimates with intervals, one line each, around a line at zero; the numbers stand in a table
 * behind it.
 *
 * @param title what the picture shows, for those who cannot see it
 * @param axis what its numbers are
 * @param pictured on a scale on which they can be seen side by side
 * @param lines as they stand in the table
 */
public record IntervalChart(String title, String axis, List<Line> pictured, List<Line> lines) {

  /** One estimate. @param low NaN when there is no interval */
  public record Line(String name, double estimate, double low, double high) {

    boolean hasInterval() {
      return !Double.isNaN(low) && !Double.isNaN(high);
    }

    /** The same for a term that is so many times as large. */
    public Line times(String name, double factor) {
      return new Line(name, factor * estimate, factor * low, factor * high);
    }

    String words() {
      return written(estimate)
          + (hasInterval() ? " (" + written(low) + " to " + written(high) + ")" : "");
    }

    /** One of its numbers, to as many digits as the interval leaves. */
    String written(double value) {
      return hasInterval() ? Html.digits(value, (high - low) / 2) : Html.number(value);
    }
  }

  public IntervalChart {
    pictured = List.copyOf(pictured);
    lines = List.copyOf(lines);
  }

  /** The picture, and the table behind it. */
  public String html() {
    List<Line> shown =
        pictured.stream().filter(line -> !line.name().endsWith("(Intercept)")).toList();
    return picture(shown.isEmpty() ? pictured : shown) + table();
  }

  /** An intercept is in the table alone: it would set the scale for all others. */
  private String picture(List<Line> shown) {
    double from = 0;
    double to = 0;
    for (Line line : shown) {
      from = Math.min(from, line.hasInterval() ? line.low() : line.estimate());
      to = Math.max(to, line.hasInterval() ? line.high() : line.estimate());
    }
    double room = Math.max(1e-9, 0.05 * (to - from));
    AxisScale x = new AxisScale(from - room, to + room, 130, 350, false);
    double height = shown.size() * 22 + 40;
    StringBuilder svg = new StringBuilder("<svg class=\"intervals\" viewBox=\"0 0 360 ");
    svg.append(Html.at(height)).append("\" role=\"img\" aria-label=\"");
    svg.append(Html.escaped(title)).append("\">");
    for (double tick : x.ticks(4)) {
      svg.append("<path class=\"")
          .append(Math.abs(tick) < 1e-12 ? "zero" : "grid")
          .append("\" d=\"M");
      svg.append(Html.at(x.at(tick)))
          .append(" 0V")
          .append(Html.at(height - 32))
          .append("\"/><text x=\"");
      svg.append(Html.at(x.at(tick))).append("\" y=\"").append(Html.at(height - 19));
      svg.append("\" text-anchor=\"middle\">").append(AxisScale.label(tick)).append("</text>");
    }
    svg.append("<text x=\"356\" y=\"").append(Html.at(height - 4));
    svg.append("\" text-anchor=\"end\">").append(Html.escaped(axis)).append("</text>");
    for (int i = 0; i < shown.size(); i++) {
      line(svg, shown.get(i), 22 * i + 11, x);
    }
    return svg.append("</svg>").toString();
  }

  private static void line(StringBuilder svg, Line line, double y, AxisScale x) {
    svg.append("<g><title>").append(Html.escaped(line.name())).append(": ").append(line.words());
    svg.append("</title><text x=\"124\" y=\"").append(Html.at(y + 3));
    svg.append("\" text-anchor=\"end\">").append(Html.escaped(Html.shortened(line.name(), 20)));
    svg.append("</text>");
    if (line.hasInterval()) {
      svg.append("<path class=\"whisker\" d=\"M").append(Html.at(x.at(line.low()))).append(' ');
      svg.append(Html.at(y)).append('H').append(Html.at(x.at(line.high()))).append("\"/>");
    }
    svg.append("<circle class=\"weighted\" cx=\"").append(Html.at(x.at(line.estimate())));
    svg.append("\" cy=\"").append(Html.at(y)).append("\" r=\"4\"/></g>");
  }

  private String table() {
    StringBuilder html =
        new StringBuilder(
            "<div class=\"scroll\" tabindex=\"0\"><table><tr><th>term</th><th>estimate</th><th>95 % interval from</th><th>to</th></tr>");
    for (Line line : lines) {
      html.append("<tr><td>").append(Html.escaped(line.name())).append("</td><td>");
      html.append(line.written(line.estimate())).append("</td><td>");
      html.append(line.hasInterval() ? line.written(line.low()) : "–").append("</td><td>");
      html.append(line.hasInterval() ? line.written(line.high()) : "–").append("</td></tr>");
    }
    return html.append("</table></div>").toString();
  }
}
