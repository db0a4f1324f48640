package tare.curator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.accounting.PrivacyBudget;
import tare.generator.gan.Gan;
import tare.generator.gan.GanOptions;
import tare.generator.gan.WaveOptions;
import tare.random.Seed;
import tare.schema.CellForm;
import tare.schema.Column;
import tare.schema.ColumnRole;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.weight.MomentOptions;
import tare.weight.MomentSet;
import tare.weight.Moments;

class AutoWeightsTest {

  /** All of epsilon but a ten-thousandth, which every release sets aside for rounding up. */
  private static final double WHOLE = 1 - 1e-4;

  private static AutoWeights choose(String generator, OptionalLong n) {
    return AutoWeights.choose(Plans.schema(n), Plans.plan(generator, "none"), n);
  }

  @Test
  void takesTheDiscriminatorThatMendsRowsAndLeavesTheGeneratorTheBudget() {
    ReleasePlan plan = choose("pate-gan", OptionalLong.of(40)).plan();
    assertThat(plan.weightsName()).isEqualTo("discriminator");
    assertThat(BudgetShares.of(plan, true).generator().epsilon()).isCloseTo(WHOLE, within(1e-12));
  }

  /** Their generators learn from waves, and their discriminators from what is left. */
  @ParameterizedTest
  @ValueSource(strings = {"dpgan", "dpcgan"})
  void takesNoneWhereADiscriminatorMendsNothing(String generator) {
    ReleasePlan plan = choose(generator, OptionalLong.of(40)).plan();
    assertThat(plan.weights()).isEqualTo(new WeightChoice.None());
    assertThat(BudgetShares.of(plan, true).generator().epsilon()).isCloseTo(WHOLE, within(1e-12));
  }

  /** How far a GAN's rows are off hardly falls with more of them, and what moments miss does. */
  @ParameterizedTest
  @ValueSource(strings = {"dpgan", "dpcgan"})
  void buysMomentsForAGanFromManyRowsOn(String generator) {
    assertThat(ofTwelveColumns(generator, 20_000).plan().weightsName()).isEqualTo("moments");
    AutoWeights fewer = ofTwelveColumns(generator, 19_000);
    assertThat(fewer.plan().weights()).isEqualTo(new WeightChoice.None());
    assertThat(fewer.why().orElseThrow()).contains("more than they mend of a GAN's rows");
  }

  @Test
  void aDiscriminatorThatMendsRowsIsTakenHoweverManyThereAre() {
    assertThat(ofTwelveColumns("pate-gan", 20_000).plan().weightsName()).isEqualTo("discriminator");
  }

  private static AutoWeights ofTwelveColumns(String generator, long n) {
    List<Column> columns = new ArrayList<>();
    for (int c = 0; c < 6; c++) {
      columns.add(new Column("size" + c, new ColumnType.Numeric(0, 1, List.of()), false));
      columns.add(new Column("has" + c, new ColumnType.YesNo("no", "yes"), false));
    }
    OptionalLong rows = OptionalLong.of(n);
    Schema schema = new Schema("twelve", "person", columns, rows);
    return AutoWeights.choose(schema, Plans.plan(generator, "none"), rows);
  }

  @Test
  void withoutWavesADiscriminatorMendsRows() {
    GanOptions plain = GanOptions.DEFAULTS.withWaves(WaveOptions.NONE);
    OptionalLong n = OptionalLong.of(40);
    ReleasePlan plan = Plans.plan("dpgan", "none").withGenerator(Gan.dpgan().withOptions(plain));
    assertThat(AutoWeights.choose(Plans.schema(n), plan, n).plan().weightsName())
        .isEqualTo("discriminator");
  }

  @Test
  void takesTheDefaultWhereItsNoiseIsSmall() {
    AutoWeights choice = choose("independent", OptionalLong.of(50_000));
    assertThat(choice.plan().weightsName()).isEqualTo("moments");
    assertThat(choice.why().orElseThrow()).contains("bought");
  }

  @Test
  void takesNoneWhereNoiseWouldDrownThemAndSaysSo() {
    AutoWeights choice = choose("independent", OptionalLong.of(20));
    assertThat(choice.plan().weights()).isEqualTo(new WeightChoice.None());
    assertThat(choice.why().orElseThrow()).contains("No weights");
    assertThat(BudgetShares.of(choice.plan(), true).generator().epsilon())
        .isCloseTo(WHOLE, within(1e-12));
  }

  @Test
  void takesTheDefaultWhereTheRowCountHasYetToBeBought() {
    assertThat(choose("independent", OptionalLong.empty()).plan().weightsName())
        .isEqualTo("moments");
  }

  /** Rows times epsilon decide: with more of them the generator has more of the budget. */
  @Test
  void takesLessForMomentsWhereTheyAreSureAnyway() {
    assertThat(share(20_000)).isCloseTo(0.49, within(1e-3));
    assertThat(share(40_000)).isBetween(0.2, 0.22);
    assertThat(share(1_000_000)).isCloseTo(0.1, within(1e-3));
    ReleasePlan wish = Plans.plan("independent", "moments");
    ReleasePlan.Split split = new ReleasePlan.Split(0.02, 0.3, 0.3);
    Schema schema = Plans.schema(OptionalLong.of(40_000));
    assertThat(AutoWeights.settle(schema, wish.withSplit(split)).plan().split()).isEqualTo(split);
    assertThat(AutoWeights.settle(schema, wish).plan().split().weightEpsilon().orElseThrow())
        .isCloseTo(share(40_000), within(1e-12));
  }

  private static double share(long n) {
    return choose("independent", OptionalLong.of(n)).plan().split().weightEpsilon().orElseThrow();
  }

  @Test
  void saysWhatToDeclareWhereAllPairsDoNotPay() {
    AutoWeights choice = ofMany(ColumnRole.ORDINARY);
    assertThat(choice.plan().weights()).isEqualTo(new WeightChoice.None());
    assertThat(choice.why().orElseThrow())
        .contains("does not pay", "declare an outcome", "by name");
  }

  @Test
  void buysPairsWithADeclaredOutcomeForLessWhereAllPairsDoNotPay() {
    AutoWeights choice = ofMany(ColumnRole.OUTCOME);
    assertThat(choice.plan().estimator())
        .contains(new Moments(MomentOptions.DEFAULTS.withSet(MomentSet.OUTCOME_PAIRS)));
    assertThat(choice.plan().split().weightEpsilon().orElseThrow()).isCloseTo(0.05, within(1e-9));
    assertThat(choice.why().orElseThrow())
        .contains("with the outcomes alone")
        .doesNotContain("declare an outcome");
  }

  private static AutoWeights ofMany(ColumnRole role) {
    List<String> levels = IntStream.range(0, 14).mapToObj(i -> "level" + i).toList();
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("ill", new ColumnType.YesNo("no", "yes"), false, CellForm.PLAIN, role));
    for (int c = 0; c < 13; c++) {
      columns.add(new Column("kind" + c, new ColumnType.Category(levels, Optional.empty()), false));
    }
    OptionalLong rows = OptionalLong.of(30_000);
    ReleasePlan plan =
        ReleasePlan.of(new PrivacyBudget(3, 1e-6))
            .withGenerator(GeneratorFitters.named("privbayes"))
            .withoutWeights()
            .withSeed(new Seed(7));
    return AutoWeights.choose(new Schema("many", "person", columns, rows), plan, rows);
  }
}
