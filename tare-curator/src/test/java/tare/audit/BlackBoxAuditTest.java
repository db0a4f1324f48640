package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.audit.DpTester.Options;
import tare.audit.DpTester.Result;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.generator.GeneratorFitters;
import tare.privacy.DiscreteLaplace;
import tare.privacy.Mechanism;
import tare.privacy.NoiseSource;
import tare.privacy.NoisedCount;
import tare.privacy.PrivacyBudget;
import tare.privacy.PrivacyEvent;
import tare.privacy.SeededNoise;
import tare.random.Seed;
import tare.release.Bundle;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.Table;
import tare.table.TableAppender;
import tare.weight.LogisticOptions;
import tare.weight.WeightEstimators;
import tare.weight.WeightSteps;

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

  private static BlackBoxAudit.SeededPipeline<Bundle> release(double epsilon) {
    return (gate, seed) ->
        ReleaseRun.run(
            gate,
            new ReleasePlan(
                new PrivacyBudget(epsilon, 1e-6),
                ReleasePlan.Split.DEFAULTS,
                Optional.of(GeneratorFitters.named("privbayes")),
                Optional.of(WeightEstimators.named("beta-debiased", LogisticOptions.DEFAULTS)),
                WeightSteps.DEFAULTS,
                OptionalInt.of(100),
                seed,
                false),
            ReleaseRun.Progress.SILENT);
  }

  private static Result audit(double epsilon, int runs, double falseAlarm) {
    return BlackBoxAudit.audit(
        release(epsilon),
        rows(false),
        rows(true),
        new PrivacyBudget(epsilon, 1e-6),
        new SeededNoise(21),
        new Seed(22),
        new CanaryView(SCHEMA, 1, 1).attack(),
        new Options(runs, falseAlarm, 0.95));
  }

  /** False-alarm rate 1e-6 each. */
  @Tag("audit")
  @ParameterizedTest
  @ValueSource(doubles = {1, 4})
  void wholeReleasesStandAtTheirClaim(double epsilon) {
    Result result = audit(epsilon, 4_000, 1e-6);
    assertThat(result.accepted()).as(result.summary()).isTrue();
    // At epsilon 4 the attack does see the canary, so that its silence would mean something; at
    // epsilon 1 this many runs show nothing.
    assertThat(result.epsilonLowerBound())
        .isGreaterThanOrEqualTo(epsilon == 4 ? 0.2 : 0)
        .isLessThan(epsilon);
  }

  /** The same machinery refutes a pipeline that spends twice what it books. */
  @Test
  void aPipelineThatLosesTwiceItsClaimIsRefuted() {
    BlackBoxAudit.SeededPipeline<Long> honest =
        (gate, seed) -> gate.run(new NoisedCount(DiscreteLaplace.of(1)));
    BlackBoxAudit.SeededPipeline<Long> lying =
        (gate, seed) -> gate.run(new HalfTheNoise(DiscreteLaplace.of(1).event()));
    assertThat(count(honest).accepted()).isTrue();
    Result refuted = count(lying);
    assertThat(refuted.accepted()).isFalse();
    assertThat(refuted.epsilonLowerBound()).isBetween(1.5, 2.0);
  }

  private static Result count(BlackBoxAudit.SeededPipeline<Long> pipeline) {
    return BlackBoxAudit.audit(
        pipeline,
        rows(false),
        rows(true),
        new PrivacyBudget(1, 0),
        new SeededNoise(23),
        new Seed(24),
        Attack.<Long>cells().on(output -> output.orElse(-1L)),
        Options.DEFAULTS.withSamples(20_000));
  }

  private record HalfTheNoise(PrivacyEvent event) implements Mechanism<Long> {
    @Override
    public String purpose() {
      return "count with half the noise";
    }

    @Override
    public Long apply(Table privateRows, NoiseSource noise) {
      return DiscreteLaplace.of(0.5).addTo(privateRows.rowCount(), noise);
    }
  }

  /** A failure that depends on rows is an output like any other. */
  @Test
  void failuresAreOutputs() {
    Result refuted =
        BlackBoxAudit.audit(
            (gate, seed) -> gate.run(new FailsOnTheCanary()),
            rows(false),
            rows(true),
            new PrivacyBudget(1, 0),
            new SeededNoise(25),
            new Seed(26),
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
    public Long apply(Table privateRows, NoiseSource noise) {
      if (privateRows.rowCount() % 2 == 1) {
        throw new IllegalStateException("odd");
      }
      return 0L;
    }
  }

  @Test
  void theViewCountsWhatIsLikeTheCanary() {
    double[] seen =
        new CanaryView(SCHEMA, 1, 1)
            .apply(Optional.of(BlackBoxAuditTest.<Bundle>once(release(4), rows(true))));
    assertThat(seen).hasSize(7);
    assertThat(seen[0]).isEqualTo(1);
    assertThat(seen[2]).isLessThanOrEqualTo(Math.min(seen[5], seen[6]) + 1e-12);
    assertThat(Arrays.stream(new CanaryView(SCHEMA, 1, 1).apply(Optional.empty())).sum())
        .isCloseTo(0, within(0.0));
    assertThatThrownBy(() -> new CanaryView(SCHEMA, 1)).hasMessageContaining("each column");
  }

  private static <A> A once(BlackBoxAudit.SeededPipeline<A> pipeline, Table rows) {
    return pipeline.run(
        new tare.privacy.Gate(
            tare.privacy.PrivateTable.of(rows),
            tare.privacy.Ledger.inMemory(new PrivacyBudget(4, 1e-6)),
            "once",
            new SeededNoise(27)),
        new Seed(28));
  }
}
