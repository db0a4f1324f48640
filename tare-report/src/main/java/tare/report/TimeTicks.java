package tare.report;

import java.util.ArrayList;
import java.util.List;
import tare.schema.TimeForm;

/** The numbers beside an axis: where they stand, and how they are written. */
record TimeTicks(TimeForm form) implements AxisScale.Ticks {

  /** Steps of a clock, in seconds. */
  private static final double[] CLOCK = {60, 300, 900, 1800, 3600, 7200, 10800, 21600};

  private static final int MOST_HOURS = 6;

  static TimeTicks of(TimeForm form) {
    return new TimeTicks(form);
  }

  /** Both ends and the middle, since words are long; round hours for a clock. */
  @Override
  public List<Double> on(AxisScale axis) {
    if (form != TimeForm.TIME) {
      double inset = (axis.to() - axis.from()) / 8; // a word is as wide as a quarter of the axis
      return List.of(axis.from() + inset, (axis.from() + axis.to()) / 2, axis.to() - inset);
    }
    double step = CLOCK[CLOCK.length - 1];
    for (int i = CLOCK.length - 1;
        i >= 0 && (axis.to() - axis.from()) / CLOCK[i] <= MOST_HOURS;
        i--) {
      step = CLOCK[i];
    }
    List<Double> ticks = new ArrayList<>();
    for (double at = Math.ceil(axis.from() / step) * step; at <= axis.to(); at += step) {
      ticks.add(at);
    }
    return ticks;
  }

  @Override
  public String words(double value) {
    double last = form == TimeForm.TIME ? 86_399 : Double.MAX_VALUE;
    String text =
        form.text(
            Math.max(
                form == TimeForm.TIME ? 0 : -Double.MAX_VALUE, Math.min(last, Math.rint(value))));
    return text.substring(0, form == TimeForm.TIME ? 5 : 10);
  }
}
