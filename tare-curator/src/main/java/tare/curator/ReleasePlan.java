package tare.curator;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import tare.accounting.PrivacyBudget;
import tare.generator.GeneratorFitter;
import tare.generator.bayes.PrivBayes;
import tare.model.WeightSteps;
import tare.noise.SecureNoise;
import tare.random.Seed;
import tare.schema.Schema;
import tare.weight.Moments;
import tare.weight.WeightEstimator;

/**
 * What a release is to be made of. All of it is public.
 *
 * @param budget what the whole release may spend
 * @param split how the budget is divided
 * @param generator makes the rows; empty when another tool has made them
 * @param weights how they are weighed
 * @param steps what is done to the weights afterwards
 * @param handling where what the weights correct is found, and how many replicates there are
 * @param rows how many synthetic rows; as many as there are private ones, as far as that is public,
 *     when empty
 * @param seed the start of all public chance
 * @param acceptWeakDelta whether a delta of 1/n or more, which protects nobody in particular, is
 *     accepted
 */
public record ReleasePlan(
    PrivacyBudget budget,
    Split split,
    Optional<GeneratorFitter> generator,
    WeightChoice weights,
    WeightSteps steps,
    WeightHandling handling,
    OptionalInt rows,
    Seed seed,
    boolean acceptWeakDelta) {

  private static final double LARGEST_DELTA = 1e-6;

  /**
   * Shares of the budget. What the count and the weights do not take is the generator's.
   *
   * @param countEpsilon the share of epsilon for the row count, spent only when no public count is
   *     declared
   * @param weightEpsilon the share of epsilon for the weights; what suits their method when empty
   * @param weightDelta the share of delta for the weights
   */
  public record Split(double countEpsilon, OptionalDouble weightEpsilon, double weightDelta) {

    /**
     * Two per cent for a count, what suits them for the weights (the paper's 10 % of epsilon, half
     * of it for moments), and the paper's 30 % of delta.
     */
    public static final Split DEFAULTS = new Split(0.02, OptionalDouble.empty(), 0.3);

    public Split {
      double forWeights = weightEpsilon.orElse(0);
      requireShare("count share of epsilon", countEpsilon);
      requireShare("weight share of epsilon", forWeights);
      requireShare("weight share of delta", weightDelta);
      if (countEpsilon + forWeights >= 1) {
        throw new IllegalArgumentException(
            "The shares of count and weights must leave some epsilon to the generator. Got: "
                + countEpsilon
                + " and "
                + forWeights);
      }
    }

    /** A split with a share for the weights. */
    public Split(double countEpsilon, double weightEpsilon, double weightDelta) {
      this(countEpsilon, OptionalDouble.of(weightEpsilon), weightDelta);
    }

    /** The share of epsilon that is set aside for the weights of a method. */
    double weightShare(WeightEstimator method) {
      return weightEpsilon.orElse(Math.min(method.usualShare(), (1 - countEpsilon) / 2));
    }

    private static void requireShare(String name, double share) {
      if (!(share >= 0 && share < 1)) {
        throw new IllegalArgumentException(name + " must be in [0, 1). Got: " + share);
      }
    }
  }

  public ReleasePlan {
    if (!(budget.epsilon() > 0)) {
      throw new IllegalArgumentException(
          "A release needs an epsilon above 0. Got: " + budget.epsilon());
    }
    if (generator.isEmpty() && weights instanceof WeightChoice.None) {
      throw new IllegalArgumentException("A release needs a generator, weights, or both.");
    }
    if (rows.isPresent() && rows.getAsInt() < 1) {
      throw new IllegalArgumentException(
          "The number of synthetic rows must be at least 1. Got: " + rows.getAsInt());
    }
  }

  /**
   * A plan with the usual choices: PrivBayes, weights chosen from public numbers, as many rows as
   * there are private ones, and a fresh seed.
   */
  public static ReleasePlan of(PrivacyBudget budget) {
    return new ReleasePlan(
        budget,
        Split.DEFAULTS,
        Optional.of(new PrivBayes()),
        new WeightChoice.Automatic(),
        WeightSteps.DEFAULTS,
        WeightHandling.DEFAULTS,
        OptionalInt.empty(),
        freshSeed(),
        false);
  }

  /** A plan within an epsilon, with the usual delta for the rows of a schema. */
  public static ReleasePlan of(double epsilon, Schema schema) {
    return of(new PrivacyBudget(epsilon, defaultDelta(schema)));
  }

  /** A seed that nobody has used: public chance that is not repeated by accident. */
  public static Seed freshSeed() {
    return new Seed(new SecureNoise().nextLong() >>> 11);
  }

  /** How many synthetic rows a release has when its private rows number n. */
  int rowsFor(long n) {
    return rows.orElse((int) Math.min(n, Integer.MAX_VALUE / 2));
  }

  /** The same plan with another budget. */
  public ReleasePlan withBudget(PrivacyBudget other) {
    return new ReleasePlan(
        other, split, generator, weights, steps, handling, rows, seed, acceptWeakDelta);
  }

  /** The same plan for so many synthetic rows. */
  public ReleasePlan withRows(int count) {
    return new ReleasePlan(
        budget,
        split,
        generator,
        weights,
        steps,
        handling,
        OptionalInt.of(count),
        seed,
        acceptWeakDelta);
  }

  /** The same plan from another seed. */
  public ReleasePlan withSeed(Seed other) {
    return new ReleasePlan(
        budget, split, generator, weights, steps, handling, rows, other, acceptWeakDelta);
  }

  /** A delta well below one over the number of rows: 1/(10 n), and at most one in a million. */
  public static double defaultDelta(long n) {
    return Math.min(LARGEST_DELTA, 1.0 / (10.0 * n));
  }

  /** The usual delta where the number of rows is public, and one in a million where it is not. */
  public static double defaultDelta(Schema schema) {
    return schema.publicRowCount().isPresent()
        ? defaultDelta(schema.publicRowCount().getAsLong())
        : LARGEST_DELTA;
  }

  /** The same plan with another split of the budget. */
  public ReleasePlan withSplit(Split other) {
    return new ReleasePlan(
        budget, other, generator, weights, steps, handling, rows, seed, acceptWeakDelta);
  }

  /** The same plan with another generator. */
  public ReleasePlan withGenerator(GeneratorFitter other) {
    return new ReleasePlan(
        budget, split, Optional.of(other), weights, steps, handling, rows, seed, acceptWeakDelta);
  }

  /** The same plan for rows that another tool has made. */
  public ReleasePlan withoutGenerator() {
    return new ReleasePlan(
        budget, split, Optional.empty(), weights, steps, handling, rows, seed, acceptWeakDelta);
  }

  /** The same plan with other weights. */
  public ReleasePlan withWeights(WeightChoice other) {
    return new ReleasePlan(
        budget, split, generator, other, steps, handling, rows, seed, acceptWeakDelta);
  }

  /** The same plan with the weights of one method. */
  public ReleasePlan withWeights(WeightEstimator method) {
    return withWeights(new WeightChoice.Method(method));
  }

  /** The same plan without weights. */
  public ReleasePlan withoutWeights() {
    return withWeights(new WeightChoice.None());
  }

  /** The same plan with other steps on the weights. */
  public ReleasePlan withSteps(WeightSteps others) {
    return new ReleasePlan(
        budget, split, generator, weights, others, handling, rows, seed, acceptWeakDelta);
  }

  /** The same plan with weights handled otherwise. */
  public ReleasePlan withHandling(WeightHandling other) {
    return new ReleasePlan(
        budget, split, generator, weights, steps, other, rows, seed, acceptWeakDelta);
  }

  /** The same plan with a delta accepted that protects nobody in particular. */
  public ReleasePlan acceptingWeakDelta() {
    return new ReleasePlan(budget, split, generator, weights, steps, handling, rows, seed, true);
  }

  /**
   * The method that weighs the rows; empty for none.
   *
   * @throws IllegalStateException when the choice is still open: {@link AutoWeights} settles it
   */
  Optional<WeightEstimator> estimator() {
    if (weights instanceof WeightChoice.Automatic) {
      throw new IllegalStateException("The choice of weights is still open.");
    }
    return weights instanceof WeightChoice.Method method
        ? Optional.of(method.estimator())
        : Optional.empty();
  }

  /** Whether rows carry what moments correct, and can therefore be drawn in blocks. */
  boolean carriedByRows() {
    return generator.isPresent()
        && estimator()
            .map(method -> method instanceof Moments && handling.inRows(method))
            .orElse(false);
  }

  /** What the statement calls the weights. */
  public String weightsName() {
    return weights instanceof WeightChoice.Method method
        ? method.estimator().name()
        : weights instanceof WeightChoice.None ? "none" : "auto";
  }
}
