package tare.generator.bayes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import tare.accounting.Accounting;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.audit.Claim;
import tare.audit.DpTester;
import tare.audit.SensitivityHunter;
import tare.model.ColumnBins;
import tare.noise.Exact;
import tare.noise.Norm;
import tare.noise.SeededNoise;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.Table;

/** What attacks on the parts of PrivBayes have in common. */
final class PrivacyCases {

  static final Schema SMALL =
      new Schema(
          "small",
          "person",
          List.of(
              new Column("age", new ColumnType.Whole(0, 3, List.of()), true),
              new Column(
                  "group",
                  new ColumnType.Category(List.of("a", "b", "c"), Optional.empty()),
                  false),
              new Column("ill", new ColumnType.YesNo("no", "yes"), false)),
          OptionalLong.empty());
  static final List<ColumnBins> BINS =
      List.of(
          ColumnBins.of(0, SMALL.column(0), 5),
          ColumnBins.of(1, SMALL.column(1), 5),
          ColumnBins.of(2, SMALL.column(2), 5));

  private PrivacyCases() {}

  static long[] counts(Table table, int[] columns) {
    return JointCounts.of(table, BINS).counts(List.of(new JointCounts.JointTable(columns))).get(0);
  }

  /** The largest change that one row makes, as far as a search finds it. */
  static SensitivityHunter.Finding hunt(Function<Table, double[]> statistic, Norm norm) {
    return SensitivityHunter.hunt(
        SMALL, statistic, norm, SensitivityHunter.Options.DEFAULTS.withRestarts(6).withSteps(100));
  }

  /** A claim of what an event loses, at several epsilons. */
  static Claim curve(PrivacyEvent event) {
    List<PrivacyBudget> points = new ArrayList<>();
    for (double epsilon : new double[] {0, 0.25, 0.5, 1, 1.5, 2, 3}) {
      points.add(new PrivacyBudget(epsilon, Math.min(0.999999, Accounting.delta(event, epsilon))));
    }
    return new Claim(points);
  }

  static DpTester.Options runs(int samples) {
    return DpTester.Options.DEFAULTS.withSamples(samples);
  }

  /** One noised table. */
  static double[] noised(long[] counts, CountNoise law, SeededNoise noise) {
    long[] noised = law.tables(1).open(noise).noised(Exact.counts(counts));
    return Arrays.stream(noised).asDoubleStream().toArray();
  }
}
