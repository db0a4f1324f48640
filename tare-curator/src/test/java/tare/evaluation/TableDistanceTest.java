package tare.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.schema.BadInputException;
import tare.table.TableTexts;

class TableDistanceTest {

  private static final TableDistance.Options DEFAULTS = TableDistance.Options.DEFAULTS;

  private static TableTexts table(String... lines) {
    List<String[]> rows = Arrays.stream(lines).map(line -> line.split(",", -1)).toList();
    List<String[]> columns =
        IntStream.range(0, rows.get(0).length)
            .mapToObj(c -> rows.stream().skip(1).map(row -> row[c]).toArray(String[]::new))
            .toList();
    return new TableTexts(List.of(rows.get(0)), columns);
  }

  @Test
  void scalesByTheFirstTableAndDoesNotClampTheSecond() {
    TableTexts a = table("x", "10", "20");
    TableTexts b = table("x", "30", "30");
    assertThat(TableDistance.between(a, b, DEFAULTS).distance()).isCloseTo(1.5, within(1e-12));
    assertThat(TableDistance.between(a, b, DEFAULTS.withScale(TableDistance.Scale.NONE)).distance())
        .isCloseTo(15, within(1e-12));
  }

  @Test
  void differentLevelsAreAtDistanceOneAndMissingIsALevel() {
    TableTexts a = table("c", "red", "red", "blue", "");
    TableTexts b = table("c", "red", "red", "red", "red");
    assertThat(TableDistance.between(a, b, DEFAULTS).distance()).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void weightsOfTheSecondTableCountAndAreNotCompared() {
    TableTexts a = table("x", "0", "1");
    TableTexts b = table("x,w", "0,3", "1,1");
    TableDistance.Result result = TableDistance.between(a, b, DEFAULTS.withWeightColumn("w"));
    assertThat(result.distance()).isCloseTo(0.25, within(1e-12));
    assertThat(result.columns()).containsExactly("x");
    assertThat(result.leftOut()).isEmpty();
    assertThat(TableDistance.between(a, b, DEFAULTS).leftOut()).containsExactly("w");
  }

  @Test
  void pairsOfColumnsAreComparedInBinsOfTheFirstTable() {
    TableDistance.Options pairs = DEFAULTS.withMeasure(TableDistance.Measure.TV2);
    TableTexts a = table("x,y", "0,a", "1,b", "0,a", "1,b");
    TableTexts b = table("x,y,weight", "0,a,1", "7,a,1");
    // (0, a): 1/2 against 1/2; (1, b): 1/2 against 0; (top bin, a): 0 against 1/2.
    assertThat(TableDistance.between(a, b, pairs).distance()).isCloseTo(0.5, within(1e-12));
    assertThat(TableDistance.between(a, a, pairs).distance()).isZero();
  }

  @Test
  void aMissingNumberIsOneAwayFromTheMiddle() {
    TableTexts a = table("x,y", "0,1", "4,1", "2,1");
    TableTexts b = table("x,y", "0,1", "4,1", "NA,1");
    assertThat(TableDistance.between(a, b, DEFAULTS).distance()).isCloseTo(1 / 3.0, within(1e-12));
  }

  @Test
  void meanDiscrepancyIsZeroToItself() {
    TableTexts a = table("x,c", "0,u", "4,v", "2,u");
    TableDistance.Options mmd = DEFAULTS.withMeasure(TableDistance.Measure.MMD);
    assertThat(TableDistance.between(a, a, mmd).distance()).isCloseTo(0, within(1e-7));
    assertThat(TableDistance.between(a, table("x,c", "1,v"), mmd).distance()).isPositive();
  }

  @Test
  void faultsNameTheColumnAndNoCell() {
    TableTexts a = table("x", "0");
    assertThatThrownBy(() -> TableDistance.between(a, table("z", "1"), DEFAULTS))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no column name in common");
    assertThatThrownBy(
            () -> TableDistance.between(a, table("x,w", "0,1"), DEFAULTS.withWeightColumn("ww")))
        .hasMessage("No column named \"ww\" in the second table. Did you mean \"w\"?");
    assertThatThrownBy(
            () ->
                TableDistance.between(
                    a, table("x,w", "0,1", "0,-17"), DEFAULTS.withWeightColumn("w")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("Row 2")
        .hasMessageNotContaining("17");
  }
}
