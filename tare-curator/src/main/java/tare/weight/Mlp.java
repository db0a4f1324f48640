package tare.weight;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import tare.accounting.PrivacyEvent;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.kernel.mlp.Loss;
import tare.kernel.mlp.MlpPass;
import tare.kernel.mlp.StepRule;
import tare.learn.DpSgd;
import tare.learn.DpSgdPlan;
import tare.learn.Examples;
import tare.learn.LotSource;
import tare.model.FittedWeights;
import tare.model.MlpWeights;
import tare.model.WeightDescription;
import tare.noise.NoiseSource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The network of {@link DpMlp} without clipping and noise: not private. For experiments, to see
 * what privacy costs; its event is {@link PrivacyEvent.NonPrivate}, which no budget covers.
 *
 * <p>A fifth of the private and of the synthetic rows is held out; the iterate with the least loss
 * on them is kept, so that few rows do not make wild weights.
 */
public final class Mlp implements WeightEstimator {

  private static final double RATE = 0.003;
  private static final int CHECK_EVERY = 20;
  private static final int HELD_OUT_PART = 5;

  private final MlpOptions options;

  /** The method with the usual options. */
  public Mlp() {
    this(MlpOptions.DEFAULTS);
  }

  /**
   * @param options of which clip and rate are not used
   */
  public Mlp(MlpOptions options) {
    this.options = options;
  }

  @Override
  public String name() {
    return "mlp";
  }

  @Override
  public boolean isPrivate() {
    return false;
  }

  @Override
  public Mechanism<FittedWeights> mechanism(WeightTask task) {
    MlpFit fit = new MlpFit(task, options.hiddenWidth());
    double samplingRate = options.samplingRate(task.n());
    DpSgdPlan plan = DpSgdPlan.nonPrivate(samplingRate, options.steps(), samplingRate * task.n());
    return new OpenMlpTraining(fit, plan);
  }

  /** One training, without privacy. */
  private final class OpenMlpTraining implements Mechanism<FittedWeights> {

    private final MlpFit fit;
    private final DpSgdPlan plan;

    OpenMlpTraining(MlpFit fit, DpSgdPlan plan) {
      this.fit = fit;
      this.plan = plan;
    }

    @Override
    public String purpose() {
      return "fit weights without privacy: " + name();
    }

    @Override
    public PrivacyEvent event() {
      return plan.event();
    }

    @Override
    public FittedWeights apply(PrivateRows privateRows, NoiseSource noise) {
      float[] parameters = trained(fit, plan, fit.labelled(privateRows));
      ObjectNode details = JsonNodeFactory.instance.objectNode();
      details.put("steps", plan.steps());
      details.put("rate", RATE);
      MlpWeights.describe(details, fit.inputs(), fit.shape(), parameters);
      return new MlpWeights(
          fit.inputs(),
          fit.shape(),
          parameters,
          new WeightDescription(name(), "none", 0, 0, details));
    }
  }

  private float[] trained(MlpFit fit, DpSgdPlan plan, Examples privateRows) {
    MlpPass pass = fit.newPass();
    RandomGenerator random = fit.stream("held-out rows");
    Split real = Split.of(privateRows, random);
    DpSgd engine =
        DpSgd.withoutPrivacy(plan, pass, Loss.LOG, LotSource.of(real.kept()), fit.stream("lots"));
    Split synthetic = Split.of(fit.synthetic(), random);
    float[] parameters = fit.initialParameters();
    float[] best = parameters.clone();
    float[] direction = new float[parameters.length];
    StepRule.Optimiser optimiser = StepRule.Adam.withRate(RATE).start(parameters.length);
    int lot = (int) Math.max(1, Math.min(synthetic.kept().size(), Math.round(plan.lotSize())));
    double least = heldOutLoss(pass, parameters, real, synthetic);
    for (long step = 1; step <= plan.steps(); step++) {
      int[] publicLot = random.ints(lot, 0, synthetic.kept().size()).toArray();
      engine.direction(parameters, synthetic.kept(), publicLot, plan.lotSize() / lot, direction);
      optimiser.step(parameters, direction);
      if (step % CHECK_EVERY == 0) {
        double loss = heldOutLoss(pass, parameters, real, synthetic);
        if (loss < least) {
          least = loss;
          best = parameters.clone();
        }
      }
      fit.progress().at("training", (double) step / plan.steps());
    }
    return best;
  }

  /** The mean of the mean losses of both sides. */
  private static double heldOutLoss(MlpPass pass, float[] parameters, Split real, Split synthetic) {
    return meanLoss(pass, parameters, real.heldOut())
        + meanLoss(pass, parameters, synthetic.heldOut());
  }

  private static double meanLoss(MlpPass pass, float[] parameters, Examples rows) {
    double sum = 0;
    float[] targets = new float[pass.capacity()];
    int width = rows.width();
    for (int from = 0; from < rows.size(); from += pass.capacity()) {
      int count = Math.min(pass.capacity(), rows.size() - from);
      for (int i = 0; i < count; i++) {
        rows.copyInputs(from + i, pass.inputs(), i * width);
        targets[i] = rows.target(from + i);
      }
      pass.forward(parameters, count);
      sum += Loss.LOG.value(pass.outputs(), 1, targets, count);
    }
    return sum / Math.max(1, rows.size());
  }

  /** Rows parted at random. A table too small to be parted stands on both sides. */
  private record Split(Examples kept, Examples heldOut) {

    static Split of(Examples rows, RandomGenerator random) {
      int size = rows.size();
      int out = size / HELD_OUT_PART;
      if (out == 0) {
        return new Split(rows, rows);
      }
      int[] order = new int[size];
      Arrays.setAll(order, i -> i);
      for (int i = size - 1; i > 0; i--) {
        int j = random.nextInt(i + 1);
        int swapped = order[i];
        order[i] = order[j];
        order[j] = swapped;
      }
      return new Split(
          rows.picked(Arrays.copyOfRange(order, out, size)),
          rows.picked(Arrays.copyOf(order, out)));
    }
  }
}
