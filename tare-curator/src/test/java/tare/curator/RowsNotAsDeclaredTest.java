package tare.curator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.generator.GeneratorFitter;
import tare.generator.GeneratorTask;
import tare.generator.gan.Gan;
import tare.model.FittedGenerator;
import tare.noise.NoiseSource;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.Cells;
import tare.table.Table;

/**
 * Tables that have nothing to do with the number of rows their schema declares: none, far fewer, 34
 * and 300 times as many, alike, mixed and tied, at every epsilon. How a release ends must be the
 * same for all of them, since it may hang on public numbers alone; and it must not be a failure
 * inside the gate.
 */
class RowsNotAsDeclaredTest {

  /** What is released, and under which public numbers. */
  private record Plan(GeneratorFitter generator, String weights, long n, double epsilon) {

    Map<String, List<String>> outcomes(Schema schema, List<HardRows> kinds, double... factors) {
      ReleasePlan plan =
          Plans.plan(generator, weights)
              .withBudget(new PrivacyBudget(epsilon, 1e-10))
              .withRows(20)
              .withHandling(WeightHandling.DEFAULTS.withReplicates(2))
              .acceptingWeakDelta();
      Map<String, List<String>> outcomes = new TreeMap<>();
      for (HardRows kind : kinds) {
        for (double factor : factors) {
          Table rows = kind.of(schema, (int) Math.round(factor * n));
          outcomes
              .computeIfAbsent(HardRows.outcome(rows, plan), outcome -> new ArrayList<>())
              .add(kind + " times " + factor);
        }
      }
      return outcomes;
    }

    @Override
    public String toString() {
      return generator.name() + ", " + weights + ", n " + n + ", epsilon " + epsilon;
    }
  }

  private static final List<String> WEIGHTS =
      List.of("beta-debiased", "beta-noised", "output-norm", "output-laplace", "dp-mlp", "moments");

  private static final List<GeneratorFitter> NETWORKS =
      List.of(
          HardRows.smallGan(Gan.Kind.DPGAN),
          HardRows.smallGan(Gan.Kind.DPCGAN),
          HardRows.SMALL_PATE_GAN);

  /** Every generator and every weight method of the house that claims privacy. */
  private static List<Plan> plans(long n, double epsilon) {
    List<Plan> all = new ArrayList<>();
    all.add(new Plan(GeneratorFitters.named("privbayes"), "none", n, epsilon));
    all.add(new Plan(GeneratorFitters.named("independent"), "none", n, epsilon));
    NETWORKS.forEach(network -> all.add(new Plan(network, "discriminator", n, epsilon)));
    for (String weights : WEIGHTS) {
      all.add(new Plan(GeneratorFitters.named("independent"), weights, n, epsilon));
    }
    return all;
  }

  static Stream<Plan> few() {
    return Stream.of(1.0, 1000.0).flatMap(epsilon -> plans(40, epsilon).stream());
  }

  /** Every plan under every budget and n, on one of three schemas in turn. */
  static Stream<Arguments> many() {
    List<Arguments> all = new ArrayList<>();
    for (double epsilon : new double[] {1e-3, 0.1, 1, 10, 1e3}) {
      for (long n : new long[] {1, 50, 1_000}) {
        for (Plan plan : plans(n, epsilon)) {
          OptionalLong declared = OptionalLong.of(n);
          List<Schema> schemas =
              List.of(HardRows.ofEveryKind(declared), Plans.schema(declared), wide(n));
          all.add(Arguments.of(schemas.get(all.size() % schemas.size()), plan));
        }
      }
    }
    return all.stream();
  }

  private static Schema wide(long n) {
    List<Column> columns = new ArrayList<>();
    for (int c = 0; c < 20; c++) {
      ColumnType type =
          c % 2 == 0
              ? new ColumnType.Numeric(-10, 1e5, List.of())
              : new ColumnType.YesNo("no", "yes");
      columns.add(new Column("c" + c, type, c % 3 == 0));
    }
    return new Schema("wide", "person", columns, OptionalLong.of(n));
  }

  @ParameterizedTest
  @MethodSource("few")
  void neverDecide(Plan plan) {
    Schema schema = HardRows.ofEveryKind(OptionalLong.of(plan.n()));
    endsInOneWay(plan.outcomes(schema, List.of(HardRows.LEAST, HardRows.TIED), 0, 34));
  }

  @Tag("audit")
  @ParameterizedTest
  @MethodSource("many")
  void norDoAnyOthers(Schema schema, Plan plan) {
    double most = plan.n() > 50 ? 34 : 300;
    endsInOneWay(plan.outcomes(schema, List.of(HardRows.values()), 0, 0.02, 1, 2, most));
  }

  private static void endsInOneWay(Map<String, List<String>> outcomes) {
    assertThat(outcomes).hasSize(1);
    assertThat(outcomes.keySet()).noneMatch(outcome -> outcome.startsWith("failed"));
  }

  /** Independent columns, but for a table with more than ten times as many rows as declared. */
  private record FailsOnMany(GeneratorFitter sound) implements GeneratorFitter {

    @Override
    public String name() {
      return "fails on many";
    }

    @Override
    public Mechanism<FittedGenerator> mechanism(GeneratorTask task) {
      Mechanism<FittedGenerator> fit = sound.mechanism(task);
      return new Mechanism<>() {
        @Override
        public String purpose() {
          return fit.purpose();
        }

        @Override
        public PrivacyEvent event() {
          return fit.event();
        }

        @Override
        public FittedGenerator apply(PrivateRows privateRows, NoiseSource noise) {
          if (privateRows.counts(Cells.ONE)[0] > 10 * task.n()) {
            throw new ArithmeticException("A sum has run over.");
          }
          return fit.apply(privateRows, noise);
        }
      };
    }
  }

  /** The twin: a mechanism that fails on many rows is seen by the tables of the cheap part. */
  @Test
  void aFailureThatRowsDecideIsSeen() {
    Plan plan = new Plan(new FailsOnMany(GeneratorFitters.named("independent")), "none", 40, 1);
    Schema schema = HardRows.ofEveryKind(OptionalLong.of(40));
    Map<String, List<String>> outcomes = plan.outcomes(schema, List.of(HardRows.TIED), 0, 34);
    assertThat(outcomes).hasSize(2);
    assertThat(outcomes.keySet()).anyMatch(outcome -> outcome.startsWith("failed"));
  }
}
