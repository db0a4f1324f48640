package tare.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A plot of lines, points and steps as SVG, without scripts or fonts of its own.
 *
 * @param name a file name without ending
 * @param title one line above it
 * @param series what is drawn, in order
 */
public record Figure(String name, String title, String xLabel, String yLabel, List<Series> series) {

  /** How a series is drawn. */
  public enum Mark {
    LINE,
    DASHES,
    POINTS
  }

  /**
   * One series.
   *
   * @param x not copied
   * @param y one per x; NaN leaves a gap; not copied
   */
  public record Series(String label, Mark mark, double[] x, double[] y) {}

  /** Colours that colour-blind readers can tell apart (Okabe and Ito). */
  private static final List<String> COLOURS =
      List.of(
          "#000000", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#999999");

  private static final int WIDTH = 640;
  private static final int HEIGHT = 400;
  private static final int LEFT = 64;
  private static final int RIGHT = 16;
  private static final int TOP = 36;
  private static final int BOTTOM = 48;

  public Figure {
    series = List.copyOf(series);
  }

  /** The figure as a whole SVG file. */
  public String svg() {
    Axis xs = Axis.of(series.stream().map(Series::x).toList(), false);
    Axis ys = Axis.of(series.stream().map(Series::y).toList(), true);
    int legend = 18 * series.size() + 8;
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\""
                + " font-family=\"sans-serif\" font-size=\"12\">%n<title>%s</title>%n"
                + "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n"
                + "<text x=\"%d\" y=\"22\" font-size=\"14\" font-weight=\"bold\">%s</text>%n",
            WIDTH,
            HEIGHT + legend,
            escaped(title),
            LEFT,
            escaped(title)));
    axes(svg, xs, ys);
    for (int k = 0; k < series.size(); k++) {
      draw(svg, series.get(k), COLOURS.get(k % COLOURS.size()), xs, ys);
      legend(svg, series.get(k), COLOURS.get(k % COLOURS.size()), HEIGHT + 18 * k + 6);
    }
    return svg.append("</svg>\n").toString();
  }

  private void axes(StringBuilder svg, Axis xs, Axis ys) {
    int bottom = HEIGHT - BOTTOM;
    for (double tick : xs.ticks()) {
      double x = px(xs, tick);
      line(svg, x, TOP, x, bottom, "#e5e5e5");
      text(svg, x, bottom + 16, "middle", label(tick));
    }
    for (double tick : ys.ticks()) {
      double y = py(ys, tick);
      line(svg, LEFT, y, WIDTH - RIGHT, y, "#e5e5e5");
      text(svg, LEFT - 6, y + 4, "end", label(tick));
    }
    line(svg, LEFT, bottom, WIDTH - RIGHT, bottom, "#444444");
    line(svg, LEFT, TOP, LEFT, bottom, "#444444");
    text(svg, (LEFT + WIDTH - RIGHT) / 2.0, bottom + 36, "middle", xLabel);
    svg.append(
        String.format(
            Locale.ROOT,
            "<text transform=\"translate(16 %d) rotate(-90)\" text-anchor=\"middle\">%s</text>%n",
            (TOP + bottom) / 2,
            escaped(yLabel)));
  }

  private static void draw(StringBuilder svg, Series one, String colour, Axis xs, Axis ys) {
    if (one.mark() == Mark.POINTS) {
      for (int i = 0; i < one.x().length; i++) {
        if (!Double.isNaN(one.y()[i])) {
          svg.append(
              String.format(
                  Locale.ROOT,
                  "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\" fill-opacity=\"0.7\"/>%n",
                  px(xs, one.x()[i]),
                  py(ys, one.y()[i]),
                  colour));
        }
      }
      return;
    }
    StringBuilder path = new StringBuilder();
    boolean gap = true;
    for (int i = 0; i < one.x().length; i++) {
      if (Double.isNaN(one.y()[i])) {
        gap = true;
        continue;
      }
      path.append(
          String.format(
              Locale.ROOT, "%s%.1f %.1f", gap ? "M" : "L", px(xs, one.x()[i]), py(ys, one.y()[i])));
      gap = false;
    }
    svg.append(
        String.format(
            Locale.ROOT,
            "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\"%s/>%n",
            path,
            colour,
            one.mark() == Mark.DASHES ? " stroke-dasharray=\"6 4\"" : ""));
  }

  private static void legend(StringBuilder svg, Series one, String colour, int y) {
    if (one.mark() == Mark.POINTS) {
      svg.append(
          String.format(
              Locale.ROOT,
              "<circle cx=\"%d\" cy=\"%d\" r=\"3\" fill=\"%s\"/>%n",
              LEFT + 12,
              y,
              colour));
    } else {
      svg.append(
          String.format(
              Locale.ROOT,
              "<path d=\"M%d %dL%d %d\" stroke=\"%s\" stroke-width=\"1.8\"%s/>%n",
              LEFT,
              y,
              LEFT + 24,
              y,
              colour,
              one.mark() == Mark.DASHES ? " stroke-dasharray=\"6 4\"" : ""));
    }
    text(svg, LEFT + 32, y + 4, "start", one.label());
  }

  private static void line(
      StringBuilder svg, double x1, double y1, double x2, double y2, String colour) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"%s\"/>%n",
            x1,
            y1,
            x2,
            y2,
            colour));
  }

  private static void text(StringBuilder svg, double x, double y, String anchor, String words) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
            x,
            y,
            anchor,
            escaped(words)));
  }

  private static double px(Axis axis, double value) {
    return LEFT + axis.share(value) * (WIDTH - RIGHT - LEFT);
  }

  private static double py(Axis axis, double value) {
    return HEIGHT - BOTTOM - axis.share(value) * (HEIGHT - BOTTOM - TOP);
  }

  private static String label(double tick) {
    String text = String.format(Locale.ROOT, "%.6g", tick);
    return text.contains(".") && !text.contains("e")
        ? text.replaceAll("0+$", "").replaceAll("\\.$", "")
        : text;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** The range of an axis, widened to round ticks. */
  private record Axis(double lo, double hi, double step) {

    static Axis of(List<double[]> values, boolean room) {
      double lo = Double.POSITIVE_INFINITY;
      double hi = Double.NEGATIVE_INFINITY;
      for (double[] some : values) {
        for (double value : some) {
          if (Double.isFinite(value)) {
            lo = Math.min(lo, value);
            hi = Math.max(hi, value);
          }
        }
      }
      if (!(lo <= hi)) {
        return new Axis(0, 1, 0.2);
      }
      double range = hi > lo ? hi - lo : Math.max(1e-9, Math.abs(hi));
      double rough = range / 5;
      double power = Math.pow(10, Math.floor(Math.log10(rough)));
      double step = rough / power < 1.5 ? power : rough / power < 3.5 ? 2 * power : 5 * power;
      return room
          ? new Axis(Math.floor(lo / step) * step, Math.ceil(hi / step + 1e-9) * step, step)
          : new Axis(lo, lo + range, step);
    }

    double share(double value) {
      return (value - lo) / (hi - lo);
    }

    List<Double> ticks() {
      List<Double> ticks = new ArrayList<>();
      for (double k = Math.ceil(lo / step - 1e-9); k * step <= hi + 1e-9 * step; k++) {
        ticks.add(k * step + 0.0);
      }
      return ticks;
    }
  }
}
