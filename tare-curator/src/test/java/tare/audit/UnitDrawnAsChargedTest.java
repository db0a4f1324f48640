package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.accounting.Accounting;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.accounting.PrivacyEvent.Composed;
import tare.accounting.PrivacyEvent.Exponential;
import tare.accounting.PrivacyEvent.Gaussian;
import tare.accounting.PrivacyEvent.PoissonSampled;
import tare.accounting.PrivacyEvent.Repeated;
import tare.audit.DrawTape.Heard;
import tare.curator.GeneratorFitters;
import tare.curator.ReleaseRun;
import tare.gate.Gate;
import tare.gate.PrivateTable;
import tare.generator.GeneratorFitter;
import tare.generator.gan.Gan;
import tare.generator.gan.PateGan;
import tare.generator.gan.PateGanOptions;
import tare.ledger.Ledger;
import tare.model.FittedWeights;
import tare.noise.DiscreteGaussian;
import tare.noise.DiscreteLaplace;
import tare.noise.IntegerNoise;
import tare.noise.SeededNoise;
import tare.progress.Progress;
import tare.release.Bundle;
import tare.release.PrivacyStatement;
import tare.schema.Schema;
import tare.schema.UnitRows;
import tare.table.BoundedRows;
import tare.weight.MlpOptions;
import tools.jackson.databind.JsonNode;

/**
 * Whole releases of persons with three rows each: a person moves what is counted by rows three
 * times as far, so the noise that was drawn must be wide enough for that at the price that was
 * booked; networks clip a person as a whole and ask one teacher. Bounds are worked out here once
 * more.
 */
class UnitDrawnAsChargedTest {

  private static final int K = 3;

  private static final Schema SCHEMA =
      new Schema(
          "six columns",
          "person",
          SixColumns.SCHEMA.columns(),
          OptionalLong.empty(),
          List.of(""),
          List.of(),
          List.of(),
          List.of(),
          Optional.of(new UnitRows("name", K)));

  /** A release, what its mechanisms drew, and what was booked for each. */
  private record Run(Bundle bundle, List<Heard> heard, List<PrivacyEvent> booked) {

    int index(String purpose) {
      return IntStream.range(0, heard.size())
          .filter(i -> heard.get(i).purpose.startsWith(purpose))
          .findFirst()
          .orElseThrow();
    }

    Heard heard(String purpose) {
      return heard.get(index(purpose));
    }

    PrivacyEvent booked(String purpose) {
      return booked.get(index(purpose));
    }
  }

  private static Run run(GeneratorFitter generator, String weights, double epsilon) {
    PrivacyBudget budget = new PrivacyBudget(epsilon, 1e-6);
    List<String> names = IntStream.range(0, SixColumns.ROWS).mapToObj(r -> "p" + r / K).toList();
    BoundedRows rows = BoundedRows.of(SixColumns.table(SCHEMA, SixColumns.values()), names);
    DrawTape tape = new DrawTape(rows.table(), new SeededNoise(3));
    Ledger ledger = Ledger.inMemory(budget);
    Gate gate = new Gate(PrivateTable.of(rows), ledger, "audit", new SeededNoise(4), tape);
    Bundle bundle =
        ReleaseRun.run(gate, SixColumns.plan(generator, weights, budget), Progress.SILENT);
    List<PrivacyEvent> booked = ledger.entries().stream().map(Ledger.Entry::event).toList();
    assertThat(bundle.privacy().charges().stream().map(PrivacyStatement.Charge::event))
        .as("what is stated was booked")
        .containsExactlyElementsOf(booked);
    return new Run(bundle, tape.heard, booked);
  }

  private static void costsNoMore(PrivacyEvent drawn, PrivacyEvent booked) {
    assertThat(Accounting.epsilon(drawn, 1e-6))
        .as("drawn: " + drawn + "; booked: " + booked)
        .isLessThanOrEqualTo(Accounting.epsilon(booked, 1e-6) * (1 + 1e-6));
  }

  @Test
  void count() {
    Run run = run(GeneratorFitters.named("independent"), "none", 6);
    DiscreteLaplace law = (DiscreteLaplace) run.heard("count rows").laws.get(0);
    assertThat(K / law.scale())
        .isLessThanOrEqualTo(Accounting.epsilon(run.booked("count rows"), 0) * (1 + 1e-9));
  }

  /** Tables in which a person is three times in one cell, and scores it moves as often. */
  @Test
  void privBayes() {
    Run run = run(GeneratorFitters.named("privbayes"), "none", 60);
    Heard fit = run.heard("fit PrivBayes");
    Map<IntegerNoise, Long> counted = new LinkedHashMap<>();
    for (int i = 0; i < fit.laws.size(); i++) {
      counted.merge(fit.laws.get(i), fit.exacts.get(i), Long::sum);
    }
    List<PrivacyEvent> drawn = new ArrayList<>();
    counted.forEach(
        (law, sum) ->
            drawn.add(
                new Repeated(
                    law instanceof DiscreteLaplace laplace
                        ? new PrivacyEvent.DiscreteLaplace(laplace.scale(), K)
                        : new PrivacyEvent.DiscreteGaussian(((DiscreteGaussian) law).sigma(), K),
                    sum / SixColumns.ROWS)));
    fit.choices.forEach(choice -> drawn.add(new Exponential(2 * K * choice.rate())));
    assertThat(drawn).hasSizeGreaterThan(5);
    costsNoMore(new Composed(drawn), run.booked("fit PrivBayes"));
  }

  @Test
  void moments() {
    Run run = run(GeneratorFitters.named("independent"), "moments", 20);
    Heard fit = run.heard("fit weights");
    double bound = ((FittedWeights) fit.output).description().details().path("bound").asDouble();
    double inSteps = Math.floor(Math.scalb(bound, 29 - Math.getExponent(bound)));
    double booked = ((Gaussian) run.booked("fit weights")).noiseMultiplier();
    assertThat(((DiscreteGaussian) fit.laws.get(0)).sigma() / (K * inSteps))
        .isGreaterThanOrEqualTo(booked * (1 - 1e-9));
  }

  @Test
  void coefficients() {
    Run run = run(GeneratorFitters.named("independent"), "beta-noised", 6);
    Heard fit = run.heard("fit weights");
    JsonNode details = ((FittedWeights) fit.output).description().details();
    double n = run.bundle().privacy().rowCount().used();
    double bound =
        1.25
            * Math.sqrt(details.path("noised_coefficients").size())
            / (n * details.path("lambda").asDouble());
    assertThat(fit.vectors).as("spherical noise is the least here").hasSize(1);
    double epsilon = ((PrivacyEvent.Spherical) run.booked("fit weights")).epsilon();
    assertThat(fit.vectors.get(0).scale()).isGreaterThanOrEqualTo(K * bound / epsilon);
  }

  /** Noise of each step over the clip: booked for so many clips as a person may move. */
  private static void descends(Heard fit, PrivacyEvent booked, double clip, int clips) {
    PoissonSampled lot = (PoissonSampled) ((Repeated) booked).event();
    assertThat(fit.rates).containsExactly(lot.rate());
    assertThat((long) fit.fills.size()).isEqualTo(((Repeated) booked).times());
    double multiplier = ((Gaussian) lot.event()).noiseMultiplier();
    assertThat(fit.fills)
        .allSatisfy(
            sd -> assertThat(sd / (clips * clip)).isGreaterThanOrEqualTo(multiplier * (1 - 1e-6)));
  }

  @Test
  void dpMlp() {
    Run run = run(GeneratorFitters.named("independent"), "dp-mlp", 20);
    descends(run.heard("fit weights"), run.booked("fit weights"), MlpOptions.DEFAULTS.clip(), K);
  }

  @Test
  void dpgan() {
    Run run = run(new Gan(Gan.Kind.DPGAN, SixColumns.SMALL), "none", 6);
    descends(run.heard("train dpgan"), run.booked("train dpgan"), SixColumns.SMALL.clip(), 1);
  }

  /** Labels are counted row by row, so a person moves a count by K; the descent shares a clip. */
  @Test
  void dpcgan() {
    Run run = run(new Gan(Gan.Kind.DPCGAN, SixColumns.SMALL.withLabel("ill")), "none", 6);
    Heard fit = run.heard("train dpcgan");
    List<PrivacyEvent> booked = ((Composed) run.booked("train dpcgan")).events();
    assertThat(booked).hasSize(2);
    DiscreteLaplace labels = (DiscreteLaplace) fit.laws.get(0);
    assertThat(fit.laws).hasSize(2);
    assertThat(K / labels.scale())
        .isLessThanOrEqualTo(Accounting.epsilon(booked.get(0), 0) * (1 + 1e-9));
    descends(fit, booked.get(1), SixColumns.SMALL.clip(), 1);
  }

  @Test
  void pateGan() {
    Run run = run(new PateGan(new PateGanOptions(7, 6, 4, 3, 5e-4)), "none", 6);
    Heard fit = run.heard("train pate-gan");
    costsNoMore(Heard.tables(fit.laws.get(0), fit.laws.size()), run.booked("train pate-gan"));
  }
}
