package tare.inference;

/**
 * The scale on which an estimate is nearly normal, so that its interval is drawn there and carried
 * back: an interval of a share then stays between 0 and 1, one of a correlation between -1 and 1.
 */
public enum Scale {
  /** As it is. */
  PLAIN {
    @Override
    double to(double value) {
      return value;
    }

    @Override
    double back(double value) {
      return value;
    }

    @Override
    double slope(double value) {
      return 1;
    }
  },

  /** log(p / (1 - p)), for shares and probabilities. */
  LOG_ODDS {
    @Override
    double to(double value) {
      return Math.log(value / (1 - value));
    }

    @Override
    double back(double value) {
      return 1 / (1 + Math.exp(-value));
    }

    @Override
    double slope(double value) {
      return 1 / (value * (1 - value));
    }
  },

  /** Fisher's z, the inverse hyperbolic tangent, for correlations. */
  FISHER {
    @Override
    double to(double value) {
      return 0.5 * Math.log((1 + value) / (1 - value));
    }

    @Override
    double back(double value) {
      return Math.tanh(value);
    }

    @Override
    double slope(double value) {
      return 1 / (1 - value * value);
    }
  };

  abstract double to(double value);

  abstract double back(double value);

  /** The derivative of {@link #to}. */
  abstract double slope(double value);

  /**
   * The interval that reaches some standard errors to either side on this scale. At the edge of the
   * scale (a share of exactly 0, a correlation of exactly 1), where the scale has no value, it is
   * the plain one.
   *
   * @param reach standard errors to either side
   */
  public Interval interval(double level, double value, double standardError, double reach) {
    double error = standardError * slope(value);
    return Double.isFinite(to(value)) && Double.isFinite(error)
        ? new Interval(level, back(to(value) - reach * error), back(to(value) + reach * error))
        : new Interval(level, value - reach * standardError, value + reach * standardError);
  }
}
