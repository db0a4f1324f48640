package tare.generator.bayes;

import java.util.Comparator;
import tare.generator.GeneratorTask;
import tare.schema.Column;
import tare.schema.ColumnType;

/**
 * Decides from public numbers how many tables a fit can bear, and how fine.
 *
 * <p>The rule: with as many of them as planned, an average cell of a joint table holds at least
 * {@code rowsPerNoise} standard deviations of its noise. Tables that join all columns into a tree
 * come first, as long as four cells each pass that rule: they may be finer than it allows, because
 * they are shrunk. Then tables beyond a tree, as long as eight groups by eight pass, then up to
 * three times as many, as long as 22 by 22 do, and triples, as long as 250 cells do; a pair of
 * columns with fewer values counts as what it has. Where there are no tables beyond a tree and few
 * rows, relations of all columns are measured at once instead ({@link RelationPlan}); where noise
 * is not Gaussian and not even a tree passes, the columns are taken as independent and the whole
 * budget goes to their counts.
 */
final class TableRule {

  /** From so many rows over the noise of one count on, numbers are counted twice, or thrice. */
  private static final double ROWS_FOR_TWO_ROUNDS = 25;

  private static final double ROWS_FOR_THREE_ROUNDS = 500;

  /** With fewer rows over the noise of one count, one-way counts get more than their usual part. */
  private static final double ROWS_FOR_USUAL_SHARE = 300;

  /** The most that they get of what choices leave: small tables live by their columns. */
  private static final double MOST_ONE_WAY = 0.65;

  /**
   * Columns are joined where each table of a tree bears so many cells. Shrinking takes out of a
   * table what its noise hides, so a tree may be tried where few tables would pass; it ends where
   * tables show nothing.
   */
  private static final double SMALLEST_TREE = 4;

  /** How many more cells a table of such a tree may have than can be borne unshrunk. */
  private static final double SHRUNK = 3;

  /** Tables beside a tree of small tables, for columns or pairs that are counted again. */
  private static final int SPARE = 2;

  /** The part of the usual share that choices have where there are none beyond a tree. */
  private static final double CHOICES_OF_SMALL = 0.25;

  /** Extra tables are counted as long as each bears the mean pair in so many groups. */
  private static final int GROUPS_OF_EXTRA_TABLE = 8;

  /** More than the usual number of them are counted as long as each bears so many cells. */
  private static final double SMALLEST_TABLE_BEYOND = 500;

  /** Tables of three columns are counted as long as each bears so many cells. */
  private static final double SMALLEST_TRIPLE = 250;

  /** How many times as many tables that can be, and how many triples beside them. */
  private static final int MORE_TABLES = 3;

  /**
   * The largest table has this part of the cells that can be borne: with more, pairs of numbers
   * would drown in the noise of their own cells and never be chosen.
   */
  private static final double LARGEST_TABLE = 0.7;

  /**
   * Times rowsPerNoise, the rows over the noise of a column's count below which there are no tables
   * beyond a tree.
   */
  private static final double LEAST_ROWS = 10;

  /** So many columns of the most groups fill a large clique, */
  private static final double COLUMNS_OF_LARGE_CLIQUE = 3.5;

  /** or this part of all columns: with many of them finer groups leave no room for their pairs. */
  private static final double PART_OF_COLUMNS = 0.25;

  private final GeneratorTask task;
  private final PrivBayesOptions options;

  TableRule(GeneratorTask task, PrivBayesOptions options) {
    this.task = task;
    this.options = options;
  }

  /**
   * The most tables that rows are weighed by, single columns among them.
   *
   * @param extraTables as a multiple of the number of columns
   */
  static int mostTables(int columns, double extraTables) {
    double most = 2.0 * columns + 2 * MORE_TABLES * extraTables * columns;
    return (int) Math.min(PrivBayesPlan.Joints.MOST_WEIGHED, most);
  }

  /** How many tables and groups, at a scale that is roughly the final one. */
  TableSizes at(CountLaw law, double scale) {
    int columns = task.schema().columnCount();
    boolean joined = columns > 1 && smallCells(law, scale, columns - 1 + SPARE) >= SMALLEST_TREE;
    int tree = joined ? columns - 1 : 0;
    int pairs = columns * (columns - 1) / 2;
    double usual =
        tree > 0 && manyRows(law, scale)
            ? Math.min(pairs - tree, options.extraTables() * columns)
            : 0;
    double more = Math.min(pairs - tree, MORE_TABLES * usual);
    int extra = borne(law, scale, tree, 0, usual, meanTable(GROUPS_OF_EXTRA_TABLE));
    if (extra >= (int) usual) {
      extra = borne(law, scale, tree, extra, more, SMALLEST_TABLE_BEYOND);
    }
    double mostTriples = extra >= (int) usual ? MORE_TABLES * usual : 0;
    if (extra == 0
        && law == CountLaw.GAUSSIAN
        && RelationPlan.suits(task.schema(), task.n() / ofColumnsAlone(law))) {
      return new TableSizes(0, 0, 0, 1, rounds(law, scale, 1), true);
    }
    if (tree == 0) {
      return alone(law);
    }
    if (extra == 0) {
      int rounds = rounds(law, scale, 1);
      int groups = groups(tree, 0, SHRUNK * smallCells(law, scale, tree + SPARE));
      return new TableSizes(tree, 0, SPARE, groups, rounds, false);
    }
    int rounds = rounds(law, scale, oneWayShare(law));
    int triples = borne(law, scale, tree + extra, 0, mostTriples, SMALLEST_TRIPLE);
    double cells = cells(law, scale, tree + extra + triples);
    return new TableSizes(tree, extra, triples, groups(tree, extra, cells), rounds, false);
  }

  /** Whether tables beyond a tree cost the columns less than they bring. */
  private boolean manyRows(CountLaw law, double scale) {
    double ofColumns = law.noise(scale, task.schema().columnCount(), oneWayShare(law)).deviation();
    return task.n() >= LEAST_ROWS * options.rowsPerNoise() * ofColumns;
  }

  /** The cells that each of so many tables can bear where there are none beyond a tree. */
  private double smallCells(CountLaw law, double scale, int joints) {
    double deviation = law.noise(scale, joints, jointShare(law, true)).deviation();
    return task.n() / (options.rowsPerNoise() * deviation);
  }

  /** How many extra tables can be borne, from some on up to a limit. */
  private int borne(CountLaw law, double scale, int tree, int from, double most, double least) {
    int extra = from;
    while (extra + 1 <= most && cells(law, scale, tree + extra + 1) >= least) {
      extra++;
    }
    return extra;
  }

  /** The most groups of a column with which the largest table has less cells than can be borne. */
  private int groups(int tree, int extra, double cells) {
    int groups = 1;
    while (tree > 0
        && groups < options.mostGroups()
        && largestTable(groups + 1) <= LARGEST_TABLE * cells) {
      groups++;
    }
    ModelLimits limits = limits(extra, groups);
    // Tables beyond a tree close triangles, which must fit into a small clique or leave room in a
    // large one.
    double fit =
        Math.max(
            Math.cbrt(limits.small().clique() + 0.5),
            Math.pow(limits.large().clique(), 1 / columnsOfLargeClique()));
    return extra == 0 ? groups : (int) Math.min(groups, fit);
  }

  private double columnsOfLargeClique() {
    return Math.max(COLUMNS_OF_LARGE_CLIQUE, PART_OF_COLUMNS * task.schema().columnCount());
  }

  /** What a model of so many tables beyond a tree may become. */
  ModelLimits limits(int extra, int groups) {
    return ModelLimits.of(
        options.usualClique(),
        options.largestClique(),
        task.schema().columnCount(),
        groups,
        PrivBayesPlan.Joints.refits(extra),
        PairSearch.STEPS_BETWEEN);
  }

  /** The cells of a pair's table in the mean over all pairs, where columns have so many groups. */
  private double meanTable(int groups) {
    double sum = 0;
    double squares = 0;
    int columns = task.schema().columnCount();
    for (Column column : task.schema().columns()) {
      double size = Math.min(groups, values(column));
      sum += size;
      squares += size * size;
    }
    return columns < 2 ? 1 : (sum * sum - squares) / (columns * (columns - 1.0));
  }

  /** The cells of the largest pair's table, where columns have so many groups. */
  private double largestTable(int groups) {
    return task.schema().columns().stream()
        .map(column -> Math.min(groups, values(column)))
        .sorted(Comparator.reverseOrder())
        .limit(2)
        .reduce(1.0, (a, b) -> a * b);
  }

  /** The values that a column may have, missing counted as one. */
  private static double values(Column column) {
    ColumnType type = column.type();
    double present =
        type.isNumeric()
            ? (type.step() > 0
                ? (type.upperBound() - type.lowerBound()) / type.step() + 1
                : Double.POSITIVE_INFINITY)
            : type.levelCount();
    return present + (column.missingAllowed() ? 1 : 0);
  }

  /** How often numbers are counted: the more rows over noise, the finer their cells may become. */
  private int rounds(CountLaw law, double scale, double share) {
    double deviation = law.noise(scale, task.schema().columnCount(), share).deviation();
    double rows = task.n() / deviation;
    return rows >= ROWS_FOR_THREE_ROUNDS ? 3 : rows >= ROWS_FOR_TWO_ROUNDS ? 2 : 1;
  }

  /** The cells that each of so many joint tables can bear. */
  double cells(CountLaw law, double scale, int joints) {
    double deviation = law.noise(scale, joints, jointShare(law, false)).deviation();
    return task.n() / (options.rowsPerNoise() * deviation);
  }

  /** The part of choices; where there are none beyond a tree, they are few and must be cheap. */
  double choiceShare(boolean small) {
    return (small ? CHOICES_OF_SMALL : 1) * options.choiceShare();
  }

  /** What is left for joint tables. */
  double jointShare(CountLaw law, boolean small) {
    return 1 - oneWayShare(law) - choiceShare(small);
  }

  /** The part of one-way counts: the fewer rows over their noise, the larger. */
  double oneWayShare(CountLaw law) {
    double share = options.oneWayShare();
    double deviation =
        law.noise(law.roughScale(task), task.schema().columnCount(), share).deviation();
    double wanted = share * Math.sqrt(ROWS_FOR_USUAL_SHARE * deviation / task.n());
    double most = Math.max(share, MOST_ONE_WAY * (1 - options.choiceShare()));
    return Math.min(most, Math.max(share, wanted));
  }

  /** No tables at all: columns are taken as independent. */
  TableSizes alone(CountLaw law) {
    return new TableSizes(0, 0, 0, 1, rounds(law, law.roughScale(task), 1), false);
  }

  /**
   * The noise of columns alone: what small tables do not show comes back to columns, so their cells
   * are as fine as without tables.
   */
  double ofColumnsAlone(CountLaw law) {
    return law.noise(law.roughScale(task), task.schema().columnCount(), 1).deviation();
  }
}
