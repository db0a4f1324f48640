package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.audit.ReplayAudit.Result;
import tare.curator.GeneratorFitters;
import tare.gate.Gate;
import tare.gate.SmallTables;
import tare.generator.GeneratorTask;
import tare.mechanism.NoisedCount;
import tare.model.FittedGenerator;
import tare.model.FittedWeights;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.table.Table;
import tare.weight.LogisticOptions;
import tare.weight.WeightEstimators;
import tare.weight.WeightTask;

/** Every generator with every private weight method, recorded and replayed on neighbours. */
class PipelineReplayTest {

  /** Output Laplace noise exists only for large budgets at this many rows. */
  private static PrivacyBudget part(String method) {
    return new PrivacyBudget(method.equals("output-laplace") ? 60 : 2, 1e-6);
  }

  static Stream<Arguments> pipelines() {
    return GeneratorFitters.names().stream()
        .filter(PipelineReplayTest::isPrivate)
        .flatMap(
            generator ->
                WeightEstimators.names().stream()
                    // Not private, so no gate with a limit lets them through.
                    .filter(weights -> !weights.equals("logreg") && !weights.equals("mlp"))
                    // A discriminator's weights come with the network that was trained.
                    .filter(weights -> generator.contains("gan") == weights.equals("discriminator"))
                    .map(weights -> Arguments.of(generator, weights)));
  }

  private static boolean isPrivate(String generator) {
    return !(GeneratorFitters.named(generator)
            .mechanism(new GeneratorTask(SmallTables.SCHEMA, 400, part(generator), new Seed(1)))
            .event()
        instanceof PrivacyEvent.NonPrivate);
  }

  /** The list above is not empty by mistake. */
  @Test
  void thereArePipelinesOfAllKinds() {
    assertThat(pipelines().map(arguments -> arguments.get()[0]))
        .contains("privbayes", "dpcgan", "pate-gan")
        .hasSizeGreaterThan(8);
  }

  @ParameterizedTest
  @MethodSource("pipelines")
  void rowsSpeakThroughMechanismOutputsAlone(String generator, String weights) {
    List<double[]> rows = rows();
    List<Table> neighbours = new ArrayList<>();
    neighbours.add(table(rows.subList(0, rows.size() - 1)));
    neighbours.add(table(rows.subList(1, rows.size())));
    for (double[] extreme : new double[][] {{1, 2}, {-1, 0}, {Double.NaN, 1}}) {
      List<double[]> more = new ArrayList<>(rows);
      more.add(extreme);
      neighbours.add(table(more));
    }
    Result result =
        ReplayAudit.audit(
            gate -> release(gate, generator, weights),
            table(rows),
            neighbours,
            new PrivacyBudget(1000, 1e-5),
            new SeededNoise(11));
    assertThat(result.faults()).isEmpty();
    assertThat(result.mechanisms()).isEqualTo(3);
    assertThat(result.largestShare()).isGreaterThan(0.1).isLessThan(1.0001);
  }

  /** The method in short: count, fit, sample, weigh. */
  private static Object release(Gate gate, String generator, String weights) {
    Seed seed = new Seed(5);
    long n = NoisedCount.usable(gate.run(NoisedCount.withEpsilon(1)));
    FittedGenerator fitted =
        gate.run(
            GeneratorFitters.named(generator)
                .mechanism(new GeneratorTask(gate.schema(), n, part(generator), seed)));
    Table synthetic = fitted.sample(200, seed);
    FittedWeights weighed =
        gate.run(
            WeightEstimators.named(weights, LogisticOptions.DEFAULTS)
                .mechanism(
                    new WeightTask(gate.schema(), synthetic, fitted, n, part(weights), seed)));
    return List.of(n, fitted.parameters().toString(), synthetic, weighed);
  }

  private static List<double[]> rows() {
    RandomGenerator random = new Seed(4).stream("made-up rows");
    List<double[]> rows = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      int group = random.nextInt(3);
      rows.add(new double[] {Math.tanh(random.nextGaussian() + group - 1), group});
    }
    return rows;
  }

  private static Table table(List<double[]> rows) {
    return SmallTables.of(rows.toArray(new double[0][]));
  }
}
