package tare.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class BayesJobTest {

  @Test
  void weightsCountForAsManyRowsAsTheyAreWorth() {
    assertThat(BayesJob.scaledToEffectiveSize(new double[] {1, 1, 1, 1}))
        .containsExactly(1, 1, 1, 1);
    // One row has all: it counts for one.
    assertThat(BayesJob.scaledToEffectiveSize(new double[] {4, 0, 0, 0}))
        .containsExactly(1, 0, 0, 0);
    double[] mixed = BayesJob.scaledToEffectiveSize(new double[] {3, 1});
    assertThat(mixed[0] + mixed[1]).isCloseTo(16 / 10.0, within(1e-12));
    assertThat(BayesJob.scaledToEffectiveSize(new double[] {0, 0})).containsExactly(0, 0);
  }

  /** Moments of 6 coordinates of 120 rows are refused at epsilon 1, so nobody is weighed. */
  @Test
  void whereNoWeightsPayTheAutomaticLineIsNone() {
    JsonNode result =
        new BayesJob(new PaperGrid.DataSet("iris", "species"), 1, 1, false, Optional.empty()).run();
    assertThat(result.path("auto").size()).isPositive();
    assertThat(result.path("auto")).isEqualTo(result.path("none"));
    assertThat(result.path("dp-mlp")).isNotEqualTo(result.path("none"));
  }

  @Test
  void runsWithoutAScoreAreCounted() {
    PaperGrid.DataSet iris = new PaperGrid.DataSet("iris", "species");
    Map<Job, JsonNode> results = new LinkedHashMap<>();
    for (int seed = 1; seed <= 3; seed++) {
      ObjectNode result = JsonNodeFactory.instance.objectNode();
      result.putObject("none").put("1", -1.5);
      ObjectNode moments = result.putObject("moments").put("1", -1.25);
      if (seed == 2) {
        moments.putNull("1");
      }
      results.put(new BayesJob(iris, 1, seed, false, Optional.empty()), result);
    }
    String table = new BayesExperiment().report(results).tables().get(0).markdown();
    assertThat(table)
        .contains("| iris | 1 | None | - | - | - | -1.500 ± 0.000 | - |")
        .contains("| iris | 1 | Moments | - | - | - | -1.250 ± 0.000 (1 of 3 without) | - |");
  }
}
