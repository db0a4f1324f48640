package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.audit.DpTester.Options;
import tare.audit.DpTester.Result;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.gate.Gate;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.gate.PrivateTable;
import tare.ledger.Ledger;
import tare.mechanism.NoisedCount;
import tare.noise.DiscreteLaplace;
import tare.noise.NoiseSource;
import tare.noise.SeededNoise;
import tare.progress.Progress;
import tare.random.Seed;
import tare.release.Bundle;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.Cells;
import tare.table.Table;
import tare.table.TableAppender;
import tare.weight.BetaDebiased;

/** Whole releases attacked on a worst case: one odd row, or none, among many that are alike. */
class BlackBoxAuditTest {

  private static final Schema SCHEMA =
      new Schema(
          "canary",
          "person",
          List.of(
              new Column("ill", new ColumnType.YesNo("no", "yes"), false),
              new Column("old", new ColumnType.YesNo("no", "yes"), false)),
          OptionalLong.empty());

  private static Table rows(boolean withCanary) {
    TableAppender appender = new TableAppender(SCHEMA);
    for (int i = 0; i < 60; i++) {
      appender.append(0, i % 2);
    }
    if (withCanary) {
      appender.append(1, 1);
    }
    return appender.finish();
  }

  private static Function<Gate, Bundle> release(double epsilon) {
    return gate ->
        ReleaseRun.run(
            gate,
            ReleasePlan.of(new PrivacyBudget(epsilon, 1e-6))
                .withWeights(new BetaDebiased())
                .withRows(100)
                .withSeed(new Seed(22)),
            Progress.SILENT);
  }

  /** The same machinery refutes a pipeline that spends twice what it books. */
  @Test
  void aPipelineThatLosesTwiceItsClaimIsRefuted() {
    Function<Gate, Long> honest = gate -> gate.run(new NoisedCount(DiscreteLaplace.of(1)));
    Function<Gate, Long> lying = gate -> gate.run(new HalfTheNoise(DiscreteLaplace.of(1).event()));
    assertThat(count(honest).accepted()).isTrue();
    Result refuted = count(lying);
    assertThat(refuted.accepted()).isFalse();
    assertThat(refuted.epsilonLowerBound()).isBetween(1.5, 2.0);
  }

  private static Result count(Function<Gate, Long> pipeline) {
    return BlackBoxAudit.audit(
        pipeline,
        rows(false),
        rows(true),
        new PrivacyBudget(1, 0),
        new SeededNoise(23),
        Attack.<Long>cells().on(output -> output.orElse(-1L)),
        Options.DEFAULTS.withSamples(20_000));
  }

  private record HalfTheNoise(PrivacyEvent event) implements Mechanism<Long> {
    @Override
    public String purpose() {
      return "count with half the noise";
    }

    @Override
    public Long apply(PrivateRows privateRows, NoiseSource noise) {
      return DiscreteLaplace.of(0.5).addTo(privateRows.counts(Cells.ONE)[0], noise);
    }
  }

  /** A failure that depends on rows is an output like any other. */
  @Test
  void failuresAreOutputs() {
    Result refuted =
        BlackBoxAudit.audit(
            gate -> gate.run(new FailsOnTheCanary()),
            rows(false),
            rows(true),
            new PrivacyBudget(1, 0),
            new SeededNoise(25),
            Attack.<Boolean>cells().on(Optional::isPresent),
            Options.DEFAULTS.withSamples(4_000));
    assertThat(refuted.accepted()).isFalse();
  }

  private record FailsOnTheCanary() implements Mechanism<Long> {
    @Override
    public String purpose() {
      return "fail on odd counts";
    }

    @Override
    public PrivacyEvent event() {
      return DiscreteLaplace.of(1).event();
    }

    @Override
    public Long apply(PrivateRows privateRows, NoiseSource noise) {
      if (privateRows.counts(Cells.ONE)[0] % 2 == 1) {
        throw new IllegalStateException("odd");
      }
      return 0L;
    }
  }

  @Test
  void theViewReadsRowsWeightsAndModels() {
    Gate gate =
        new Gate(
            PrivateTable.of(rows(true)),
            Ledger.inMemory(new PrivacyBudget(4, 1e-6)),
            "once",
            new SeededNoise(27));
    Map<String, Double> seen = new ReleaseView(SCHEMA, 1, 1).apply(release(4).apply(gate));
    double together = seen.getOrDefault("share like it", Double.NaN);
    assertThat(together)
        .isBetween(0.0, seen.getOrDefault("share like it in column 0", Double.NaN) + 1e-12);
    assertThat(seen.getOrDefault("weight like it", Double.NaN)).isBetween(0.0, 1.0);
    assertThat(seen.keySet()).anyMatch(name -> name.startsWith("generator/"));
    assertThat(seen.keySet()).anyMatch(name -> name.startsWith("weights/"));
    assertThatThrownBy(() -> new ReleaseView(SCHEMA, 1)).hasMessageContaining("each column");
  }

  /** Among 300 numbers that are the same noise, the one that tells is found. */
  @Test
  void theAttackFindsTheNumberThatTells() {
    NoiseSource noise = new SeededNoise(29);
    DpTester.Result result =
        DpTester.test(
            () -> numbers(noise, 0),
            () -> numbers(noise, 2),
            Claim.of(0.5, 0),
            new TellingNumbers(),
            Options.DEFAULTS.withSamples(1_000));
    assertThat(result.epsilonLowerBound()).isGreaterThan(0.7);
    assertThat(result.accepted()).isFalse();
  }

  private static Map<String, Double> numbers(NoiseSource noise, double shift) {
    double[] draws = new double[300];
    noise.fillGaussian(1, draws, 0, draws.length);
    Map<String, Double> numbers = new HashMap<>();
    for (int i = 0; i < draws.length; i++) {
      numbers.put("number " + i, draws[i] + (i == 123 ? shift : 0));
    }
    return numbers;
  }
}
