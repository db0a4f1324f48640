package tare.generator.bayes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import tare.accounting.Calibration;
import tare.accounting.PrivacyEvent;
import tare.generator.GeneratorTask;
import tare.model.ColumnBins;
import tare.schema.ColumnType;
import tare.schema.Schema;

/**
 * Decides from public numbers what a fit can bear: how many bins, with what noise of which law, and
 * the tables that a {@link TableRule} allows.
 */
final class PrivBayesPlanner {

  /** Bin counts are this many, doubled as often as they may be. */
  private static final int FEWEST_BINS = 5;

  /**
   * Up to this many bins, few rows in each do little harm, because {@link Smoothing} takes noise
   * out again; too wide ones cannot be mended.
   */
  private static final int SMOOTHED_BINS = 20;

  /**
   * How many standard deviations of noise an average bin must hold. Every bin has its own noise, so
   * below this even the sum over half a column's bins says little of the column.
   */
  private static final double ROWS_PER_NOISE_IN_SMOOTHED_BINS = 0.75;

  /** The same for more bins than that. */
  private static final double ROWS_PER_NOISE_IN_BINS = 4;

  /** Noise of columns times noise of pairs: a rough scale is a few percent off, so this is far. */
  private static final double FAR_NOISIER = 1.2;

  private static final double LARGEST_SCALE = 1e8;

  /**
   * How far a relation in a small table must stand out of its noise: about one in 100 does by
   * chance.
   */
  private static final double RELATION = 3;

  private final GeneratorTask task;
  private final PrivBayesOptions options;
  private final TableRule rule;

  PrivBayesPlanner(GeneratorTask task, PrivBayesOptions options) {
    this.task = task;
    this.options = options;
    rule = new TableRule(task, options);
  }

  /** The plan with less noise of the laws that the budget allows. */
  PrivBayesPlan plan() {
    return plan(law -> rule.at(law, law.roughScale(task)));
  }

  /** A plan that takes columns as independent. */
  PrivBayesPlan planWithoutJoints() {
    return plan(rule::alone);
  }

  private PrivBayesPlan alone(CountLaw law) {
    return plan(law, rule.alone(law));
  }

  private PrivBayesPlan plan(Function<CountLaw, TableSizes> sizes) {
    TableSizes ofLaplace = sizes.apply(CountLaw.LAPLACE);
    if (task.budget().delta() == 0) {
      return plan(CountLaw.LAPLACE, ofLaplace);
    }
    PrivBayesPlan gaussian = plan(CountLaw.GAUSSIAN, sizes.apply(CountLaw.GAUSSIAN));
    boolean alike =
        gaussian.relations().isEmpty() && gaussian.joints().isPresent() == ofLaplace.tree() > 0;
    if (alike && isFarNoisier(ofLaplace, gaussian)) {
      return gaussian; // as it would be once both were known exactly, in half the time
    }
    if (gaussian.relations().isPresent()
        && alone(CountLaw.GAUSSIAN).oneWayNoise().deviation()
            <= alone(CountLaw.LAPLACE).oneWayNoise().deviation()) {
      return gaussian;
    }
    PrivBayesPlan laplace = plan(CountLaw.LAPLACE, ofLaplace);
    // Tables beside none cannot be compared: what columns alone would have then decides.
    return (alike
            ? noise(gaussian) <= noise(laplace)
            : noise(alone(CountLaw.GAUSSIAN)) <= noise(alone(CountLaw.LAPLACE)))
        ? gaussian
        : laplace;
  }

  /** Whether Laplace noise that is known roughly is more than another plan's, beyond all doubt. */
  private boolean isFarNoisier(TableSizes ofLaplace, PrivBayesPlan other) {
    OptionalDouble scale =
        Calibration.roughNoiseMultiplier(s -> event(CountLaw.LAPLACE, s, ofLaplace), task.budget());
    return scale.isPresent()
        && noise(at(CountLaw.LAPLACE, scale.getAsDouble(), ofLaplace)) > FAR_NOISIER * noise(other);
  }

  /** The noise of a plan's counts, of columns and of pairs alike. */
  private static double noise(PrivBayesPlan plan) {
    boolean inRounds = !plan.rounds().columns().isEmpty();
    double ofColumns = (inRounds ? plan.rounds().noise() : plan.oneWayNoise()).deviation();
    return ofColumns * plan.joints().map(joints -> joints.noise().deviation()).orElse(1.0);
  }

  private PrivBayesPlan plan(CountLaw law, TableSizes sizes) {
    double scale = Calibration.noiseMultiplier(s -> event(law, s, sizes), task.budget());
    return at(law, scale, sizes);
  }

  private PrivacyEvent event(CountLaw law, double scale, TableSizes sizes) {
    return at(law, scale, sizes).event();
  }

  private PrivBayesPlan at(CountLaw law, double probed, TableSizes sizes) {
    // Calibration probes scales beyond what any law draws; the plan is true to the one it has.
    double scale = Math.min(probed, LARGEST_SCALE);
    Schema schema = task.schema();
    double oneWayShare =
        sizes.relations() ? RelationPlan.ONE_WAY : sizes.joints() == 0 ? 1 : rule.oneWayShare(law);
    CountNoise oneWay = law.noise(scale, schema.columnCount(), oneWayShare);
    int bins = bins(sizes.small() ? rule.ofColumnsAlone(law) : oneWay.deviation());
    CountNoise ofRounds = law.noise(scale, schema.columnCount() * sizes.rounds(), oneWayShare);
    List<ColumnBins> columns = new ArrayList<>();
    List<Integer> followed = new ArrayList<>();
    for (int c = 0; c < schema.columnCount(); c++) {
      boolean follows = sizes.rounds() > 1 && follows(schema.column(c).type(), bins);
      columns.add(
          follows
              ? NumberCells.first(c, schema.column(c), SMOOTHED_BINS)
              : ColumnBins.of(c, schema.column(c), bins));
      if (follows) {
        followed.add(c);
      }
    }
    double perPart =
        Math.max(
            ROWS_PER_NOISE_IN_BINS * ofRounds.deviation(), task.n() / (2.0 * options.mostBins()));
    return new PrivBayesPlan(
        columns,
        oneWay,
        new PrivBayesPlan.Rounds(followed, sizes.rounds(), ofRounds, perPart),
        sizes.joints() == 0 ? Optional.empty() : Optional.of(joints(law, scale, sizes)),
        sizes.relations()
            ? Optional.of(RelationPlan.at(scale, schema.columnCount()))
            : Optional.empty());
  }

  private PrivBayesPlan.Joints joints(CountLaw law, double scale, TableSizes sizes) {
    boolean small = sizes.small();
    return new PrivBayesPlan.Joints(
        sizes.tree(),
        sizes.extra(),
        sizes.triples(),
        rule.cells(law, scale, sizes.joints()),
        sizes.groups(),
        rule.limits(sizes.extra(), sizes.groups()),
        law.choice(scale, sizes.joints(), rule.choiceShare(small)),
        law.noise(scale, sizes.joints(), rule.jointShare(law, small)),
        small ? OptionalDouble.of(RELATION) : OptionalDouble.empty());
  }

  /** Whether a column's cells follow the rows: numbers without declared cuts, of many values. */
  private static boolean follows(ColumnType type, int bins) {
    return type.isNumeric()
        && !(type instanceof ColumnType.Temporal)
        && type.declaredCuts().isEmpty()
        && (type.upperBound() - type.lowerBound()) / type.step() + 1 > 2.0 * bins;
  }

  private int bins(double deviation) {
    int bins = FEWEST_BINS;
    while (2 * bins <= options.mostBins() && bearable(2 * bins, deviation)) {
      bins *= 2;
    }
    return bins;
  }

  private boolean bearable(int bins, double deviation) {
    double rowsPerNoise =
        bins <= SMOOTHED_BINS ? ROWS_PER_NOISE_IN_SMOOTHED_BINS : ROWS_PER_NOISE_IN_BINS;
    return bins * rowsPerNoise * deviation <= task.n();
  }
}
