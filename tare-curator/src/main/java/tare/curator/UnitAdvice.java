package tare.curator;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import tare.analysis.CountErrors;
import tare.schema.RefusedException;
import tare.schema.Schema;

/**
 * What several rows of a unit cost, from public numbers alone, beside one row of each
 * (docs/notes/rows-per-unit.md). Reads no row, charges nothing.
 */
public final class UnitAdvice {

  private UnitAdvice() {}

  /**
   * One sentence or two for whoever declares how many rows of a unit are used.
   *
   * @param n the public row count, or a guess at it
   * @param forecast of the plan
   * @return empty where a unit has one row, or where the generator does not tell its noise
   */
  public static Optional<String> of(Schema schema, ReleasePlan plan, long n, Forecast forecast) {
    int most = schema.rowsPerUnit();
    if (most == 1) {
      return Optional.empty();
    }
    OptionalDouble several = noise(schema, n, forecast);
    OptionalDouble one = several.isEmpty() ? several : noiseOfOne(schema, plan, n);
    if (several.isEmpty() || one.isEmpty()) {
      return Optional.empty();
    }
    double times = several.getAsDouble() / one.getAsDouble();
    return Optional.of(
        String.format(
            Locale.ROOT,
            "Counts get noise for %d rows of each %s, %.1f times that for one row (%.3g and %.3g rows)."
                + " It pays where most have nearly so many rows, or where those with many rows"
                + " differ from others; if you are not sure, begin with \"tare:rowsPerUnit\": 1.",
            most,
            schema.unit(),
            times,
            several.getAsDouble(),
            one.getAsDouble()));
  }

  private static OptionalDouble noiseOfOne(Schema schema, ReleasePlan plan, long n) {
    Schema one = schema.withRowsPerUnit(1);
    try {
      return noise(one, n, Forecast.of(one, plan, n));
    } catch (RefusedException e) {
      return OptionalDouble.empty(); // a plan that works for several rows only is nobody's
    }
  }

  private static OptionalDouble noise(Schema schema, long n, Forecast forecast) {
    return CountErrors.of(forecast.events(), schema.columnCount(), Math.max(1, n))
        .map(errors -> OptionalDouble.of(errors.columnNoise()))
        .orElse(OptionalDouble.empty());
  }
}
