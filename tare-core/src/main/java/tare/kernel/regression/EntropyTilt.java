package tare.kernel.regression;

import tare.kernel.linear.Cholesky;
import tare.kernel.linear.ColumnKernel;
import tare.kernel.linear.RowKernel;

/*
 * The dual of entropy balancing (Hainmueller 2012), calibration by exponential raking (Deville and
 * Sarndal 1992) and density ratio estimation by Kullback-Leibler:
 *
 *   minimise over theta   log sum_i b_i exp(theta.f_i) - theta.m + (1/2) sum_j slack_j theta_j^2
 *
 * At the minimum the tilted rows' moments miss the target by slack_j theta_j. With positive slack the
 * problem is strongly convex on the whole space: a solution exists for every target, also for one
 * that no weighting of the rows can have, and directions in which the rows do not vary move no
 * weight.
 *
 * Solved by L-BFGS, preconditioned by the Hessian at the start (the covariance of the moments plus
 * the slack), which is taken over fewer rows when there are very many moments, and taken anew after
 * some steps. It is worth its price: over a few thousand of the rows it misses what few rows carry,
 * and a tilt to 700 moments took five times as many steps. Along a direction the loss is followed to
 * where it is nearly flat.
 */

/**
 * The smallest change of weighted rows, in relative entropy, that gives them wanted moments. One
 * tilt at a time.
 */
public final class EntropyTilt {

  private static final int MOST_STEPS = 300;

  /** The Hessian is taken anew after so many steps at least. */
  private static final int STEPS_PER_HESSIAN = 15;

  /** And after as many as cost so much of what it costs itself. */
  private static final double STEPS_FOR_ITS_PRICE = 0.5;

  private static final int MEMORY = 20;
  private static final int MOST_LOOKS = 40;

  private static final double ENOUGH_FALL = 1e-4;

  /** A step is long enough when its slope has fallen to this part of the first. */
  private static final double FLAT_ENOUGH = 0.3;

  /** No look ahead goes further than so many times the last one. */
  private static final double FARTHER = 10;

  /** Twice the loss that is left to gain: below this no weight moves by more than 1e-5. */
  private static final double TOLERANCE = 1e-10;

  /**
   * Products that a tilt may cost before it is given as far as it came: 300 steps of 100,000 rows
   * with 50 coordinates, 80 of 400,000. What is left then is to follow rare rows ever further.
   */
  private static final double MOST_WORK = 1e11;

  /** Added to a covariance, as a part of its diagonal, so that it has a factor. */
  private static final double HAIR = 1e-12;

  private static final double THICKER = 1e3;

  /** With more than its own diagonal added every covariance of numbers has a factor. */
  private static final double MOST_HAIR = 1e3;

  private final TiltRows rows;
  private final double[] base;
  private final Runnable beforeStep;
  private long asked;

  /**
   * Rows that are to be tilted.
   *
   * @param base the rows' shares before the tilt, summing to one. Not modified.
   */
  public EntropyTilt(TiltRows rows, double[] base) {
    this(rows, base, () -> {});
  }

  /**
   * Rows that are to be tilted, with somebody who hears of every step and may end it by throwing.
   *
   * @param base the rows' shares before the tilt, summing to one. Not modified.
   */
  public EntropyTilt(TiltRows rows, double[] base, Runnable beforeStep) {
    this.beforeStep = beforeStep;
    this.rows = rows;
    this.base = base;
  }

  /**
   * A tilt.
   *
   * @param theta the coefficients of the log weight, one per moment
   * @param shares the tilted rows' shares, summing to one
   * @param means the tilted rows' moments
   * @param logNormaliser what to take off theta.f to get the log of share over base share
   */
  public record Solution(double[] theta, double[] shares, double[] means, double logNormaliser) {

    /** The squared misses of a target, each over its variance, summed. */
    public double misfit(double[] target, double[] variances) {
      double sum = 0;
      for (int j = 0; j < target.length; j++) {
        sum += (target[j] - means[j]) * (target[j] - means[j]) / variances[j];
      }
      return sum;
    }
  }

  /**
   * Tilts towards a target.
   *
   * @param target the wanted moments. Not modified.
   * @param slack for each moment what a unit of its coefficient costs, positive. Not modified.
   * @param start where to begin; zeros when nothing is known. Not modified.
   */
  public Solution solve(double[] target, double[] slack, double[] start) {
    return solve(target, slack, start, TOLERANCE);
  }

  /** The Hessian at some coefficients, factored, with which nearby problems are solved faster. */
  public Cholesky hessian(double[] theta, double[] slack) {
    return hessian(at(theta, theta, slack), slack);
  }

  /** The rows' shares before the tilt. Not copied. */
  public double[] base() {
    return base;
  }

  /** The tilt by some coefficients, wherever it leads. @param theta Not modified. */
  public Solution at(double[] theta) {
    Point at = at(theta, theta, new double[theta.length]);
    return new Solution(at.theta, at.shares, at.means, at.logNormaliser);
  }

  /**
   * Tilts towards a target, as near as asked.
   *
   * @param tolerance twice the loss that may be left to gain
   */
  public Solution solve(double[] target, double[] slack, double[] start, double tolerance) {
    Point at = at(start, target, slack);
    return descend(at, target, slack, hessian(at, slack), tolerance);
  }

  /**
   * Tilts towards a target near one for which the Hessian is known, from where it began if that is
   * nearer than nothing.
   *
   * @param nearby the Hessian of another tilt of similar rows to similar moments
   * @param tolerance twice the loss that may be left to gain
   */
  public Solution solve(
      double[] target, double[] slack, double[] start, Cholesky nearby, double tolerance) {
    Point at = at(start, target, slack);
    if (at.loss > 0) { // where there is no tilt the loss is zero
      at = at(new double[start.length], target, slack);
    }
    return descend(at, target, slack, nearby, tolerance);
  }

  /**
   * Goes down until little is left to gain, or as far as so many steps lead: the target holds noise
   * of private rows, and what they came to must not decide whether there is an answer.
   */
  private Solution descend(
      Point from, double[] target, double[] slack, Cholesky nearby, double tolerance) {
    RowKernel kernel = RowKernel.PLAIN;
    Point at = from;
    Cholesky hessian = nearby;
    LimitedMemory memory = new LimitedMemory(MEMORY);
    asked = 0;
    long points = Math.round(MOST_WORK / rows.work());
    int often =
        Math.max(STEPS_PER_HESSIAN, (int) (STEPS_FOR_ITS_PRICE * rows.stepsPerCovariance()));
    for (int step = 1; step <= MOST_STEPS && asked < points; step++) {
      if (step % often == 0) {
        hessian = hessian(at, slack);
        memory = new LimitedMemory(MEMORY);
      }
      double[] direction = memory.direction(at.gradient, hessian);
      double fall = -kernel.dot(direction, 0, at.gradient, 0, direction.length);
      Point next = fall <= tolerance ? null : search(at, direction, fall, target, slack);
      if (next == null) {
        // Enough, or rounding hides what is left: a step would gain less than the last digits.
        break;
      }
      memory.add(difference(next.theta, at.theta), difference(next.gradient, at.gradient));
      at = next;
    }
    return new Solution(at.theta, at.shares, at.means, at.logNormaliser);
  }

  private Point at(double[] theta, double[] target, double[] slack) {
    double[] logits = rows.products(theta);
    return new Point(theta.clone(), logits, new Gains(logits, logits, 0), target, slack);
  }

  /**
   * The point along a direction where the loss hardly falls any more. What rows' log weights gain
   * along it is worked out once, so that a look ahead costs no more than a sum over rows; where
   * rare rows carry a moment, a step by the Hessian may be far too long.
   */
  private @org.jspecify.annotations.Nullable Point search(
      Point at, double[] direction, double fall, double[] target, double[] slack) {
    double[] gains = rows.products(direction);
    double pull = RowKernel.PLAIN.dot(direction, 0, target, 0, direction.length);
    Gains ahead = flattest(at, gains, fall, Penalty.along(direction, at.theta, slack, pull));
    double[] theta = at.theta.clone();
    double[] logits = at.logits.clone();
    RowKernel.PLAIN.addScaled(ahead.length, direction, 0, theta, 0, theta.length);
    RowKernel.PLAIN.addScaled(ahead.length, gains, 0, logits, 0, logits.length);
    Point next = new Point(theta, logits, ahead, target, slack);
    return next.loss < at.loss && next.loss > Double.NEGATIVE_INFINITY ? next : null;
  }

  /**
   * What the loss has beside the normaliser, along a direction: a parabola.
   *
   * @param slope at its start
   */
  private record Penalty(double slope, double bend) {

    static Penalty along(double[] direction, double[] theta, double[] slack, double pull) {
      double slope = 0;
      double bend = 0;
      for (int j = 0; j < direction.length; j++) {
        slope += slack[j] * theta[j] * direction[j];
        bend += slack[j] * direction[j] * direction[j];
      }
      return new Penalty(slope - pull, bend);
    }
  }

  /** How far to go: the last of some looks ahead. */
  private Gains flattest(Point at, double[] gains, double fall, Penalty penalty) {
    double length = 1;
    double shortest = 0;
    double longest = Double.POSITIVE_INFINITY;
    Gains ahead = new Gains(at.logits, gains, length);
    for (int look = 1; look < MOST_LOOKS; look++) {
      double here = ahead.mean + penalty.slope + length * penalty.bend;
      double gained = ahead.logNormaliser - at.logNormaliser + length * penalty.slope;
      boolean lower = gained + length * length * penalty.bend / 2 <= -ENOUGH_FALL * length * fall;
      if (lower && Math.abs(here) <= FLAT_ENOUGH * fall) {
        break;
      }
      if (lower && here < 0) {
        shortest = length;
      } else {
        longest = length;
      }
      double newton = length - here / (ahead.variance + penalty.bend);
      length =
          newton > shortest && newton < Math.min(longest, FARTHER * length)
              ? newton
              : longest < Double.POSITIVE_INFINITY ? (shortest + longest) / 2 : FARTHER * length;
      ahead = new Gains(at.logits, gains, length);
    }
    return ahead;
  }

  /** Mean and variance of what rows gain, among rows that have gained so much of it already. */
  private final class Gains {
    final double length;
    final double[] shares;
    final double mean;
    final double variance;
    final double logNormaliser;
    private final double sum;

    Gains(double[] logits, double[] gains, double length) {
      beforeStep.run();
      this.length = length;
      ColumnKernel kernel = ColumnKernel.forRows(logits.length);
      double largest = kernel.largest(logits, gains, length);
      shares = new double[logits.length];
      double[] sums = new double[3];
      kernel.tilt(base, logits, gains, length, largest, shares, sums);
      sum = sums[0];
      mean = sums[1] / sum;
      variance = sums[2] / sum - mean * mean;
      logNormaliser = largest + Math.log(sum);
    }

    /** The rows' shares when they have gained so much. */
    double[] normalised() {
      for (int r = 0; r < shares.length; r++) {
        shares[r] /= sum;
      }
      return shares;
    }
  }

  private static double[] difference(double[] a, double[] b) {
    double[] difference = a.clone();
    for (int j = 0; j < a.length; j++) {
      difference[j] -= b[j];
    }
    return difference;
  }

  /** Loss, gradient and shares at one theta. */
  private final class Point {
    final double[] theta;
    final double[] logits;
    final double[] shares;
    final double[] means;
    final double[] gradient;
    final double logNormaliser;
    final double loss;

    Point(double[] theta, double[] logits, Gains gained, double[] target, double[] slack) {
      beforeStep.run();
      asked++;
      this.theta = theta;
      this.logits = logits;
      logNormaliser = gained.logNormaliser;
      shares = gained.normalised();
      means = rows.sums(shares);
      gradient = new double[theta.length];
      double penalised = logNormaliser;
      for (int j = 0; j < theta.length; j++) {
        gradient[j] = means[j] - target[j] + slack[j] * theta[j];
        penalised += theta[j] * (slack[j] * theta[j] / 2 - target[j]);
      }
      loss = penalised;
    }
  }

  /**
   * The covariance of the moments plus the slack, factored: the true one. Midway to the rows as
   * they are before the tilt steps are tamer, but moments that the tilt has all but emptied are
   * then followed so slowly that a tilt to 1,300 of them had not come to rest after three times as
   * many steps.
   */
  private Cholesky hessian(Point at, double[] slack) {
    return hessian(rows.covariance(at.shares, beforeStep), slack, beforeStep);
  }

  /**
   * The Hessian of rows whose covariance is known, before they are tilted, factored.
   *
   * @param covariance the lower triangle. Its diagonal is modified.
   * @param slack Not modified.
   * @param beforeRow called before each row of the factor; may end it by throwing
   */
  public static Cholesky hessian(double[] covariance, double[] slack, Runnable beforeRow) {
    int size = slack.length;
    double[] diagonal = new double[size];
    for (int i = 0; i < size; i++) {
      diagonal[i] = covariance[i * size + i];
    }
    // A hair more than the slack, in case that rounding has eaten it, and more where that is not
    // enough: it only guides steps, and the target, which holds noise of private rows, must not
    // decide whether there is one.
    for (double hair = HAIR; ; hair *= THICKER) {
      for (int i = 0; i < size; i++) {
        covariance[i * size + i] = diagonal[i] + slack[i] + hair * diagonal[i];
      }
      try {
        return Cholesky.of(covariance, size, beforeRow);
      } catch (ArithmeticException tooThin) {
        if (hair > MOST_HAIR) {
          throw tooThin;
        }
      }
    }
  }
}
