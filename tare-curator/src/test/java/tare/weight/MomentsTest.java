package tare.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tare.gate.PrivateRows;
import tare.model.FittedWeights;
import tare.model.MomentFeatures;
import tare.model.MomentWeights;
import tare.model.WeightDescription;
import tare.model.WeightModel;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnRole;
import tare.schema.RefusedException;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;

class MomentsTest {

  @Nested
  class Contract extends WeightEstimatorContract {
    @Override
    WeightEstimator estimator() {
      return new Moments(MomentOptions.DEFAULTS);
    }
  }

  private final Table synthetic = Tables.mixedRows(3_000, 0, new Seed(1));
  private final Table privateRows = Tables.mixedRows(20_000, 1, new Seed(2));

  private FittedWeights fitted(double epsilon) {
    return new Moments(MomentOptions.DEFAULTS)
        .mechanism(Tables.task(synthetic, 20_000, epsilon, 1e-6))
        .apply(PrivateRows.of(privateRows), new SeededNoise(1));
  }

  private static double mean(Table rows, int column, double[] weights) {
    double sum = 0;
    double total = 0;
    for (int r = 0; r < rows.rowCount(); r++) {
      if (!rows.missing(r, column)) {
        sum += weights[r] * rows.value(r, column);
        total += weights[r];
      }
    }
    return sum / total;
  }

  /**
   * Means of 45 and 55, shares of 0.3 and 0.5: the tilt carries nine tenths of the way and more.
   */
  @Test
  void weightedSyntheticRowsHaveThePrivateRowsMoments() {
    double[] weights = fitted(10).weigh(synthetic).meanOne();
    assertThat(mean(synthetic, 0, weights)).isCloseTo(55, within(0.8));
    assertThat(mean(synthetic, 2, weights)).isCloseTo(0.5, within(0.03));
  }

  @Test
  void whatWeightsJsonSaysWeighsTheSameRowsAlike() {
    FittedWeights fitted = fitted(1);
    FittedWeights read =
        WeightModel.read(
            "weights.json",
            synthetic.schema(),
            WeightDescription.fromJson(fitted.description().toJson()),
            Optional.empty());
    Table others = Tables.mixedRows(50, 0.5, new Seed(9));
    assertThat(read.weigh(others).logWeights()).containsExactly(fitted.weigh(others).logWeights());
    assertThat(read.description().toJson()).isEqualTo(fitted.description().toJson());
  }

  /**
   * Levels of a column exclude each other and an indicator is its own square: what noise says
   * against that moves no weight. Log weights as large as noise in such directions would make them
   * exceed 9.
   */
  @Test
  void momentsThatNoRowsCanHaveAreNotFollowed() {
    FittedWeights fitted = fitted(1);
    int moments = fitted.description().details().path("moments").asInt();
    assertThat(fitted.description().details().path("free_moments").asInt())
        .isBetween(moments / 2, moments - 1);
    assertThat(Arrays.stream(((MomentWeights) fitted).theta()).map(Math::abs).max().orElseThrow())
        .isLessThan(1);
  }

  @Test
  void fewRowsBuyMeansAlone() {
    WeightTask few = Tables.task(synthetic, 60, 1, 1e-6);
    WeightTask many = Tables.task(synthetic, 60_000, 1, 1e-6);
    assertThat(MomentFit.of(few, MomentOptions.DEFAULTS).plan().set()).isEqualTo(MomentSet.MEANS);
    assertThat(MomentFit.of(many, MomentOptions.DEFAULTS).plan().set())
        .isEqualTo(MomentSet.ALL_PAIRS);
  }

  /**
   * The rows of eight numbers at n = 350: all pairs drown in noise, those with one of them do not.
   */
  @Test
  void whereAllPairsDrownThoseWithDeclaredOutcomesAreBought() {
    Table rows = Tables.gaussian(2_000, 8, 0, new Seed(4).stream("numbers"));
    MomentOptions pairs = MomentOptions.DEFAULTS.withPoorest(MomentSet.OUTCOME_PAIRS);
    assertThatThrownBy(() -> MomentFit.of(Tables.task(rows, 350, 1, 1e-6), pairs))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("tare:role");
    MomentPlan bought = MomentFit.of(Tables.task(withOutcome(rows, 3), 350, 1, 1e-6), pairs).plan();
    assertThat(bought.set()).isEqualTo(MomentSet.OUTCOME_PAIRS);
    assertThat(bought.moments().size()).isEqualTo(8 + 8);
    MomentPlan rich =
        MomentFit.of(Tables.task(withOutcome(rows, 3), 90_000, 1, 1e-6), pairs).plan();
    assertThat(rich.set()).isEqualTo(MomentSet.ALL_PAIRS);
    assertThat(rich.features().leading()).isZero();
  }

  @Test
  void pairsWithOutcomesNeedAnOutcome() {
    MomentOptions only = MomentOptions.DEFAULTS.withSet(MomentSet.OUTCOME_PAIRS);
    assertThatThrownBy(() -> MomentFit.of(Tables.task(synthetic, 20_000, 1, 1e-6), only))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("need a declared outcome");
  }

  private static Table withOutcome(Table rows, int outcome) {
    Schema schema = rows.schema();
    List<Column> columns = new ArrayList<>(schema.columns());
    Column plain = columns.get(outcome);
    columns.set(
        outcome,
        new Column(
            plain.name(), plain.type(), plain.missingAllowed(), plain.form(), ColumnRole.OUTCOME));
    double[][] values =
        IntStream.range(0, columns.size()).mapToObj(rows::values).toArray(double[][]::new);
    return ColumnarTable.of(
        new Schema(schema.name(), schema.unit(), columns, schema.publicRowCount()), values);
  }

  @Test
  void noRowIsLongerThanTheRadius() {
    MomentFeatures features = MomentFeatures.fitted(synthetic, List.of(2));
    double[] encoded = features.encode(privateRows);
    for (int r = 0; r < privateRows.rowCount(); r++) {
      double squares = 0;
      for (int j = 0; j < features.width(); j++) {
        squares += Math.pow(encoded[r * features.width() + j], 2);
      }
      assertThat(Math.sqrt(squares)).isLessThanOrEqualTo(features.radius() * (1 + 1e-12));
      assertThat(Math.abs(encoded[r * features.width()]))
          .isLessThanOrEqualTo(features.leadingRadius() * (1 + 1e-12));
    }
  }

  @Test
  void whatCannotWorkIsRefusedBeforeAnythingIsCharged() {
    assertThatThrownBy(
            () -> new Moments(MomentOptions.DEFAULTS).mechanism(Tables.task(synthetic, 100, 1, 0)))
        .hasMessageContaining("delta above 0");
    Table alike = synthetic.select(new int[40]);
    assertThatThrownBy(
            () -> new Moments(MomentOptions.DEFAULTS).mechanism(Tables.task(alike, 100, 1, 1e-6)))
        .hasMessageContaining("alike");
  }
}
