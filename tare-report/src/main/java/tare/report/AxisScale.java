package tare.report;

import java.util.ArrayList;
import java.util.List;

/**
 * An axis: where a number goes, and which round numbers to write beside it.
 *
 * @param from the number at the start
 * @param to the number at the end; above {@code from}
 * @param start where the start is drawn
 * @param end where the end is drawn
 * @param log whether equal steps are equal ratios
 */
record AxisScale(double from, double to, double start, double end, boolean log) {

  /** Which numbers are written beside an axis, and how. */
  interface Ticks {

    /** Some round numbers. */
    Ticks NUMBERS =
        new Ticks() {
          @Override
          public List<Double> on(AxisScale axis) {
            return axis.ticks(6);
          }

          @Override
          public String words(double value) {
            return label(value);
          }
        };

    List<Double> on(AxisScale axis);

    String words(double value);
  }

  double at(double value) {
    double share =
        log ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
    return start + Math.max(0, Math.min(1, share)) * (end - start);
  }

  /** About so many round numbers between the ends. */
  List<Double> ticks(int wanted) {
    return log ? powers(wanted) : steps(wanted);
  }

  private List<Double> steps(int wanted) {
    double step = roundStep((to - from) / wanted);
    List<Double> ticks = new ArrayList<>();
    for (double i = Math.ceil(from / step - 1e-9); i * step <= to + 1e-9 * step; i++) {
      ticks.add(i == 0 ? 0 : i * step); // no minus zero
    }
    return ticks;
  }

  private List<Double> powers(int wanted) {
    int first = (int) Math.ceil(Math.log10(from) - 1e-9);
    int last = (int) Math.floor(Math.log10(to) + 1e-9);
    int stride = Math.max(1, (last - first + 1) / wanted);
    List<Double> ticks = new ArrayList<>();
    for (int power = first; power <= last; power += stride) {
      ticks.add(Math.pow(10, power));
    }
    return ticks;
  }

  private static double roundStep(double size) {
    double power = Math.pow(10, Math.floor(Math.log10(size)));
    double mark = size / power;
    return power * (mark <= 1 ? 1 : mark <= 2 ? 2 : mark <= 5 ? 5 : 10);
  }

  /** A tick as it is written: thousands as k, millions as M. */
  static String label(double value) {
    double size = Math.abs(value);
    if (size >= 1e9) {
      return Html.number(value / 1e9) + "G";
    }
    if (size >= 1e6) {
      return Html.number(value / 1e6) + "M";
    }
    if (size >= 1e4) {
      return Html.number(value / 1e3) + "k";
    }
    return size < 1e-12 ? "0" : Html.number(value);
  }
}
