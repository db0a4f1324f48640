package tare.generator.bayes;

import tare.gate.Mechanism;
import tare.generator.GeneratorFitter;
import tare.generator.GeneratorTask;
import tare.model.BayesNetwork;
import tare.model.FittedGenerator;
import tare.schema.Schema;

/*
 * The steps of a fit, all in one mechanism:
 *
 *   1. every column is counted in fine cells of its declared domain, with noise: public from then on;
 *   2. fine cells are merged into groups, fewer where there are few rows or much noise;
 *   3. pairs of columns are chosen by the exponential mechanism, first those that join columns into
 *      a tree and are furthest from independent, then those that the model so far gets most wrong;
 *   4. every chosen pair is counted over all its groups, with noise;
 *   5. where budget and rows bear it, so are triples of columns that the model gets most wrong;
 *   6. a graphical model is fitted to all noised counts and written as a Bayesian network.
 *
 * Departures from Zhang et al.: the score is the L1 distance to a public estimate, because its
 * sensitivity under add-or-remove is one and needs no constants; tables of pairs, then of triples,
 * instead of a child with all its parents, because a table of three columns drowns in noise long
 * before three tables of two do; and one fit to all tables instead of dividing noisy tables, which
 * makes them agree.
 */

/**
 * PrivBayes: a Bayesian network whose parents are chosen and whose tables are counted with noise,
 * after Zhang, Cormode, Procopiuc, Srivastava and Xiao, "PrivBayes: Private Data Release via
 * Bayesian Networks" (2017), with the estimation of McKenna, Sheldon and Miklau (2019).
 *
 * <p>The proof of its event is in docs/proofs/privbayes.md, its settings in
 * docs/notes/privbayes.md.
 */
public final class PrivBayes implements GeneratorFitter {

  /** The name in options and files. */
  public static final String NAME = "privbayes";

  private final PrivBayesOptions options;

  /** PrivBayes with the usual options. */
  public PrivBayes() {
    this(PrivBayesOptions.DEFAULTS);
  }

  /** PrivBayes with options of one's own. */
  public PrivBayes(PrivBayesOptions options) {
    this.options = options;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public double bytesPerRow(Schema schema) {
    return BayesNetwork.bytesPerRow(schema);
  }

  /** What rows take that are weighed where cliques have no room for pairs. */
  @Override
  public double fittingBytes(Schema schema, long n) {
    int columns = schema.columnCount();
    return columns < 3
        ? 0
        : WeightedPool.bytes(n, columns, TableRule.mostTables(columns, options.extraTables()));
  }

  @Override
  public Mechanism<FittedGenerator> mechanism(GeneratorTask task) {
    return new PrivBayesMechanism(
        "fit PrivBayes", task, new PrivBayesPlanner(task, options).plan(), false);
  }

  /** Without a model of the pairs that only deepen what joins columns, which takes the time. */
  @Override
  public Mechanism<FittedGenerator> columnsOf(GeneratorTask task) {
    return new PrivBayesMechanism(
        "fit columns", task, new PrivBayesPlanner(task, options).plan(), true);
  }
}
