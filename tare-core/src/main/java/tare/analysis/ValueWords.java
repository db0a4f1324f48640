package tare.analysis;

import java.util.function.DoubleFunction;
import tare.schema.ColumnType;
import tare.schema.TimeForm;

/** Numbers of a column as a person reads them: a day is a day and not a count of days. */
public final class ValueWords {

  private static final double SECONDS_OF_A_DAY = 86_400;
  private static final double SECONDS_OF_AN_HOUR = 3_600;

  private ValueWords() {}

  /** How a value of a column is written. */
  public static DoubleFunction<String> of(ColumnType type) {
    return type instanceof ColumnType.Temporal time ? value -> text(time, value) : RoundBins::text;
  }

  private static String text(ColumnType.Temporal time, double value) {
    double within = Math.max(time.lowerBound(), Math.min(time.upperBound(), Math.rint(value)));
    return time.form().text(within).replace('T', ' ');
  }

  /** A length of time, in the form's own units, in the unit that suits it. */
  public static String span(TimeForm form, double length) {
    double seconds = form == TimeForm.DATE ? length * SECONDS_OF_A_DAY : length;
    double size = Math.abs(seconds);
    if (size >= 2 * SECONDS_OF_A_DAY || form == TimeForm.DATE) {
      return RoundBins.text(seconds / SECONDS_OF_A_DAY) + " days";
    }
    return size >= 2 * SECONDS_OF_AN_HOUR
        ? RoundBins.text(seconds / SECONDS_OF_AN_HOUR) + " hours"
        : RoundBins.text(seconds / 60) + " minutes";
  }
}
