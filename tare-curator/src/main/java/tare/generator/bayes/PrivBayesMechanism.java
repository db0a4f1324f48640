package tare.generator.bayes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tare.accounting.PrivacyEvent;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.generator.GeneratorTask;
import tare.model.BayesNetwork;
import tare.model.FittedGenerator;
import tare.model.NetworkNode;
import tare.noise.NoiseSource;
import tare.noise.Uses;

/** One PrivBayes fit: count each column, choose pairs of columns, count those, fit a network. */
final class PrivBayesMechanism implements Mechanism<FittedGenerator> {

  private final String purpose;
  private final GeneratorTask task;
  private final PrivBayesPlan plan;
  private final boolean columnsAlone;

  /**
   * @param columnsAlone whether of tables beyond those that join columns only what they say of
   *     single columns is kept
   */
  PrivBayesMechanism(String purpose, GeneratorTask task, PrivBayesPlan plan, boolean columnsAlone) {
    this.purpose = purpose;
    this.task = task;
    this.plan = plan;
    this.columnsAlone = columnsAlone;
  }

  @Override
  public String purpose() {
    return purpose;
  }

  @Override
  public PrivacyEvent event() {
    return plan.event();
  }

  PrivBayesPlan plan() {
    return plan;
  }

  @Override
  public FittedGenerator apply(PrivateRows privateRows, NoiseSource noise) {
    task.progress().at("counting columns");
    ColumnRounds rounds = new ColumnRounds(plan, task.n(), noise);
    List<NestedCounts> counts = rounds.measured(privateRows);
    List<OneWay> columns = new ArrayList<>();
    for (int c = 0; c < counts.size(); c++) {
      columns.add(OneWay.of(c, counts.get(c), plan, task.n()));
    }
    if (plan.relations().isPresent()) {
      return related(plan.relations().get(), rounds, privateRows, columns, noise);
    }
    if (plan.joints().isEmpty()) {
      return independent(columns);
    }
    PrivBayesPlan.Joints joints = plan.joints().get();
    // From here on columns are known by their groups, which are public.
    JointCounts rows = JointCounts.of(privateRows, columns.stream().map(OneWay::cells).toList());
    Uses.Open<long[], long[]> tables = joints.tables().open(noise);
    PairSearch search = new PairSearch(rows, columns, joints, task, noise, tables);
    int counted = search.joinApart(joints.tree());
    if (search.leftAlone()) {
      int left = joints.count() - counted;
      List<Integer> alone = search.alone();
      int again = alone.size() == columns.size() ? left : Math.min(left, alone.size());
      rounds.again(privateRows, alone, again, tables, joints.noise().variance());
      alone.forEach(c -> columns.set(c, OneWay.of(c, counts.get(c), plan, task.n())));
      search.deepen(rows, columns, left - again);
      return search.network(columns, alone);
    }
    int left = joints.extra();
    if (columnsAlone) {
      search.countColumns(left + joints.triples());
      return search.network(columns, List.of());
    }
    for (int more = 1; left > 0 && more > 0; left -= more) {
      more = search.refine(Math.min(joints.batch(), left));
    }
    search.deepen(rows, columns, left + joints.triples());
    return search.network(columns, List.of());
  }

  /** Measures relations of all columns at once, and columns again where there are none. */
  private BayesNetwork related(
      RelationPlan relations,
      ColumnRounds rounds,
      PrivateRows privateRows,
      List<OneWay> columns,
      NoiseSource noise) {
    task.progress().at("counting pairs", 0);
    Uses.Open<long[], long[]> portions = relations.uses().open(noise);
    List<ColumnScores> scores = columns.stream().map(OneWay::scores).toList();
    RelationSums sums = new RelationSums(relations, portions, privateRows, columns, scores);
    int left = RelationPlan.PORTIONS;
    Optional<RelationEstimate> seen = Optional.empty();
    if (sums.promising(task.n(), relations.glance().open(noise))) {
      for (; left > 0 && seen.map(RelationEstimate::unsure).orElse(true); left--) {
        seen = Optional.of(sums.estimate(task.n()));
      }
    }
    rounds.allAgain(privateRows, left, portions, relations);
    List<OneWay> known = rounds.oneWays(columns);
    if (seen.isEmpty() || !seen.get().related()) {
      return independent(known);
    }
    List<ColumnScores> now = known.stream().map(OneWay::scores).toList();
    RelatedColumns model = new RelatedColumns(now, seen.get(), task.n());
    return model.alone().size() == known.size()
        ? independent(known)
        : ModelNetwork.of(task.schema(), known, model.fitted(task.progress()), model.alone());
  }

  private BayesNetwork independent(List<OneWay> columns) {
    List<NetworkNode> nodes = new ArrayList<>();
    for (int c = 0; c < columns.size(); c++) {
      nodes.add(NetworkNode.alone(c, columns.get(c).bins(), columns.get(c).estimates()));
    }
    return new BayesNetwork(task.schema(), nodes);
  }
}
