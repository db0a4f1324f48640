package tare.weight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.model.FittedWeights;
import tare.model.WeightDescription;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.table.Table;
import tools.jackson.databind.node.ObjectNode;

/** What every weight estimator promises. */
abstract class WeightEstimatorContract {

  /** The estimator, with options under which it works on the contract's tables. */
  abstract WeightEstimator estimator();

  /** The epsilon at which it works there. */
  double epsilon() {
    return 20;
  }

  private final Table synthetic = Tables.mixedRows(300, 0, new Seed(1));
  private final Table privateRows = Tables.mixedRows(400, 1, new Seed(2));

  private WeightTask task() {
    return Tables.task(synthetic, 400, epsilon(), 1e-6);
  }

  @Test
  void hasALowerCaseName() {
    assertThat(estimator().name()).matches("[a-z][a-z-]*");
  }

  @Test
  void givesOneFiniteLogWeightPerRow() {
    FittedWeights fitted =
        estimator().mechanism(task()).apply(PrivateRows.of(privateRows), new SeededNoise(1));
    double[] logWeights = fitted.weigh(synthetic).logWeights();
    assertThat(logWeights).hasSize(300);
    assertThat(Arrays.stream(logWeights).allMatch(Double::isFinite)).isTrue();
  }

  /** The private rows are older: older synthetic rows must gain weight on the whole. */
  @Test
  void leansTowardsThePrivateRows() {
    FittedWeights fitted =
        estimator().mechanism(task()).apply(PrivateRows.of(privateRows), new SeededNoise(1));
    double[] weights = fitted.weigh(synthetic).meanOne();
    double plain = 0;
    double weighted = 0;
    double total = 0;
    for (int r = 0; r < 300; r++) {
      if (!synthetic.missing(r, 0)) {
        plain += synthetic.number(r, 0);
        weighted += weights[r] * synthetic.number(r, 0);
        total += weights[r];
      }
    }
    assertThat(weighted / total).isGreaterThan(plain / 285);
  }

  @Test
  void describesItselfWithItsName() {
    WeightEstimator estimator = estimator();
    WeightDescription description =
        estimator
            .mechanism(task())
            .apply(PrivateRows.of(privateRows), new SeededNoise(1))
            .description();
    ObjectNode json = description.toJson();
    assertThat(json.get("method").asString()).isEqualTo(estimator.name());
    assertThat(json.has("noise_law")).isTrue();
    assertThat(json.has("noise_scale")).isTrue();
    estimator
        .expectedLogNoise(task())
        .ifPresent(
            noise -> assertThat(description.expectedLogNoiseSd()).isCloseTo(noise, within(1e-12)));
  }

  /** The event, the plan and the noise to expect are settled without a private row. */
  @Test
  void theEventDoesNotDependOnPrivateRows() {
    Mechanism<FittedWeights> mechanism = estimator().mechanism(task());
    Object before = mechanism.event();
    mechanism.apply(PrivateRows.of(privateRows), new SeededNoise(1));
    assertThat(mechanism.event()).isEqualTo(before);
    assertThat(estimator().mechanism(task()).event()).isEqualTo(before);
  }

  @Test
  void anEmptyPrivateTableIsATableToo() {
    FittedWeights fitted =
        estimator()
            .mechanism(task())
            .apply(PrivateRows.of(Tables.rows(Tables.mixed())), new SeededNoise(1));
    assertThat(Arrays.stream(fitted.weigh(synthetic).logWeights()).allMatch(Double::isFinite))
        .isTrue();
  }

  @Test
  void syntheticRowsOfAnotherSchemaAreRefused() {
    Table other = Tables.rows(Tables.numeric(1, 0, 1), new double[] {0.5});
    assertThatThrownBy(
            () ->
                new WeightTask(
                    Tables.mixed(),
                    other,
                    null,
                    10,
                    new tare.accounting.PrivacyBudget(1, 0),
                    new Seed(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("columns of the private schema");
  }
}
