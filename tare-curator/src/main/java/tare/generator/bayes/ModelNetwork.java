package tare.generator.bayes;

import java.util.ArrayList;
import java.util.List;
import tare.model.BayesNetwork;
import tare.model.Grouping;
import tare.model.NetworkNode;
import tare.schema.Schema;

/** Turns a fitted model of groups into a network: post-processing. */
final class ModelNetwork {

  private final List<OneWay> columns;
  private final GraphicalModel model;

  private ModelNetwork(List<OneWay> columns, GraphicalModel model) {
    this.columns = columns;
    this.model = model;
  }

  /**
   * Every clique's columns become children of those of its columns that have come before.
   *
   * @param alone columns of which the model knows less than their own counts
   */
  static BayesNetwork of(
      Schema schema, List<OneWay> columns, GraphicalModel model, List<Integer> alone) {
    ModelNetwork network = new ModelNetwork(columns, model);
    List<NetworkNode> nodes = new ArrayList<>();
    List<Integer> placed = new ArrayList<>();
    for (JunctionTree.Clique clique : model.tree().cliques()) {
      for (int c : clique.columns()) {
        if (!placed.contains(c)) {
          List<Integer> parents = clique.columns().stream().filter(placed::contains).toList();
          nodes.add(
              alone.contains(c)
                  ? NetworkNode.alone(c, columns.get(c).bins(), columns.get(c).estimates())
                  : network.node(c, parents));
          placed.add(c);
        }
      }
    }
    return new BayesNetwork(schema, nodes);
  }

  /** The node of a column. */
  private NetworkNode node(int column, List<Integer> parents) {
    OneWay oneWay = columns.get(column);
    Grouping grouping = oneWay.grouping();
    List<Integer> scope = new ArrayList<>(parents);
    scope.add(column);
    List<Integer> ascending = scope.stream().sorted().toList();
    double[] joint = model.marginal(ascending);
    JunctionTree tree = model.tree();
    Projection toOwn = tree.projection(ascending, List.of(column));
    Projection toGiven = tree.projection(ascending, parents);
    double[][] counts = new double[tree.cells(parents)][grouping.size()];
    for (int cell = 0; cell < joint.length; cell++) {
      counts[toGiven.of(cell)][toOwn.of(cell)] += joint[cell];
    }
    return NetworkNode.ofCounts(
        column,
        oneWay.bins(),
        grouping,
        oneWay.estimates(),
        model.marginal(List.of(column)),
        parents,
        parents.stream().map(tree::size).toList(),
        counts);
  }
}
