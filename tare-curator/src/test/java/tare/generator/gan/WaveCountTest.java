package tare.generator.gan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.generator.GeneratorTask;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;

/** How many waves a private GAN buys: by columns, rows and budget, which are public. */
class WaveCountTest {

  private static final double QUIET = 1e6;

  @Test
  void everyPairOfColumnsHasADozenUpToALimit() {
    assertThat(GanPlan.waveCount(10, QUIET)).isEqualTo(12 * 45);
    assertThat(GanPlan.waveCount(14, QUIET)).isEqualTo(1024);
    assertThat(GanPlan.waveCount(3, QUIET)).isEqualTo(256);
  }

  @Test
  void wideTablesHaveSomeForEveryColumn() {
    assertThat(GanPlan.waveCount(785, QUIET)).isEqualTo(4 * 785);
    assertThat(GanPlan.waveCount(785, 1)).isEqualTo(4 * 785);
    assertThat(GanPlan.waveCount(2000, QUIET)).isEqualTo(4096);
  }

  /** With m waves the mean of one has a noise of sqrt(m) over rows over noise: at most a tenth. */
  @Test
  void thereAreNoMoreThanStandOutOfTheNoise() {
    assertThat(GanPlan.waveCount(14, 200)).isEqualTo(400);
    assertThat(GanPlan.waveCount(14, 150)).isEqualTo(256);
    assertThat(GanPlan.waveCount(14, 1)).isEqualTo(256);
  }

  /** Fourteen numbers, 404 rows: two values a wave, so many at epsilon 6 and few at epsilon 1. */
  @Test
  void thePlanBuysAsManyAsItsBudgetBears() {
    assertThat(bought(6)).isEqualTo(2 * 1024);
    assertThat(bought(1)).isEqualTo(2 * 256);
  }

  private static int bought(double epsilon) {
    List<Column> columns =
        IntStream.range(0, 14)
            .mapToObj(c -> new Column("x" + c, new ColumnType.Numeric(0, 1, List.of()), false))
            .toList();
    GeneratorTask task =
        new GeneratorTask(
            new Schema("rows", "row", columns, OptionalLong.of(404)),
            404,
            new PrivacyBudget(epsilon, 1e-3),
            new Seed(1));
    return GanPlan.of(task, GanOptions.DEFAULTS, Gan.Kind.DPGAN)
        .waves()
        .orElseThrow()
        .rowVector()
        .length();
  }
}
