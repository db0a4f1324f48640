package tare.generator.bayes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import tare.generator.bayes.JunctionTree.Edge;
import tare.progress.Progress;

/*
 * Relations of all pairs are known at once, so which of them a model holds costs no privacy: the
 * strongest that join all related columns, then those that the tree gets most wrong, as far as
 * small cliques hold them.
 */

/** A graphical model of columns of which the relations were measured. Public. */
final class RelatedColumns {

  /** Columns are joined where this is left of their correlation. */
  private static final double LEAST_CORRELATION = 0.03;

  /** A pair beyond the tree must differ by this much from what the tree makes of it. */
  private static final double LEAST_GAP = 0.1;

  private static final double MOST_CELLS_OF_CLIQUE = 4000;
  private static final double MOST_CELLS = 200_000;
  private static final int STEPS = 300;
  private static final double TOLERANCE = 1e-7;

  private final List<ColumnScores> scores;
  private final RelationEstimate relations;
  private final double total;
  private final double[][] correlations;
  private final List<Edge> edges = new ArrayList<>();

  RelatedColumns(List<ColumnScores> scores, RelationEstimate relations, double total) {
    this.scores = scores;
    this.relations = relations;
    this.total = total;
    int columns = scores.size();
    correlations = new double[columns][columns];
    for (int a = 0; a < columns; a++) {
      for (int b = 0; b < columns; b++) {
        correlations[a][b] = a == b ? 1 : correlation(a, b);
      }
    }
    joinTree();
    joinBeyond();
  }

  /** A correlation of two numbers' scores; of levels the length of all of theirs. */
  private double correlation(int a, int b) {
    double scale = Math.sqrt(scores.get(a).variance() * scores.get(b).variance()) * total;
    if (!(scale > 0)) {
      return 0;
    }
    double[][] block = relations.of(a, b, scores);
    double squares = Arrays.stream(block).flatMapToDouble(Arrays::stream).map(x -> x * x).sum();
    double sign = block.length == 1 && block[0].length == 1 ? Math.signum(block[0][0]) : 1;
    return sign * Math.min(0.99, Math.sqrt(squares) / scale);
  }

  private List<Edge> strongestFirst() {
    List<Edge> pairs = new ArrayList<>();
    for (int a = 0; a < scores.size(); a++) {
      for (int b = a + 1; b < scores.size(); b++) {
        if (Math.abs(correlations[a][b]) >= LEAST_CORRELATION) {
          pairs.add(new Edge(a, b));
        }
      }
    }
    pairs.sort(Comparator.comparingDouble(e -> -Math.abs(correlations[e.a()][e.b()])));
    return pairs;
  }

  private void joinTree() {
    int[] partOf = IntStream.range(0, scores.size()).toArray();
    for (Edge edge : strongestFirst()) {
      int gone = partOf[edge.b()];
      int stays = partOf[edge.a()];
      if (gone != stays) {
        edges.add(edge);
        for (int c = 0; c < partOf.length; c++) {
          partOf[c] = partOf[c] == gone ? stays : partOf[c];
        }
      }
    }
  }

  /** What the tree makes of correlations: the product along the way from one column to another. */
  private double[][] ofTree() {
    double[][] of = new double[scores.size()][scores.size()];
    for (int c = 0; c < of.length; c++) {
      of[c][c] = 1;
      walk(of[c], c, -1);
    }
    return of;
  }

  private void walk(double[] of, int at, int before) {
    for (Edge edge : edges) {
      int next = edge.a() == at ? edge.b() : edge.b() == at ? edge.a() : -1;
      if (next >= 0 && next != before) {
        of[next] = of[at] * correlations[at][next];
        walk(of, next, at);
      }
    }
  }

  private void joinBeyond() {
    double[][] tree = ofTree();
    List<Edge> open = new ArrayList<>(strongestFirst());
    open.removeAll(edges);
    open.removeIf(e -> gap(e, tree) < LEAST_GAP);
    open.sort(Comparator.comparingDouble(e -> -gap(e, tree)));
    int[] sizes = sizes();
    for (Edge edge : open.subList(0, Math.min(open.size(), 2 * scores.size()))) {
      edges.add(edge);
      JunctionTree grown = JunctionTree.of(sizes, edges);
      if (grown.largestTable() > MOST_CELLS_OF_CLIQUE || grown.totalCells() > MOST_CELLS) {
        edges.remove(edges.size() - 1);
      }
    }
  }

  private double gap(Edge edge, double[][] tree) {
    return Math.abs(correlations[edge.a()][edge.b()] - tree[edge.a()][edge.b()]);
  }

  private int[] sizes() {
    return scores.stream().mapToInt(ColumnScores::groups).toArray();
  }

  /** The columns that no relation joins to others. */
  List<Integer> alone() {
    return IntStream.range(0, scores.size())
        .filter(c -> edges.stream().noneMatch(e -> e.a() == c || e.b() == c))
        .boxed()
        .toList();
  }

  /** The model; some columns must be joined. @param progress hears of every step */
  GraphicalModel fitted(Progress progress) {
    List<NoisedTable> tables = new ArrayList<>();
    for (Edge edge : edges) {
      ColumnScores a = scores.get(edge.a());
      ColumnScores b = scores.get(edge.b());
      double[][] covariance =
          Arrays.stream(relations.of(edge.a(), edge.b(), scores))
              .map(row -> Arrays.stream(row).map(x -> x / total).toArray())
              .toArray(double[][]::new);
      double[] rows =
          Arrays.stream(TiltedTable.of(a, b, covariance)).map(share -> share * total).toArray();
      double[] variances = new double[rows.length];
      Arrays.fill(variances, 1);
      tables.add(new NoisedTable(List.of(edge.a(), edge.b()), rows, variances));
    }
    JunctionTree tree = JunctionTree.of(sizes(), edges);
    GraphicalModel model =
        new MarginalFit(tree, total, tables, new double[0][])
            .run(STEPS, TOLERANCE, step -> progress.at("fitting the model", step / (double) STEPS));
    progress.at("fitting the model", 1); // it may come to rest long before its last step
    return model;
  }
}
