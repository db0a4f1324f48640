package tare.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tare.gate.PrivateRows;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.schema.BadInputException;
import tare.schema.Schema;
import tare.table.Table;
import tare.weight.BetaDebiased;
import tare.weight.BetaNoised;
import tare.weight.LogReg;
import tare.weight.LogisticOptions;
import tare.weight.OutputNorm;
import tare.weight.Tables;
import tare.weight.WeightEstimator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class WeightModelTest {

  private final Table synthetic = Tables.mixedRows(200, 0, new Seed(1));
  private final Table fresh = Tables.mixedRows(100, 0.5, new Seed(3));

  private FittedWeights fitted(WeightEstimator estimator) {
    return estimator
        .mechanism(Tables.task(synthetic, 5_000, 3, 1e-6))
        .apply(PrivateRows.of(Tables.mixedRows(5_000, 1, new Seed(2))), new SeededNoise(1));
  }

  /** Written as text and read back, it gives the very same weights to rows never seen. */
  @Test
  void aModelReadBackWeighsTheSame() {
    LogisticOptions box = LogisticOptions.DEFAULTS.withFeatures(FeatureKind.BOX);
    for (WeightEstimator estimator :
        List.of(
            new LogReg(),
            new BetaNoised(),
            new BetaDebiased(),
            new BetaDebiased(box),
            new BetaDebiased(LogisticOptions.DEFAULTS.withLaw(NoiseLaw.LAPLACE)),
            new BetaDebiased(LogisticOptions.DEFAULTS.withLaw(NoiseLaw.GAUSSIAN)))) {
      FittedWeights original = fitted(estimator);
      String text = JsonMapper.shared().writeValueAsString(original.description().toJson());
      FittedWeights back = read(Tables.mixed(), (ObjectNode) JsonMapper.shared().readTree(text));
      assertThat(back.weigh(fresh).logWeights()).isEqualTo(original.weigh(fresh).logWeights());
      assertThat(JsonMapper.shared().writeValueAsString(back.description().toJson()))
          .isEqualTo(text);
    }
  }

  @Test
  void outputWeightsCannotBeReadBack() {
    ObjectNode json = fitted(new OutputNorm()).description().toJson();
    assertThatThrownBy(() -> read(Tables.mixed(), json))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("rows of its own release only");
  }

  @Test
  void damagedModelsAreRefused() {
    ObjectNode whole = fitted(new BetaDebiased()).description().toJson();
    ObjectNode shortened = whole.deepCopy();
    shortened.putArray("noised_coefficients").add(1.0);
    ObjectNode lawless = whole.deepCopy();
    lawless.put("noise_law", "cauchy");
    ObjectNode flat = whole.deepCopy();
    flat.putArray("factor");
    ObjectNode kindless = whole.deepCopy();
    kindless.put("features", "round");
    for (ObjectNode bad : List.of(shortened, lawless, flat, kindless)) {
      assertThatThrownBy(() -> read(Tables.mixed(), bad))
          .isInstanceOf(BadInputException.class)
          .hasMessageStartingWith("weights.json: ");
    }
    assertThatThrownBy(() -> read(Tables.numeric(3, 0, 1), whole))
        .isInstanceOf(BadInputException.class);
  }

  private static FittedWeights read(Schema schema, ObjectNode json) {
    return WeightModel.read(
        "weights.json", schema, WeightDescription.fromJson(json), Optional.empty());
  }
}
