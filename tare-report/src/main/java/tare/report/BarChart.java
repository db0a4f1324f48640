package tare.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Shares as bars, drawn as inline SVG: one or two series over the same bars, with numbers on the
 * axis, the expected error as whiskers, the number of a bar where one points at it, and a table of
 * all numbers behind the picture.
 *
 * @param title what the picture shows, for those who cannot see it
 * @param bars what each bar stands for
 * @param series shares of each bar
 */
public record BarChart(String title, List<Bar> bars, List<Series> series) {

  private static final double WIDTH = 360;
  private static final double LEFT = 34;
  private static final double TOP = 8;
  private static final double FLOOR = 132;
  private static final double HEIGHT = 158;
  private static final double SLOT = 15;
  private static final double LINE = 19;
  private static final double HALF_LETTER = 3.2;
  private static final int MOST_LINES = 24;

  /**
   * What a bar stands for.
   *
   * @param from where it begins on the axis of numbers; NaN when it is a level
   * @param to where it ends
   * @param apart whether it stands beside the axis: the rest of a range, or missing cells
   */
  public record Bar(String label, double from, double to, boolean apart) {}

  /**
   * One series.
   *
   * @param style "plain" or "weighted"
   * @param errors half the width of each bar's whisker; NaN for none. Not copied.
   */
  public record Series(String name, String style, double[] shares, double[] errors) {

    /** A series without errors. */
    public static Series exact(String name, String style, double[] shares) {
      double[] none = new double[shares.length];
      java.util.Arrays.fill(none, Double.NaN);
      return new Series(name, style, shares, none);
    }

    String words(int bar) {
      return Html.percent(shares[bar], errors[bar]);
    }
  }

  public BarChart {
    bars = List.copyOf(bars);
    series = List.copyOf(series);
  }

  /** Levels by their labels. */
  public static BarChart ofLevels(String title, List<String> labels, List<Series> series) {
    return new BarChart(
        title,
        labels.stream().map(l -> new Bar(l, Double.NaN, Double.NaN, false)).toList(),
        series);
  }

  /** The picture, and the table behind it. */
  public String html(boolean log) {
    return picture(log) + table();
  }

  /** The same over an axis that is written in a way of its own. */
  String html(AxisScale.Ticks ticks) {
    return picture(false, ticks) + table();
  }

  String picture(boolean log) {
    return picture(log, AxisScale.Ticks.NUMBERS);
  }

  private String picture(boolean log, AxisScale.Ticks ticks) {
    return bars.stream().anyMatch(bar -> !Double.isNaN(bar.from()))
        ? numbers(log, ticks)
        : levels();
  }

  private double highest() {
    double top = 1e-9;
    for (Series one : series) {
      for (int i = 0; i < one.shares().length; i++) {
        double error = Double.isNaN(one.errors()[i]) ? 0 : one.errors()[i];
        top = Math.max(top, Math.min(1, one.shares()[i] + error));
      }
    }
    return top;
  }

  private String open(double height) {
    return "<svg viewBox=\"0 0 "
        + Html.at(WIDTH)
        + " "
        + Html.at(height)
        + "\" role=\"img\" aria-label=\""
        + Html.escaped(title)
        + "\">";
  }

  // Bars over an axis of numbers. Bars that stand apart have a slot of their own on either side.

  private String numbers(boolean log, AxisScale.Ticks ticks) {
    List<Integer> inner =
        IntStream.range(0, bars.size()).filter(i -> !bars.get(i).apart()).boxed().toList();
    if (inner.isEmpty()) {
      return levels();
    }
    double first = bars.get(inner.get(0)).from();
    double last = bars.get(inner.get(inner.size() - 1)).to();
    long before = IntStream.range(0, inner.get(0)).count();
    long after = bars.size() - 1 - inner.get(inner.size() - 1);
    double start = LEFT + 4 + before * (SLOT + 5);
    double end = WIDTH - 6 - after * (SLOT + 5);
    AxisScale x = new AxisScale(first, last > first ? last : first + 1, start, end, log);
    AxisScale y = new AxisScale(0, highest() * 1.05, FLOOR, TOP, false);
    StringBuilder svg = new StringBuilder(open(HEIGHT));
    heights(svg, y);
    for (double tick : ticks.on(x)) {
      double half = HALF_LETTER * ticks.words(tick).length();
      boolean free =
          (before == 0 || x.at(tick) - half > start - 4)
              && (after == 0 || x.at(tick) + half < end + 4);
      if (free) { // else it would run into the sign of the bars that stand apart
        label(svg, x.at(tick), FLOOR + 14, "middle", ticks.words(tick));
      }
    }
    StringBuilder whiskers = new StringBuilder();
    for (int i = 0; i < bars.size(); i++) {
      Bar bar = bars.get(i);
      boolean low = bar.apart() && i < inner.get(0);
      double from =
          !bar.apart()
              ? x.at(bar.from())
              : low ? LEFT + 4 : end + 5 + (i - inner.get(inner.size() - 1) - 1) * (SLOT + 5);
      double to = bar.apart() ? from + SLOT : Math.max(x.at(bar.to()), from + 1.5);
      if (bar.apart()) {
        label(
            svg,
            (from + to) / 2,
            FLOOR + 14,
            "middle",
            low ? "<" : bar.label().equals("missing") ? "∅" : ">");
      }
      uprights(svg, whiskers, i, from, to, y);
    }
    return svg.append(whiskerPath(whiskers)).append("</svg>").toString();
  }

  private void heights(StringBuilder svg, AxisScale y) {
    for (double tick : y.ticks(4)) {
      svg.append("<path class=\"grid\" d=\"M").append(Html.at(LEFT)).append(' ');
      svg.append(Html.at(y.at(tick))).append('H').append(Html.at(WIDTH - 4)).append("\"/>");
      label(svg, LEFT - 4, y.at(tick) + 3, "end", Html.percent(tick).replace(" ", ""));
    }
  }

  private void uprights(
      StringBuilder svg, StringBuilder whiskers, int i, double from, double to, AxisScale y) {
    double gap = Math.min(1, (to - from) * 0.1);
    double width = (to - from - 2 * gap) / series.size();
    for (int s = 0; s < series.size(); s++) {
      Series one = series.get(s);
      double left = from + gap + s * width;
      double top = y.at(one.shares()[i]);
      rect(svg, one, i, left, top, width, FLOOR - top);
      if (!Double.isNaN(one.errors()[i])) {
        double middle = left + width / 2;
        whiskers.append('M').append(Html.at(middle)).append(' ');
        whiskers.append(Html.at(y.at(one.shares()[i] - one.errors()[i]))).append('V');
        whiskers.append(Html.at(y.at(one.shares()[i] + one.errors()[i])));
      }
    }
  }

  private void rect(
      StringBuilder svg, Series one, int i, double x, double y, double width, double height) {
    svg.append("<rect class=\"").append(one.style()).append("\" x=\"").append(Html.at(x));
    svg.append("\" y=\"").append(Html.at(y)).append("\" width=\"").append(Html.at(width));
    svg.append("\" height=\"").append(Html.at(Math.max(0, height))).append("\"><title>");
    svg.append(Html.escaped(bars.get(i).label())).append(": ").append(one.words(i));
    svg.append(series.size() > 1 ? ", " + one.name() : "").append("</title></rect>");
  }

  private static String whiskerPath(StringBuilder whiskers) {
    return whiskers.length() == 0 ? "" : "<path class=\"whisker\" d=\"" + whiskers + "\"/>";
  }

  private static void label(StringBuilder svg, double x, double y, String anchor, String text) {
    svg.append("<text x=\"").append(Html.at(x)).append("\" y=\"").append(Html.at(y));
    svg.append("\" text-anchor=\"").append(anchor).append("\">").append(Html.escaped(text));
    svg.append("</text>");
  }

  // Levels: one line each, the commonest where there are too many lines.

  private String levels() {
    List<Integer> shown = shown();
    double labelWidth = 112;
    double height = shown.size() * LINE + 24;
    AxisScale x = new AxisScale(0, highest() * 1.02, labelWidth, WIDTH - 52, false);
    StringBuilder svg = new StringBuilder(open(height));
    for (double tick : x.ticks(3)) {
      svg.append("<path class=\"grid\" d=\"M").append(Html.at(x.at(tick))).append(" 0V");
      svg.append(Html.at(height - 18)).append("\"/>");
      label(svg, x.at(tick), height - 6, "middle", Html.percent(tick).replace(" ", ""));
    }
    StringBuilder whiskers = new StringBuilder();
    for (int line = 0; line < shown.size(); line++) {
      lying(svg, whiskers, shown.get(line), line * LINE, x);
    }
    return svg.append(whiskerPath(whiskers)).append("</svg>").append(unshown(shown)).toString();
  }

  private void lying(StringBuilder svg, StringBuilder whiskers, int i, double top, AxisScale x) {
    double thick = (LINE - 5) / series.size();
    label(svg, x.start() - 6, top + 13, "end", Html.shortened(bars.get(i).label(), 18));
    double reach = x.start();
    for (int s = 0; s < series.size(); s++) {
      Series one = series.get(s);
      double y = top + 2 + s * thick;
      rect(svg, one, i, x.start(), y, Math.max(0.5, x.at(one.shares()[i]) - x.start()), thick);
      double error = Double.isNaN(one.errors()[i]) ? 0 : one.errors()[i];
      reach = Math.max(reach, x.at(one.shares()[i] + error));
      if (error > 0) {
        whiskers.append('M').append(Html.at(x.at(one.shares()[i] - error))).append(' ');
        whiskers.append(Html.at(y + thick / 2)).append('H');
        whiskers.append(Html.at(x.at(one.shares()[i] + error)));
      }
    }
    Series last = series.get(series.size() - 1);
    label(svg, reach + 4, top + 13, "start", Html.percent(last.shares()[i]));
  }

  private List<Integer> shown() {
    List<Integer> all = new ArrayList<>(IntStream.range(0, bars.size()).boxed().toList());
    if (all.size() <= MOST_LINES) {
      return all;
    }
    double[] shares = series.get(0).shares();
    all.sort((a, b) -> Double.compare(shares[b], shares[a]));
    return all.subList(0, MOST_LINES).stream().sorted().toList();
  }

  private String unshown(List<Integer> shown) {
    int left = bars.size() - shown.size();
    return left == 0
        ? ""
        : "<p class=\"soft small\">The "
            + shown.size()
            + " commonest; "
            + left
            + " more in the table.</p>";
  }

  /** The numbers behind the picture. */
  String table() {
    StringBuilder html =
        new StringBuilder(
            "<details><summary>Numbers</summary><div class=\"scroll\" tabindex=\"0\"><table><tr><th></th>");
    series.forEach(one -> html.append("<th>").append(Html.escaped(one.name())).append("</th>"));
    html.append("</tr>");
    for (int i = 0; i < bars.size(); i++) {
      html.append("<tr><td>").append(Html.escaped(bars.get(i).label())).append("</td>");
      for (Series one : series) {
        html.append("<td>").append(one.words(i)).append("</td>");
      }
      html.append("</tr>");
    }
    return html.append("</table></div></details>").toString();
  }
}
