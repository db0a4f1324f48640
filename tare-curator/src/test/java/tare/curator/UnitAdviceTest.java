package tare.curator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.analysis.CountErrors;
import tare.schema.Schema;
import tare.schema.UnitRows;

/** What is told of units with several rows before anything is spent. */
class UnitAdviceTest {

  private static final long N = 2_000;

  private static Schema schema(int rowsPerUnit) {
    Schema rows = Plans.schema(OptionalLong.of(N));
    return new Schema(
        rows.name(),
        "patient",
        rows.columns(),
        rows.publicRowCount(),
        rows.missingValues(),
        List.of(),
        List.of(),
        List.of(),
        Optional.of(new UnitRows("patient", rowsPerUnit)));
  }

  private static CountErrors errors(Schema schema) {
    Forecast forecast = Forecast.of(schema, Plans.plan("privbayes", "none"), N);
    return CountErrors.of(forecast.events(), schema.columnCount(), N).orElseThrow();
  }

  @Test
  void noiseAndChanceGrowWithTheRowsOfAUnit() {
    CountErrors one = errors(schema(1));
    CountErrors four = errors(schema(4));
    assertThat(one).isEqualTo(errors(Plans.schema(OptionalLong.of(N))));
    assertThat(four.rowsPerUnit()).isEqualTo(4);
    // Less than four times: with more noise numbers are counted in fewer rounds, each surer.
    assertThat(four.columnNoise() / one.columnNoise()).isBetween(1.5, 4.5);
    // Without noise four rows that are alike have the chance of one row of a quarter of n.
    CountErrors still = new CountErrors(0, 0, true, four.pairNoise(), false, N, 4, N);
    assertThat(still.levelShare(0.5)).isEqualTo(1.96 * Math.sqrt(0.25 * (4.0 / N + 0.5 / N)));
    assertThat(four.levelShare(0.5)).isGreaterThan(1.5 * one.levelShare(0.5));
  }

  private static Optional<String> advice(Schema schema, ReleasePlan plan) {
    return UnitAdvice.of(schema, plan, N, Forecast.of(schema, plan, N));
  }

  @ParameterizedTest
  @ValueSource(strings = {"privbayes", "independent"})
  void severalRowsAreWeighedAgainstOne(String generator) {
    ReleasePlan plan = Plans.plan(generator, "none");
    assertThat(advice(schema(4), plan).orElseThrow())
        .contains("4 rows of each patient")
        .contains("begin with");
    assertThat(advice(schema(1), plan)).isEmpty();
  }

  @Test
  void generatorsThatClipUnitsTellNothing() {
    assertThat(advice(schema(4), Plans.plan("dpgan", "none"))).isEmpty();
  }
}
