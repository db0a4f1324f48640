package tare.generator.gan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.gate.PrivateRows;
import tare.gate.SmallTables;
import tare.generator.GeneratorTask;
import tare.learn.Examples;
import tare.model.LabelLaw;
import tare.random.Seed;
import tare.table.BoundedRows;
import tare.table.Table;

/** The lots of a GAN as it trains: whatever the number of a person's rows, they share one clip. */
class GanUnitsTest {

  private static final Table ROWS =
      SmallTables.of(
          new double[] {0, 0},
          new double[] {0.1, 1},
          new double[] {0.2, 2},
          new double[] {0.3, 0},
          new double[] {0.4, 1},
          new double[] {0.5, 2});

  /** All parts of a clip that a lot of all rows hands out. */
  private static double clips(BoundedRows rows) {
    GeneratorTask task =
        new GeneratorTask(ROWS.schema(), 6, new PrivacyBudget(1, 1e-6), new Seed(1));
    Gan.GanTraining training =
        (Gan.GanTraining)
            new Gan(Gan.Kind.DPGAN, GanOptions.DEFAULTS.withHiddenWidth(3)).mechanism(task);
    Examples lot = training.lots(PrivateRows.of(rows), LabelLaw.NONE).lots(1, () -> 0L).get();
    assertThat(lot.size()).isEqualTo(6);
    double sum = 0;
    for (int row = 0; row < lot.size(); row++) {
      sum += lot.share(row);
    }
    return sum;
  }

  @Test
  void rowsOfAUnitShareOneClip() {
    assertThat(clips(new BoundedRows(ROWS, new int[] {0, 1, 4, 6}))).isCloseTo(3, within(1e-6));
    assertThat(clips(new BoundedRows(ROWS, new int[] {0, 6}))).isCloseTo(1, within(1e-6));
    assertThat(clips(BoundedRows.ofRows(ROWS))).isEqualTo(6);
  }
}
