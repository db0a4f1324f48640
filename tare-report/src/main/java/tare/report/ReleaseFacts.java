package tare.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tare.accounting.PrivacyEvent;
import tare.analysis.ColumnSpread;
import tare.analysis.CountErrors;
import tare.analysis.PairPattern;
import tare.model.BayesNetwork;
import tare.model.ColumnBins;
import tare.model.NetworkNode;
import tare.release.Bundle;
import tare.release.PrivacyStatement.Charge;
import tare.release.Verdict;
import tare.release.WeightStatement;
import tare.schema.Schema;

/**
 * What the sections of a report are laid out from: a bundle, and what other packages say of it.
 *
 * @param looked the rows that its figures are of: all, or some of very many
 * @param spreads one per column
 * @param pairs the strongest pairs
 * @param pairErrors half the widths of each pair's cells; NaN where they are not known
 * @param errors how far shares may be off, where the generator tells
 * @param nodes the model's nodes by column, where it is a network
 */
record ReleaseFacts(
    Bundle bundle,
    Bundle looked,
    List<ColumnSpread> spreads,
    List<PairPattern> pairs,
    Map<PairPattern, double[][]> pairErrors,
    Optional<CountErrors> errors,
    Map<Integer, NetworkNode> nodes) {

  private static final int PAIRS = 12;

  /** The square of the part of a cell below which a bar hangs on how rows lie within the cell. */
  private static final double HALF_A_CELL = 0.25;

  /** With more rows than this the page looks at some of them: they would fill memory again. */
  static final int MOST_ROWS = 500_000;

  /**
   * @param step called several times a second, of a million rows too; may end the work by throwing
   */
  static ReleaseFacts of(Bundle bundle, Runnable step) {
    Schema schema = bundle.synthetic().schema();
    Bundle looked = FewerRows.of(bundle, MOST_ROWS);
    double[] weights = weights(looked);
    List<ColumnSpread> spreads = new ArrayList<>();
    for (int c = 0; c < schema.columnCount(); c++) {
      step.run();
      spreads.add(ColumnSpread.of(looked.synthetic(), c, weights, looked.replicates()));
    }
    List<PrivacyEvent> events = bundle.privacy().charges().stream().map(Charge::event).toList();
    Optional<CountErrors> errors =
        CountErrors.of(events, schema.columnCount(), bundle.privacy().rowCount().used())
            .map(known -> known.withDrawn(looked.synthetic().rowCount()));
    List<PairPattern> pairs =
        PairPattern.strongest(
            looked.synthetic(), usesWeights(bundle) ? weights : ones(weights.length), PAIRS, step);
    ReleaseFacts facts =
        new ReleaseFacts(bundle, looked, spreads, pairs, Map.of(), errors, nodes(bundle));
    Map<PairPattern, double[][]> pairErrors = new HashMap<>();
    for (PairPattern pair : pairs) {
      step.run();
      pairErrors.put(pair, facts.errorsOf(pair));
    }
    return new ReleaseFacts(bundle, looked, spreads, pairs, pairErrors, errors, facts.nodes());
  }

  private static double[] weights(Bundle bundle) {
    return bundle
        .weights()
        .map(w -> w.weights().meanOne())
        .orElseGet(() -> ones(bundle.synthetic().rowCount()));
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static boolean usesWeights(Bundle bundle) {
    return bundle.weights().map(w -> w.quality().verdict() != Verdict.DO_NOT_USE).orElse(false);
  }

  private static Map<Integer, NetworkNode> nodes(Bundle bundle) {
    Map<Integer, NetworkNode> nodes = new HashMap<>();
    if (bundle.model().orElse(null) instanceof BayesNetwork network) {
      network.nodes().forEach(node -> nodes.put(node.column(), node));
    }
    return nodes;
  }

  Schema schema() {
    return bundle.synthetic().schema();
  }

  /** Whether the verdict lets the weights be used. */
  boolean usesWeights() {
    return usesWeights(bundle);
  }

  /** Whether weights tell something that the rows themselves do not: else each row counts once. */
  boolean weighs() {
    return usesWeights() && !bundle.weights().map(WeightStatement::correctedRows).orElse(false);
  }

  /** Whether intervals come from replicate weights. */
  boolean replicated() {
    return usesWeights() && bundle.replicates().isPresent();
  }

  /** Half the width of a bar's interval as it is best known; NaN where it is not. */
  double bestError(int column, ColumnSpread.Bar bar) {
    if (!replicated()) {
      return error(column, bar);
    }
    double counted = error(column, bar, errors.map(CountErrors::withMoments));
    return bar.weightedError() > 0
        ? Double.isNaN(bar.from()) ? bar.weightedError() : longer(bar.weightedError(), counted)
        : unseen(counted);
  }

  /**
   * Moments hold shares of levels, and replicates tell how far. Of parts of numbers and of cells of
   * pairs they know too little: docs/notes/expected-errors.md.
   */
  private static double longer(double replicated, double counted) {
    return counted > replicated ? counted : replicated; // NaN is not longer
  }

  /**
   * Half the width of an interval where no released row lies. Replicates weigh what is there, so of
   * such a place they know nothing: what noise hides is told by the counts, and three people in n
   * are missed by chance one time in twenty.
   *
   * @param counted half the width by the noise on counts; NaN where it is not known
   */
  private double unseen(double counted) {
    double chance = 3 / (double) bundle.privacy().rowCount().used();
    return counted > chance ? counted : chance;
  }

  /** Half the width that intervals of a column's bars keep to, where nine rows of ten lie. */
  double columnReach() {
    List<double[]> bars = new ArrayList<>();
    for (int c = 0; c < spreads.size(); c++) {
      for (ColumnSpread.Bar bar : spreads.get(c).bars()) {
        bars.add(new double[] {bestError(c, bar), bar.unweighted()});
      }
    }
    return reach(bars);
  }

  /** The same of the cells of those pairs that are shown and known; NaN where there are none. */
  double pairReach() {
    List<double[]> cells = new ArrayList<>();
    for (PairPattern pair : pairs) {
      double[][] errors = errors(pair);
      for (int i = 0; i < errors.length; i++) {
        for (int j = 0; j < errors[i].length; j++) {
          if (!Double.isNaN(errors[i][j])) {
            cells.add(new double[] {errors[i][j], pair.shares()[i][j]});
          }
        }
      }
    }
    return reach(cells);
  }

  /**
   * Each an error and the share of rows it is about; the error that nine rows of ten keep to, NaN
   * where that of more than one in ten is not known.
   */
  static double reach(List<double[]> errorsAndShares) {
    List<double[]> sorted =
        errorsAndShares.stream().sorted(Comparator.comparingDouble(one -> one[0])).toList();
    double all = sorted.stream().mapToDouble(one -> one[1]).sum();
    double sum = 0;
    for (double[] one : sorted) { // NaN comes last
      sum += one[1];
      if (sum >= 0.9 * all) {
        return one[0];
      }
    }
    return Double.NaN;
  }

  Optional<Verdict> weightVerdict() {
    return bundle.weights().map(WeightStatement::quality).map(WeightStatement.Quality::verdict);
  }

  /** Half the width of an unweighted share's interval; NaN where it is not known. */
  double error(int column, ColumnSpread.Bar bar) {
    return error(column, bar, errors);
  }

  private double error(int column, ColumnSpread.Bar bar, Optional<CountErrors> known) {
    if (known.isEmpty() || !nodes.containsKey(column)) {
      return Double.NaN;
    }
    if (Double.isNaN(bar.from())) {
      return known.get().levelShare(bar.unweighted());
    }
    boolean within = cells(nodes.get(column).bins(), bar) < HALF_A_CELL;
    return within && !known.get().followed()
        ? Double.NaN
        : known.get().numberShare(bar.unweighted());
  }

  /** How many counted cells a bar is made of, each by the square of the part of it in the bar. */
  private static double cells(ColumnBins bins, ColumnSpread.Bar bar) {
    if (Double.isNaN(bar.from())) {
      return 1;
    }
    double sum = 0;
    for (int cell = 0; cell < bins.values(); cell++) {
      double from = bins.from(cell);
      double to = bins.to(cell);
      double part =
          to > from
              ? Math.max(0, Math.min(to, bar.to()) - Math.max(from, bar.from())) / (to - from)
              : from >= bar.from() && from <= bar.to() ? 1 : 0;
      sum += part * part;
    }
    return sum;
  }

  /** Whether some bar is narrower than what the generator counted as one cell. */
  boolean finerThanCounted(int column) {
    NetworkNode node = nodes.get(column);
    return node != null
        && spreads.get(column).bars().stream()
            .filter(bar -> bar.kind() == ColumnSpread.Kind.BIN && bar.unweighted() > 0.02)
            .anyMatch(bar -> cells(node.bins(), bar) < 0.5);
  }

  /** Whether the generator counted a pair itself. */
  boolean counted(PairPattern pair) {
    return counted(pair.first(), pair.second());
  }

  /** The same of two columns. */
  boolean counted(int first, int second) {
    return parents(first).contains(second) || parents(second).contains(first);
  }

  private List<Integer> parents(int column) {
    NetworkNode node = nodes.get(column);
    return node == null ? List.of() : node.parents();
  }

  /** Columns that the model takes as having nothing to do with any other. */
  List<String> columnsAlone() {
    if (nodes.size() < 2) {
      return List.of();
    }
    List<String> alone = new ArrayList<>();
    for (NetworkNode node : nodes.values()) {
      boolean parent = nodes.values().stream().anyMatch(o -> o.parents().contains(node.column()));
      if (node.parents().isEmpty() && !parent) {
        alone.add(schema().column(node.column()).name());
      }
    }
    return alone;
  }

  /** Half the widths of a pair's cells; NaN where they are not known. */
  double[][] errors(PairPattern pair) {
    return Objects.requireNonNull(pairErrors.get(pair));
  }

  private double[][] errorsOf(PairPattern pair) {
    if (!replicated()) {
      return countedErrors(pair, errors);
    }
    double[][] all = countedErrors(pair, errors.map(CountErrors::withMoments));
    double[][] known = pair.errors(looked.synthetic(), looked.replicates().orElseThrow());
    for (int i = 0; i < all.length; i++) {
      for (int j = 0; j < all[i].length; j++) {
        all[i][j] = known[i][j] > 0 ? longer(known[i][j], all[i][j]) : unseen(all[i][j]);
      }
    }
    return all;
  }

  private double[][] countedErrors(PairPattern pair, Optional<CountErrors> known) {
    double[][] all = new double[pair.rows().size()][pair.columns().size()];
    double cells = counted(pair) ? groupsPerCell(pair) : Double.NaN;
    for (int i = 0; i < all.length; i++) {
      for (int j = 0; j < all[i].length; j++) {
        double share = pair.shares()[i][j];
        all[i][j] =
            Double.isNaN(cells)
                ? Double.NaN
                : known.flatMap(e -> boxed(e.pairShare(share, cells))).orElse(Double.NaN);
      }
    }
    return all;
  }

  private static Optional<Double> boxed(java.util.OptionalDouble value) {
    return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
  }

  /** About how many counted cells stand behind a cell of the picture. */
  private double groupsPerCell(PairPattern pair) {
    double counted = 1;
    for (int column : new int[] {pair.first(), pair.second()}) {
      NetworkNode node = nodes.get(column);
      int shown = column == pair.first() ? pair.rows().size() : pair.columns().size();
      counted *= node == null ? 1 : Math.max(1, node.grouping().size() / (double) shown);
    }
    return counted;
  }
}
