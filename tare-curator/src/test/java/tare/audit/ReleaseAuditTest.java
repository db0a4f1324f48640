package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tare.accounting.PrivacyBudget;
import tare.curator.ReleasePlan;
import tare.generator.GeneratorFitter;
import tare.generator.bayes.PrivBayes;
import tare.generator.gan.Gan;
import tare.generator.gan.GanOptions;
import tare.generator.gan.PateGan;
import tare.generator.gan.PateGanOptions;
import tare.generator.gan.WaveOptions;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.weight.BetaDebiased;
import tare.weight.Discriminator;

/**
 * Whole releases, rows and weights and models together, put to both audits. The networks are small
 * and trained for few steps on whole batches with a small clip: fast, and the settings under which
 * one row shows most.
 */
class ReleaseAuditTest {

  private static final GeneratorFitter DPCGAN =
      new Gan(
          Gan.Kind.DPCGAN,
          GanOptions.DEFAULTS
              .withHiddenWidth(4)
              .withClip(0.02)
              .withLotSize(100)
              .withEpochs(20)
              .withWaves(new WaveOptions(0.7, 4, 5)));

  private static final GeneratorFitter PATE_GAN = new PateGan(new PateGanOptions(5, 3, 2, 4, 1e-2));

  private static ReleaseAudit.Report audit(String pipeline, double epsilon, int runs, long seed) {
    // PrivBayes spends its whole budget on one table when there is one column; the GAN needs two.
    Schema schema = yesNo(pipeline.equals("privbayes") ? 1 : 2);
    return ReleaseAudit.of(schema, plan(pipeline, epsilon), runs, new SeededNoise(seed), n -> {});
  }

  private static ReleasePlan plan(String pipeline, double epsilon) {
    GeneratorFitter generator =
        switch (pipeline) {
          case "privbayes" -> new PrivBayes();
          case "dpcgan" -> DPCGAN;
          default -> PATE_GAN;
        };
    ReleasePlan plan =
        ReleasePlan.of(new PrivacyBudget(epsilon, 1e-6))
            .withGenerator(generator)
            .withRows(100)
            .withSeed(new Seed(22));
    return switch (pipeline) {
      case "privbayes" -> plan.withWeights(new BetaDebiased());
      case "dpcgan" -> plan.withWeights(new Discriminator());
      default -> plan.withoutWeights();
    };
  }

  private static Schema yesNo(int columns) {
    List<Column> all = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      all.add(new Column("column " + c, new ColumnType.YesNo("no", "yes"), false));
    }
    return new Schema("audit", "row", all, OptionalLong.of(100));
  }

  /** A few runs of each: that all of it works and that replay finds nothing. */
  @ParameterizedTest
  @CsvSource({"privbayes, 1", "dpcgan, 1", "pate-gan, 1"})
  void aFewRunsOfEachPipelineStand(String pipeline, double epsilon) {
    ReleaseAudit.Report report = audit(pipeline, epsilon, 100, 31);
    assertThat(report.replay().faults()).isEmpty();
    assertThat(report.passed()).isTrue();
  }

  /**
   * Thousands of runs of each: claims stand at a false-alarm rate of 1e-6 each, and no lower bound
   * passes its claim. The least bounds say that the attack does see the row where it can be seen.
   * What was found is left in target/release-audits.txt.
   */
  @Tag("audit")
  @ParameterizedTest
  @CsvSource({
    "privbayes, 1, 4000, 0.2",
    "privbayes, 4, 4000, 2",
    "dpcgan, 1, 6000, 0",
    "dpcgan, 4, 6000, 0",
    "pate-gan, 1, 2000, 0",
    "pate-gan, 4, 2000, 0"
  })
  void manyRunsOfEachPipelineStand(String pipeline, double epsilon, int runs, double least)
      throws IOException {
    ReleaseAudit.Report report = audit(pipeline, epsilon, runs, 32);
    Files.writeString(
        Path.of("target", "release-audits.txt"),
        pipeline + ": " + report.blackBox().summary() + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    assertThat(report.passed()).as(report.blackBox().summary()).isTrue();
    assertThat(report.blackBox().epsilonLowerBound())
        .as(report.blackBox().summary())
        .isBetween(least, epsilon);
  }

  /** A plan that is refused would pass by doing nothing. */
  @Test
  void aPlanThatCannotWorkIsRefused() {
    assertThatThrownBy(
            () ->
                ReleaseAudit.of(
                    yesNo(1), plan("dpcgan", 1), 100, new SeededNoise(33), progress -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("beside its label");
  }
}
