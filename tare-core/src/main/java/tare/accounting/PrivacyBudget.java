package tare.accounting;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An amount of privacy loss: (epsilon, delta) under the add-or-remove-one-row relation. */
public record PrivacyBudget(double epsilon, double delta) {

  /** How far decimal fractions that are meant to sum to one may miss it. */
  private static final BigDecimal ROUNDING_OF_SHARES = new BigDecimal("1e-9");

  public PrivacyBudget {
    if (!(epsilon >= 0) || Double.isInfinite(epsilon)) {
      throw new IllegalArgumentException(
          "epsilon must be finite and not negative. Got: " + epsilon);
    }
    if (!(delta >= 0 && delta < 1)) {
      throw new IllegalArgumentException("delta must be in [0, 1). Got: " + delta);
    }
  }

  /**
   * A part of a budget, as fractions.
   *
   * @param ofEpsilon the fraction of epsilon, in [0, 1]
   * @param ofDelta the fraction of delta, in [0, 1]
   */
  public record Share(double ofEpsilon, double ofDelta) {
    public Share {
      requireFraction("ofEpsilon", ofEpsilon);
      requireFraction("ofDelta", ofDelta);
    }

    /** The same fraction of epsilon and of delta. */
    public static Share of(double fraction) {
      return new Share(fraction, fraction);
    }

    /** What this share leaves over. */
    public Share rest() {
      return new Share(1 - ofEpsilon, 1 - ofDelta);
    }

    private static void requireFraction(String name, double value) {
      if (!(value >= 0 && value <= 1)) {
        throw new IllegalArgumentException(name + " must be in [0, 1]. Got: " + value);
      }
    }
  }

  /**
   * Splits this budget. Parts are rounded down, so they never sum to more than the whole: not in
   * exact arithmetic, and not when they are added as doubles in any order.
   *
   * <p>The shares may sum to less than one; they may not sum to more, except by the rounding that
   * decimal fractions such as 0.1 and 0.9 bring.
   */
  public List<PrivacyBudget> split(Share... shares) {
    double[] epsilons = new double[shares.length];
    double[] deltas = new double[shares.length];
    for (int i = 0; i < shares.length; i++) {
      epsilons[i] = shares[i].ofEpsilon();
      deltas[i] = shares[i].ofDelta();
    }
    double[] epsilonParts = parts(epsilon, epsilons, "epsilon");
    double[] deltaParts = parts(delta, deltas, "delta");
    List<PrivacyBudget> parts = new ArrayList<>();
    for (int i = 0; i < shares.length; i++) {
      parts.add(new PrivacyBudget(epsilonParts[i], deltaParts[i]));
    }
    return List.copyOf(parts);
  }

  /** Splits this budget into equal parts, rounded down. */
  public List<PrivacyBudget> splitEvenly(int parts) {
    if (parts < 1) {
      throw new IllegalArgumentException("parts must be at least 1. Got: " + parts);
    }
    Share[] shares = new Share[parts];
    Arrays.fill(shares, Share.of(1.0 / parts));
    return split(shares);
  }

  private static double[] parts(double whole, double[] fractions, String name) {
    BigDecimal sum = BigDecimal.ZERO;
    for (double fraction : fractions) {
      sum = sum.add(new BigDecimal(fraction));
    }
    if (sum.compareTo(BigDecimal.ONE.add(ROUNDING_OF_SHARES)) > 0) {
      throw new IllegalArgumentException(
          "Shares of " + name + " must not sum to more than 1. Got: " + sum.doubleValue());
    }
    double[] parts = new double[fractions.length];
    if (whole == 0) {
      return parts;
    }
    MathContext down = new MathContext(40, RoundingMode.DOWN);
    // Each of the n - 1 additions of doubles rounds up by at most 2^-53 of the whole.
    BigDecimal shaved =
        BigDecimal.ONE.subtract(
            new BigDecimal(Math.scalb(1.0, -53))
                .multiply(new BigDecimal(Math.max(0, fractions.length - 1))));
    BigDecimal unit = new BigDecimal(whole).multiply(shaved);
    if (sum.compareTo(BigDecimal.ONE) > 0) {
      unit = unit.divide(sum, down);
    }
    for (int i = 0; i < parts.length; i++) {
      parts[i] = roundedDown(unit.multiply(new BigDecimal(fractions[i])));
    }
    return parts;
  }

  private static double roundedDown(BigDecimal value) {
    double nearest = value.doubleValue();
    return new BigDecimal(nearest).compareTo(value) > 0 ? Math.nextDown(nearest) : nearest;
  }
}
