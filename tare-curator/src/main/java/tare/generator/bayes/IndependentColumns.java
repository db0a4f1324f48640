package tare.generator.bayes;

import tare.gate.Mechanism;
import tare.generator.GeneratorFitter;
import tare.generator.GeneratorTask;
import tare.model.BayesNetwork;
import tare.model.FittedGenerator;
import tare.schema.Schema;

/**
 * The baseline: every column is counted with noise and sampled on its own. What a more elaborate
 * generator must beat.
 */
public final class IndependentColumns implements GeneratorFitter {

  /** The name in options and files. */
  public static final String NAME = "independent";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public double bytesPerRow(Schema schema) {
    return BayesNetwork.bytesPerRow(schema);
  }

  @Override
  public Mechanism<FittedGenerator> mechanism(GeneratorTask task) {
    return new PrivBayesMechanism(
        "fit independent columns",
        task,
        new PrivBayesPlanner(task, PrivBayesOptions.DEFAULTS).planWithoutJoints(),
        false);
  }
}
