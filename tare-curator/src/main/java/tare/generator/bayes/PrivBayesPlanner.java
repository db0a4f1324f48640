package tare.generator.bayes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tare.accounting.AnalyticGaussian;
import tare.accounting.Calibration;
import tare.accounting.PrivacyEvent;
import tare.generator.GeneratorTask;
import tare.model.ColumnBins;
import tare.noise.ExponentialChoice;
import tare.schema.ColumnType;
import tare.schema.Schema;

/**
 * Decides from public numbers what a fit can bear: how many bins, how many joint tables, how fine,
 * with what noise.
 *
 * <p>The rule for joint tables: with as many of them as planned, an average cell of a joint table
 * holds at least {@code rowsPerNoise} standard deviations of its noise. Tables that join columns
 * come first, as long as four groups by four pass that rule; then tables beyond a tree, as long as
 * eight by eight do; then, in a larger model, up to three times as many, as long as each bears 500
 * cells. Where not even one pair of columns passes, the columns are taken as independent and the
 * whole budget goes to their counts.
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

  /** From so many rows over the noise of one count on, numbers are counted twice, or thrice. */
  private static final double ROWS_FOR_TWO_ROUNDS = 150;

  private static final double ROWS_FOR_THREE_ROUNDS = 500;

  private static final double LARGEST_SCALE = 1e8;
  private static final double SMALLEST_TREE_TABLE = 4 * 4;

  /** Where each of so many tables bears this many cells, more than the usual ones are counted. */
  private static final double SMALLEST_TABLE_BEYOND = 500;

  /** How many times as many tables and cells that can be. */
  private static final int MORE_TABLES = 3;

  private static final int MORE_CELLS = 3;
  private static final double SMALLEST_EXTRA_TABLE = 8 * 8;

  private final GeneratorTask task;
  private final PrivBayesOptions options;

  PrivBayesPlanner(GeneratorTask task, PrivBayesOptions options) {
    this.task = task;
    this.options = options;
  }

  /** The plan with less noise of the laws that the budget allows. */
  PrivBayesPlan plan() {
    return plan(law -> sizes(law, law.roughScale(task)));
  }

  /** A plan that takes columns as independent. */
  PrivBayesPlan planWithoutJoints() {
    return plan(
        law -> new Sizes(0, 0, 1, rounds(law, law.roughScale(task), 1), options.largestTable()));
  }

  private PrivBayesPlan plan(Function<Law, Sizes> sizes) {
    PrivBayesPlan laplace = plan(Law.LAPLACE, sizes.apply(Law.LAPLACE));
    if (task.budget().delta() == 0) {
      return laplace;
    }
    PrivBayesPlan gaussian = plan(Law.GAUSSIAN, sizes.apply(Law.GAUSSIAN));
    return noise(gaussian) <= noise(laplace) ? gaussian : laplace;
  }

  /** The noise of a plan's counts, of columns and of pairs alike. */
  private static double noise(PrivBayesPlan plan) {
    double ofColumns = plan.rounds().noise().deviation();
    return ofColumns * plan.joints().map(joints -> joints.noise().deviation()).orElse(1.0);
  }

  private PrivBayesPlan plan(Law law, Sizes sizes) {
    double scale = Calibration.noiseMultiplier(s -> event(law, s, sizes), task.budget());
    return at(law, scale, sizes);
  }

  private PrivacyEvent event(Law law, double scale, Sizes sizes) {
    return at(law, scale, sizes).event();
  }

  /** How many tables and groups, at a scale that is roughly the final one. */
  private Sizes sizes(Law law, double scale) {
    int columns = task.schema().columnCount();
    int tree = 0;
    while (tree < columns - 1 && cells(law, scale, tree + 1) >= SMALLEST_TREE_TABLE) {
      tree++;
    }
    int pairs = columns * (columns - 1) / 2;
    double most = tree == columns - 1 ? Math.min(pairs - tree, options.extraTables() * columns) : 0;
    int extra = 0;
    while (extra + 1 <= most && cells(law, scale, tree + extra + 1) >= SMALLEST_EXTRA_TABLE) {
      extra++;
    }
    double more = Math.min(pairs - tree, MORE_TABLES * most);
    boolean large = false;
    while (extra >= (int) most
        && extra + 1 <= more
        && cells(law, scale, tree + extra + 1) >= SMALLEST_TABLE_BEYOND) {
      extra++;
      large = true;
    }
    long largest = large ? MORE_CELLS * options.largestTable() : options.largestTable();
    double groups = tree == 0 ? 1 : Math.sqrt(cells(law, scale, tree + extra));
    // Tables beyond a tree close triangles, and these must fit into the largest table.
    double fit = extra == 0 ? options.mostGroups() : Math.cbrt(largest + 0.5);
    return new Sizes(
        tree,
        extra,
        (int) Math.min(Math.min(options.mostGroups(), fit), groups),
        rounds(law, scale, tree == 0 ? 1 : options.oneWayShare()),
        largest);
  }

  /** How often numbers are counted: the more rows over noise, the finer their cells may become. */
  private int rounds(Law law, double scale, double share) {
    double deviation = law.noise(scale, task.schema().columnCount(), share).deviation();
    double rows = task.n() / deviation;
    return rows >= ROWS_FOR_THREE_ROUNDS ? 3 : rows >= ROWS_FOR_TWO_ROUNDS ? 2 : 1;
  }

  /** The cells that each of so many joint tables can bear. */
  private double cells(Law law, double scale, int joints) {
    double deviation = law.noise(scale, joints, jointShare()).deviation();
    return task.n() / (options.rowsPerNoise() * deviation);
  }

  private double jointShare() {
    return 1 - options.oneWayShare() - options.choiceShare();
  }

  private PrivBayesPlan at(Law law, double probed, Sizes sizes) {
    // Calibration probes scales beyond what any law draws; the plan is true to the one it has.
    double scale = Math.min(probed, LARGEST_SCALE);
    Schema schema = task.schema();
    int joints = sizes.tree() + sizes.extra();
    double oneWayShare = joints == 0 ? 1 : options.oneWayShare();
    CountNoise oneWay = law.noise(scale, schema.columnCount(), oneWayShare);
    int bins = bins(oneWay.deviation());
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
        joints == 0
            ? Optional.empty()
            : Optional.of(
                new PrivBayesPlan.Joints(
                    sizes.tree(),
                    sizes.extra(),
                    sizes.groups(),
                    sizes.largest(),
                    law.choice(scale, joints, options.choiceShare()),
                    law.noise(scale, joints, jointShare()))));
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

  private record Sizes(int tree, int extra, int groups, int rounds, long largest) {}

  /** A law of noise, and how its scales share a budget. */
  private enum Law {
    /** Shares are parts of the sum of squared privacy losses. */
    GAUSSIAN {
      @Override
      double roughScale(GeneratorTask task) {
        return AnalyticGaussian.sigma(task.budget());
      }

      @Override
      CountNoise noise(double scale, int tables, double share) {
        return CountNoise.gaussian(scale * Math.sqrt(tables / share));
      }

      @Override
      ExponentialChoice choice(double scale, int choices, double share) {
        // A choice of range e has a privacy loss of variance e^2 / 4 at most.
        return ExponentialChoice.of(2 * Math.sqrt(share / choices) / scale, 1);
      }
    },
    /** Shares are parts of epsilon. */
    LAPLACE {
      @Override
      double roughScale(GeneratorTask task) {
        return 1 / task.budget().epsilon();
      }

      @Override
      CountNoise noise(double scale, int tables, double share) {
        return CountNoise.laplace(scale * tables / share);
      }

      @Override
      ExponentialChoice choice(double scale, int choices, double share) {
        return ExponentialChoice.of(share / choices / scale, 1);
      }
    };

    /** The scale at which the whole budget is spent, nearly. */
    abstract double roughScale(GeneratorTask task);

    /** The noise of each of so many tables that together spend a share. */
    abstract CountNoise noise(double scale, int tables, double share);

    /** Each of so many choices that together spend a share. */
    abstract ExponentialChoice choice(double scale, int choices, double share);
  }
}
