package tare.curator;

import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tare.accounting.PrivacyBudget;
import tare.analysis.CountErrors;
import tare.gate.Mechanism;
import tare.generator.GeneratorTask;
import tare.inference.Replicates;
import tare.model.CandidateLook;
import tare.model.FittedGenerator;
import tare.model.FittedWeights;
import tare.model.MomentWeights;
import tare.model.Resampling;
import tare.progress.LastWord;
import tare.release.PrivacyStatement.RowCount;
import tare.release.WeightStatement;
import tare.schema.Schema;
import tare.table.HeardTable;
import tare.table.Table;
import tare.weight.MomentFit;
import tare.weight.MomentReplicates;
import tare.weight.MomentReplicates.Refit;
import tare.weight.MomentSettling;
import tare.weight.Moments;
import tare.weight.ReplicateLaw;
import tare.weight.WeightEstimator;
import tare.weight.WeightTask;

/** Gives rows their weights, or lets them carry these themselves, and says how sure they are. */
final class Weighing {

  private final Schema schema;
  private final ReleasePlan plan;
  private final Charges charges;
  private final LastWord progress;
  private final RowCount count;
  private final BlockSums sums;
  private final DrawnBlocks kept;

  /**
   * @param sums looks at candidates of a large release to come
   * @param kept keeps them
   */
  Weighing(
      Schema schema,
      ReleasePlan plan,
      Charges charges,
      LastWord progress,
      RowCount count,
      BlockSums sums,
      DrawnBlocks kept) {
    this.sums = sums;
    this.kept = kept;
    this.schema = schema;
    this.plan = plan;
    this.charges = charges;
    this.progress = progress;
    this.count = count;
  }

  /**
   * Rows and what is known of their weights.
   *
   * @param rows the rows to release
   * @param weights empty when there are none
   * @param replicates empty when there are none, or none yet: there will be more rows
   * @param law gives replicate weights to further rows; empty when there are none
   * @param refused why there are no weights, where some were asked for
   */
  record Outcome(
      Table rows,
      Optional<WeightStatement> weights,
      Optional<Replicates> replicates,
      Optional<ReplicateLaw> law,
      Optional<String> refused) {

    static Outcome withoutReplicates(
        Table rows, Optional<WeightStatement> weights, Optional<String> refused) {
      return new Outcome(rows, weights, Optional.empty(), Optional.empty(), refused);
    }

    Outcome with(ReplicateLaw made, Optional<Replicates> ofRows) {
      return new Outcome(rows, weights, ofRows, Optional.of(made), refused);
    }
  }

  /**
   * How many rows there are to be.
   *
   * @param here weighed together
   * @param released by this machine; where it is more, replicates wait for them
   * @param whole wherever they are drawn
   */
  record WantedRows(int here, int released, int whole) {}

  /** Draws rows that keep the schema's rules. */
  interface RowSampler {
    Table sample(FittedGenerator generator, int rows);
  }

  /** Weighs rows of a fitted generator, or draws rows that need no weights. */
  Outcome ofGenerator(
      FittedGenerator generator, GeneratorTask fittedWith, WantedRows wanted, RowSampler sampler) {
    WeightEstimator estimator = plan.estimator().orElseThrow();
    boolean inRows = plan.handling().inRows(estimator);
    progress.at("sampling rows");
    int drawn = inRows ? Resampling.candidates(wanted.here) : wanted.here;
    Table candidates = sampler.sample(generator, drawn);
    Optional<Refit> refit = Refit.possible(plan.generator().orElseThrow(), fittedWith);
    int all = candidates.rowCount();
    WantedRows rows = inRows ? wanted : new WantedRows(all, all, wanted.whole);
    return weighed(estimator, candidates, generator, rows, refit);
  }

  /** Weighs rows that another tool has made. */
  Outcome ofStrangers(Table rows) {
    WeightEstimator estimator = plan.estimator().orElseThrow();
    int all = rows.rowCount();
    return weighed(estimator, rows, null, new WantedRows(all, all, all), Optional.empty());
  }

  private Outcome weighed(
      WeightEstimator estimator,
      Table drawn,
      @Nullable FittedGenerator generator,
      WantedRows rows,
      Optional<Refit> refit) {
    progress.at("estimating weights");
    PrivacyBudget budget = charges.leftForWeights();
    if (!(estimator instanceof Moments moments)) {
      Mechanism<FittedWeights> fit =
          UnitPlans.ofWeights(
              estimator, budget, schema.rowsPerUnit(), part -> task(drawn, generator, part));
      FittedWeights paid = charges.pay(fit, budget, KeptForms.weights(drawn, count.used()));
      charges.end(count.used());
      return outcome(paid, drawn, rows.here);
    }
    Table candidates = new HeardTable(drawn, row -> progress.again());
    MomentFit fit = MomentFit.of(task(candidates, generator, budget), moments.options());
    FittedWeights fitted =
        charges.pay(
            new UnitPlans.Fit<>(Moments.mechanism(fit), schema.rowsPerUnit(), budget),
            budget,
            KeptForms.moments(candidates, count.used()));
    charges.end(count.used());
    FittedWeights settled =
        generator != null && rows.whole > rows.here && fitted instanceof MomentWeights found
            ? settled(fit, found, generator, rows)
            : fitted;
    Outcome weighed = outcome(settled, drawn, rows.here);
    if (plan.handling().replicates() == 0 || !(settled instanceof MomentWeights weights)) {
      return weighed;
    }
    progress.at("making replicates");
    MomentReplicates replicates =
        MomentReplicates.of(
            fit, weights, refit, candidates, plan.seed().child("replicates"), progress);
    ReplicateLaw law = replicates.law(plan.handling().replicates());
    double[] own = weighed.weights().orElseThrow().weights().meanOne();
    return weighed.with(
        law,
        rows.here < rows.released
            ? Optional.empty()
            : Optional.of(replicates.weigh(law, weighed.rows(), own)));
  }

  /** Weights of a large release, settled with the candidates that its rows will be kept from. */
  private MomentWeights settled(
      MomentFit fit, MomentWeights fitted, FittedGenerator generator, WantedRows rows) {
    if (!MomentSettling.worthIt(fit)) {
      return fitted;
    }
    boolean inRows = plan.handling().inRows(plan.estimator().orElseThrow());
    RowBlocks blocks =
        RowBlocks.unsettled(generator, fitted, inRows, rows.whole, plan.seed(), kept);
    int first = blocks.settling();
    MomentSettling settling = new MomentSettling(fit, fitted, blocks.candidatesOfFirst(first));
    for (int look = 0; look < MomentSettling.LOOKS; look++) {
      CandidateLook.Bounds bounds = settling.bounds();
      progress.at("settling weights");
      settling.look(sums.of(blocks, first, bounds), bounds, blocks.partsOfFirst(first));
      blocks =
          RowBlocks.unsettled(generator, settling.weights(), inRows, rows.whole, plan.seed(), kept);
    }
    return settling.settled();
  }

  private WeightTask task(Table rows, @Nullable FittedGenerator generator, PrivacyBudget budget) {
    return new WeightTask(
        schema,
        rows,
        generator,
        count.used(),
        budget,
        charges.spent(),
        countNoise(generator),
        plan.seed().child("weights"),
        progress);
  }

  /** What counts of columns are off by, where the rows' generator counts every column. */
  private OptionalDouble countNoise(@Nullable FittedGenerator generator) {
    return generator == null
        ? OptionalDouble.empty()
        : CountErrors.noiseOfColumns(charges.events(), schema.columnCount(), count.used());
  }

  private Outcome outcome(FittedWeights fitted, Table drawn, int rows) {
    Table candidates = new HeardTable(drawn, row -> progress.again());
    WeightStatement statement = WeightStatements.of(fitted, plan.steps(), candidates);
    if (rows == drawn.rowCount()) {
      return Outcome.withoutReplicates(drawn, Optional.of(statement), Optional.empty());
    }
    progress.at("drawing rows by weight");
    Table chosen =
        candidates.select(Resampling.chosen(candidates, fitted, rows, plan.seed().child("rows")));
    return Outcome.withoutReplicates(
        chosen, Optional.of(statement.ofRows(chosen.rowCount())), Optional.empty());
  }
}
