package tare.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;

class ExpectedShareTest {

  private static final Schema SCHEMA =
      new Schema(
          "people",
          "person",
          List.of(
              new Column("age", new ColumnType.Numeric(0, 100, List.of()), false),
              new Column("ill", new ColumnType.YesNo("no", "yes"), false),
              new Column("fit", new ColumnType.YesNo("no", "yes"), false)),
          OptionalLong.of(1_000));

  private static CountErrors errors(OptionalDouble pairs) {
    return new CountErrors(10, 20, true, pairs, false, 1_000, 1, 1_000);
  }

  @Test
  void columnsAreToldByTheirOwnNoise() {
    List<ExpectedShare> columns = ExpectedShare.ofColumns(SCHEMA, errors(OptionalDouble.empty()));
    assertThat(columns).extracting(ExpectedShare::share).containsExactly(0.1, 0.5, 0.5);
    assertThat(columns.get(0).error())
        .isCloseTo(
            1.96 * Math.sqrt(1.5 * 0.09 / 1_000 + 0.3 * Math.sqrt(50) * 0.0004), within(1e-12));
    assertThat(columns.get(1).error())
        .isCloseTo(1.96 * Math.sqrt(1.5 * 0.25 / 1_000 + 0.75 * 0.0001), within(1e-12));
    assertThat(columns)
        .extracting(ExpectedShare::words)
        .containsExactly("lost in noise", "clear", "clear");
  }

  @Test
  void tablesOfPairsHoldCellsOfNumbersTogether() {
    CountErrors paired = errors(OptionalDouble.of(30));
    assertThat(paired.numberShare(0.1))
        .isCloseTo(1.96 * Math.sqrt(1.5 * 0.09 / 1_000 + 1.5 * 0.0004), within(1e-12));
    assertThat(paired.numberShare(0.1)).isLessThan(errors(OptionalDouble.empty()).numberShare(0.1));
  }

  @Test
  void fewReleasedRowsAreOffByTheirOwnChance() {
    CountErrors errors = errors(OptionalDouble.of(30));
    assertThat(errors.withDrawn(100).levelShare(0.5))
        .isCloseTo(1.96 * Math.sqrt(0.25 * (1e-3 + 0.5e-2) + 0.75 * 0.0001), within(1e-12));
    assertThat(errors.withDrawn(1e6))
        .extracting(e -> e.levelShare(0.5))
        .isEqualTo(errors.levelShare(0.5));
  }

  @Test
  void momentsTakeHalfOfTheNoiseOut() {
    CountErrors errors = errors(OptionalDouble.of(30)).withMoments();
    assertThat(errors.levelShare(0)).isCloseTo(1.96 * Math.sqrt(0.5 * 0.75e-4), within(1e-12));
    assertThat(errors.pairShare(0, 1)).hasValueCloseTo(1.96 * 0.03 * Math.sqrt(0.5), within(1e-12));
  }

  @Test
  void numbersInEvenCellsAreNotToldBeforehand() {
    CountErrors once = new CountErrors(10, 10, false, OptionalDouble.empty(), true, 500, 1, 500);
    List<ExpectedShare> columns = ExpectedShare.ofColumns(SCHEMA, once);
    assertThat(columns.get(0).error()).isNaN();
    assertThat(columns.get(0).words()).contains("not known");
    assertThat(columns.get(1).error()).isPositive();
  }

  @Test
  void whyThereAreNoPairsIsSaid() {
    CountErrors alone = errors(OptionalDouble.empty());
    assertThat(ExpectedShare.withoutPairs(alone)).contains("nothing to do with each other");
    CountErrors together = new CountErrors(10, 20, true, alone.pairNoise(), true, 1_000, 1, 1_000);
    assertThat(ExpectedShare.withoutPairs(together)).contains("measured at once");
  }

  @Test
  void pairsAreToldWhereTheyAreCounted() {
    assertThat(ExpectedShare.ofPairs(SCHEMA, errors(OptionalDouble.empty()), 9)).isEmpty();
    List<ExpectedShare> pairs = ExpectedShare.ofPairs(SCHEMA, errors(OptionalDouble.of(30)), 9);
    assertThat(pairs)
        .extracting(ExpectedShare::name)
        .containsExactly("age by ill", "age by fit", "ill by fit");
    assertThat(pairs)
        .extracting(ExpectedShare::words)
        .containsExactly("lost in noise", "lost in noise", "rough");
    assertThat(ExpectedShare.ofPairs(SCHEMA, errors(OptionalDouble.of(30)), 2)).hasSize(2);
  }
}
