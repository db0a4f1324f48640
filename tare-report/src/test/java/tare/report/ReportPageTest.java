package tare.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tare.analysis.ColumnSpread;
import tare.inference.Replicates;
import tare.random.Seed;
import tare.release.Bundle;
import tare.release.Verdict;
import tare.release.WeightStatement;
import tare.release.WeightStatement.Quality;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.Table;
import tare.table.TableAppender;

class ReportPageTest {

  private static final Schema PEOPLE = Releases.people(3_000);
  private static final Bundle PLAIN =
      Releases.of(Releases.rows(PEOPLE, 3_000, new Seed(1)), "privbayes", "none", 1);
  private static final Bundle WEIGHTED =
      Releases.of(Releases.rows(PEOPLE, 3_000, new Seed(1)), "privbayes", "beta-debiased", 1);

  private static Bundle judged(Verdict verdict, int replicates) {
    WeightStatement weights = WEIGHTED.weights().orElseThrow();
    Quality q = weights.quality();
    Quality other =
        new Quality(
            q.effectiveSampleSize(),
            q.largestShare(),
            q.paretoK(),
            q.koopmanP(),
            q.expectedLogNoise(),
            verdict,
            List.of("Because."));
    float[][] all = new float[Math.max(2, replicates)][WEIGHTED.synthetic().rowCount()];
    for (int b = 0; b < all.length; b++) {
      for (int r = 0; r < all[b].length; r++) {
        all[b][r] = (r + b) % 2 == 0 ? 0.5f : 1.5f;
      }
      for (int r = 0; r < 4; r++) { // some rows differ, so that parts of them have another mean
        all[b][r] += r < 2 ? 0.25f : -0.25f;
      }
    }
    return new Bundle(
        WEIGHTED.synthetic(),
        java.util.Optional.of(new WeightStatement(weights.weights(), weights.description(), other)),
        replicates == 0
            ? java.util.Optional.empty()
            : java.util.Optional.of(new Replicates(all, List.of("noise"), List.of("the tails"))),
        WEIGHTED.privacy(),
        WEIGHTED.provenance(),
        WEIGHTED.model());
  }

  /** Of very many rows every so many-th is looked at, with its weights, and the page says so. */
  @Test
  void figuresOfVeryManyRowsAreOfSomeOfThem() {
    Bundle all = judged(Verdict.USE, 2);
    int rows = all.synthetic().rowCount();
    Bundle some = FewerRows.of(all, rows / 3);
    int stride = (rows + rows / 3 - 1) / (rows / 3);
    assertThat(some.synthetic().rowCount()).isEqualTo((rows + stride - 1) / stride);
    assertThat(some.synthetic().value(2, 0)).isEqualTo(all.synthetic().value(2 * stride, 0));
    double[] before = all.weights().orElseThrow().weights().logWeights();
    double[] after = some.weights().orElseThrow().weights().logWeights();
    assertThat(after[2] - after[0]).isCloseTo(before[2 * stride] - before[0], within(1e-12));
    double[] weighed = all.replicates().orElseThrow().replicate(1);
    double[] fewer = some.replicates().orElseThrow().replicate(1);
    assertThat(fewer[1] / fewer[0]).isCloseTo(weighed[stride] / weighed[0], within(1e-6));
    assertThat(Arrays.stream(fewer).average().orElse(0)).isCloseTo(1, within(1e-5));
    assertThat(FewerRows.words(all, some).orElseThrow())
        .contains("of " + Html.number(some.synthetic().rowCount()) + " of them");
    assertThat(FewerRows.of(all, rows)).isSameAs(all);
    assertThat(FewerRows.words(all, all)).isEmpty();
  }

  @Test
  void rowsComeFirstAndEverySectionIsThere() {
    String page = ReportPage.of(PLAIN);
    assertThat(page)
        .containsSubsequence(
            "id=\"rows\"",
            "id=\"conclude\"",
            "id=\"columns\"",
            "id=\"pairs\"",
            "id=\"promise\"",
            "id=\"spent\"",
            "id=\"use\"");
    assertThat(page).contains("not here: passport").contains("±").contains("Strength");
  }

  /** Replicates know nothing of a place where no row lies; the page does not take that for sure. */
  @Test
  void nothingIsToldToBeSureWhereNoRowLies() {
    Bundle replicated = judged(Verdict.USE, 4);
    ReleaseFacts facts = ReleaseFacts.of(replicated, () -> {});
    double chance = 3.0 / replicated.privacy().rowCount().used();
    ColumnSpread.Bar some = facts.spreads().get(0).bars().get(0);
    ColumnSpread.Bar none =
        new ColumnSpread.Bar(some.kind(), some.label(), some.from(), some.to(), 0, 0, 0);
    assertThat(facts.bestError(0, none)).isGreaterThanOrEqualTo(chance);
    double counted = facts.errors().orElseThrow().withMoments().numberShare(0);
    assertThat(facts.bestError(0, none)).isGreaterThanOrEqualTo(counted).isPositive();
    assertThat(facts.bestError(0, some)).isGreaterThanOrEqualTo(some.weightedError());
    ColumnSpread.Bar level = facts.spreads().get(2).bars().get(0);
    assertThat(facts.bestError(2, level)).isEqualTo(level.weightedError());
    assertThat(ReportPage.of(replicated)).doesNotContain("0 % ± 0 %");
  }

  /** What the page concludes is what its whiskers show, where nine rows of ten lie. */
  @Test
  void theVerdictOnTheRowsFollowsTheWhiskers() {
    List<double[]> bars =
        List.of(
            new double[] {0.001, 0.0}, // many empty bars would make a median look sure
            new double[] {0.001, 0.0},
            new double[] {0.001, 0.0},
            new double[] {0.02, 0.5},
            new double[] {0.03, 0.41},
            new double[] {0.09, 0.09},
            new double[] {Double.NaN, 0.5});
    assertThat(ReleaseFacts.reach(bars.subList(0, 6))).isEqualTo(0.03);
    assertThat(ReleaseFacts.reach(bars)).isNaN(); // of too many rows nothing is known
    ReleaseFacts facts = ReleaseFacts.of(PLAIN, () -> {});
    assertThat(facts.columnReach()).isPositive();
    assertThat(RowVerdict.of(facts).isFit()).isEqualTo(facts.columnReach() <= RowVerdict.WIDEST);
    assertThat(ReportPage.of(PLAIN))
        .contains("The rows: " + RowVerdict.of(facts).words())
        .contains("intervals of ± " + Html.roughPercent(facts.columnReach()));
    ReleaseFacts unknown =
        new ReleaseFacts(
            PLAIN,
            PLAIN,
            facts.spreads(),
            List.of(),
            java.util.Map.of(),
            java.util.Optional.empty(),
            java.util.Map.of());
    assertThat(RowVerdict.of(unknown)).isEqualTo(RowVerdict.CARE);
  }

  @Test
  void theLinesToCopyFollowTheVerdict() {
    assertThat(ReportPage.of(judged(Verdict.DO_NOT_USE, 4)))
        .doesNotContain("svydesign")
        .doesNotContain("svrepdesign");
    assertThat(ReportPage.of(judged(Verdict.USE, 0)))
        .contains("svydesign")
        .doesNotContain("svrepdesign");
    assertThat(ReportPage.of(judged(Verdict.USE, 4)))
        .contains("svrepdesign")
        .contains("replicates.csv.gz")
        .contains("the tails");
    assertThat(ReportPage.of(PLAIN)).doesNotContain("weight = ").contains("has no weights");
  }

  @Test
  void noScriptAndNothingFromOutside() {
    for (String page : List.of(ReportPage.of(PLAIN), ReportPage.of(judged(Verdict.USE, 4)))) {
      assertThat(page)
          .doesNotContain("<script")
          .doesNotContain(" style=")
          .doesNotContain("src=")
          .doesNotContain("http://")
          .doesNotContain("https://");
      assertThat(page).contains("default-src 'none'; style-src 'sha256-");
    }
  }

  @Test
  void namesAndLevelsAreTextAndNeverMarkup() {
    String evil = "</title><script>alert(1)</script>\"'&";
    Schema schema =
        new Schema(
            evil,
            evil,
            List.of(
                new Column(evil, new ColumnType.Numeric(0, 1, List.of()), false),
                new Column("b" + evil, new ColumnType.YesNo("no" + evil, "yes" + evil), false)),
            OptionalLong.of(500));
    TableAppender appender = new TableAppender(schema);
    for (int r = 0; r < 500; r++) {
      appender.append(r / 500.0, r % 2);
    }
    String page = ReportPage.of(Releases.of(appender.finish(), "privbayes", "none", 2));
    assertThat(page)
        .doesNotContain("<script")
        .doesNotContain("alert(1)</script>")
        .contains("&lt;script&gt;");
  }

  @Test
  void twoHundredColumnsStayBelowThreeMegabytes() {
    Table wide = Releases.wide(200, 4_000);
    String page = ReportPage.of(Releases.of(wide, "independent", "none", 4));
    assertThat(page.length()).isLessThan(3_000_000);
    assertThat(page).contains("Find a column");
  }
}
