package tare.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import tare.kernel.regression.BetaCalibration;
import tare.kernel.tail.LogWeights;
import tare.kernel.tail.ParetoSmoothing;
import tare.table.Table;
import tare.table.Weights;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One step that tidies weights after they were estimated. Steps read public weights only, so they
 * cost no privacy; they are applied in order ({@link WeightSteps}) and recorded in weights.json.
 */
public sealed interface WeightStep {

  /** The step's name in options and files. */
  String name();

  /** The weights after the step, on the log scale. @param weights Not modified. */
  Weights apply(Weights weights);

  /** The step as recorded in weights.json. */
  default ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("step", name());
    return json;
  }

  /**
   * Raises weights to a power: less variance for more bias.
   *
   * @param power in [0, 1]; 0 gives uniform weights, 1 changes nothing
   */
  record Temper(double power) implements WeightStep {
    public Temper {
      if (!(power >= 0 && power <= 1)) {
        throw new IllegalArgumentException(
            "The power of tempering must be in [0, 1]. Got: " + power);
      }
    }

    @Override
    public String name() {
      return "temper";
    }

    @Override
    public Weights apply(Weights weights) {
      return mapped(weights, logWeight -> power * logWeight);
    }

    @Override
    public ObjectNode toJson() {
      return WeightStep.super.toJson().put("power", power);
    }
  }

  /**
   * Cuts weights down to a multiple of their mean. Reference: Ionides, "Truncated importance
   * sampling", JCGS 2008, whose choice is the square root of the number of weights.
   *
   * @param limit the multiple, at least 1; empty for the square root of the number of weights
   */
  record Truncate(OptionalDouble limit) implements WeightStep {
    public Truncate {
      if (limit.isPresent() && !(limit.getAsDouble() >= 1)) {
        throw new IllegalArgumentException(
            "The limit of truncation is a multiple of the mean weight and at least 1. Got: "
                + limit.getAsDouble());
      }
    }

    @Override
    public String name() {
      return "truncate";
    }

    @Override
    public Weights apply(Weights weights) {
      int n = weights.size();
      double logMean = LogWeights.logSum(weights.logWeights()) - Math.log(n);
      double most = logMean + Math.log(limit.orElse(Math.sqrt(n)));
      return mapped(weights, logWeight -> Math.min(logWeight, most));
    }

    @Override
    public ObjectNode toJson() {
      ObjectNode json = WeightStep.super.toJson();
      return limit.isPresent()
          ? json.put("limit", limit.getAsDouble())
          : json.put("limit", "square root of the number of weights");
    }
  }

  /**
   * Replaces the largest weights by order statistics of a Pareto tail ({@link ParetoSmoothing}).
   */
  record ParetoSmooth() implements WeightStep {
    @Override
    public String name() {
      return "psis";
    }

    @Override
    public Weights apply(Weights weights) {
      return new Weights(ParetoSmoothing.smooth(weights.logWeights()).logWeights());
    }
  }

  /**
   * Calibrates the log weight as the logit of a classifier, by a map fitted to rows that the
   * analyst may use.
   *
   * @param map the fitted map
   */
  record Calibrate(BetaCalibration map) implements WeightStep {

    /**
     * Fits the map so that log weights tell real rows from synthetic ones in equal odds.
     *
     * @param weights estimated before
     * @param realRows real rows the analyst may use; never the private rows, which only a gate may
     *     read
     * @param syntheticRows rows from the generator
     */
    public static Calibrate fitted(FittedWeights weights, Table realRows, Table syntheticRows) {
      double[] real = weights.weigh(realRows).logWeights();
      double[] synthetic = weights.weigh(syntheticRows).logWeights();
      double[] logits = Arrays.copyOf(real, real.length + synthetic.length);
      System.arraycopy(synthetic, 0, logits, real.length, synthetic.length);
      boolean[] isReal = new boolean[logits.length];
      Arrays.fill(isReal, 0, real.length, true);
      double[] rowWeights = new double[logits.length];
      // Both sides weigh the same in all, so that the calibrated logit is a density ratio; their
      // sum is that of the scarcer side's rows, so that the map is not trusted more than those.
      double side = Math.min(real.length, synthetic.length);
      Arrays.fill(rowWeights, 0, real.length, side / real.length);
      Arrays.fill(rowWeights, real.length, logits.length, side / synthetic.length);
      return new Calibrate(BetaCalibration.fit(logits, isReal, rowWeights));
    }

    @Override
    public String name() {
      return "calibrate";
    }

    @Override
    public Weights apply(Weights weights) {
      return mapped(weights, map::calibrated);
    }

    @Override
    public ObjectNode toJson() {
      return WeightStep.super.toJson().put("a", map.a()).put("b", map.b()).put("c", map.c());
    }
  }

  /** Scales weights to mean one. */
  record SelfNormalise() implements WeightStep {
    @Override
    public String name() {
      return "normalise";
    }

    @Override
    public Weights apply(Weights weights) {
      return weights.normalised();
    }
  }

  /**
   * A step as written in an option: {@code temper:0.5}, {@code truncate}, {@code truncate:20},
   * {@code psis}, {@code normalise}. Calibration needs rows and is made by {@link
   * Calibrate#fitted}.
   */
  static WeightStep parse(String text) {
    String[] parts = text.strip().toLowerCase(Locale.ROOT).split(":", 2);
    OptionalDouble number =
        parts.length == 2 ? OptionalDouble.of(number(parts[1], text)) : OptionalDouble.empty();
    return switch (parts[0]) {
      case "temper" ->
          new Temper(
              number.orElseThrow(
                  () -> new IllegalArgumentException("temper needs a power, as in temper:0.5")));
      case "truncate" -> new Truncate(number);
      case "psis" -> plain(new ParetoSmooth(), number);
      case "normalise" -> plain(new SelfNormalise(), number);
      default ->
          throw new IllegalArgumentException(
              "No weight step named \""
                  + parts[0]
                  + "\". There are: "
                  + String.join(
                      ", ", List.of("temper:POWER", "truncate[:LIMIT]", "psis", "normalise")));
    };
  }

  private static WeightStep plain(WeightStep step, OptionalDouble number) {
    if (number.isPresent()) {
      throw new IllegalArgumentException(step.name() + " takes no number. Got: " + number);
    }
    return step;
  }

  private static double number(String text, String whole) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "A weight step's number must be a number. Got: \"" + whole + "\"", e);
    }
  }

  private static Weights mapped(Weights weights, DoubleUnaryOperator map) {
    return new Weights(Arrays.stream(weights.logWeights()).map(map).toArray());
  }
}
