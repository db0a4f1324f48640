package tare.report;

import java.util.List;
import java.util.Locale;

/**
 * A small bar chart as inline SVG: one or two series over the same labels, coloured by the page's
 * style sheet.
 */
final class BarChart {

  private static final double WIDTH = 320;
  private static final double HEIGHT = 120;
  private static final double FLOOR = 100;

  private BarChart() {}

  /** Two series side by side: the first in grey, the second in the page's colour. */
  static String paired(String title, List<String> labels, double[] first, double[] second) {
    return chart(title, labels, List.of(first, second), List.of("plain", "weighted"));
  }

  static String single(String title, List<String> labels, double[] series) {
    return chart(title, labels, List.of(series), List.of("weighted"));
  }

  private static String chart(
      String title, List<String> labels, List<double[]> series, List<String> styles) {
    double top = 0;
    for (double[] values : series) {
      for (double value : values) {
        top = Math.max(top, value);
      }
    }
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"%s\">",
            WIDTH,
            HEIGHT,
            Html.escaped(title)));
    double slot = WIDTH / labels.size();
    double bar = slot * 0.8 / series.size();
    for (int i = 0; i < labels.size(); i++) {
      for (int s = 0; s < series.size(); s++) {
        double height = top > 0 ? (FLOOR - 4) * series.get(s)[i] / top : 0;
        svg.append(
            String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"><title>%s: %s</title></rect>",
                styles.get(s),
                i * slot + 0.1 * slot + s * bar,
                FLOOR - height,
                bar,
                height,
                Html.escaped(labels.get(i)),
                Html.percent(series.get(s)[i])));
      }
    }
    labels(svg, labels, slot);
    return svg.append("</svg>").toString();
  }

  /**
   * As many labels as fit without touching: all of a short list, else the first, middle and last.
   */
  private static void labels(StringBuilder svg, List<String> labels, double slot) {
    int letters = 0;
    for (String label : labels) {
      letters = Math.max(letters, label.length());
    }
    boolean all = letters * 6.2 < slot;
    for (int i = 0; i < labels.size(); i++) {
      boolean edge = i == 0 || i == labels.size() - 1;
      if (!all && !edge && (labels.size() < 8 || i != labels.size() / 2)) {
        continue;
      }
      String anchor = all ? "middle" : i == 0 ? "start" : i == labels.size() - 1 ? "end" : "middle";
      double x =
          all
              ? (i + 0.5) * slot
              : i == 0 ? 2 : i == labels.size() - 1 ? WIDTH - 2 : (i + 0.5) * slot;
      svg.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
              x,
              HEIGHT - 6,
              anchor,
              Html.escaped(shortened(labels.get(i)))));
    }
  }

  private static String shortened(String label) {
    return label.length() <= 16 ? label : label.substring(0, 15) + "…";
  }
}
