package tare.kernel.regression;

import tare.kernel.linear.Cholesky;
import tare.kernel.linear.RowKernel;

/*
 * Newton's method with a Hessian that is factored rarely: the Hessian at the start, from a sample of
 * the rows, is the preconditioner of L-BFGS. For penalties that matter it is so good that the
 * gradient falls by a factor of ten with each pass over the rows; where it is not (weak penalties,
 * separable rows) it is refreshed.
 */

/** Minimises a {@link LogisticLoss} until the norm of its gradient is as small as asked. */
public final class LogisticSolver {

  private static final int MEMORY = 12;
  private static final double SUFFICIENT = 1e-4;
  private static final double ROUNDING = 1e-13;
  private static final double SLOW = 0.3;
  private static final int PATIENCE = 2;
  private static final int SHORTEST_STEP = 40;

  private LogisticSolver() {}

  /**
   * How far and how long to go. Only tolerance and aim change the result.
   *
   * @param gradientTolerance the Euclidean norm of the gradient at which the fit may stop
   * @param aim how much further to go unless rounding ends it before, as a share of the tolerance
   * @param iterations steps before giving up
   * @param threads 1, or 2 to let large passes use the common pool
   */
  public record Options(double gradientTolerance, double aim, int iterations, int threads) {
    public static final Options DEFAULTS = new Options(1e-9, 1000, 2);

    public Options {
      if (!(gradientTolerance > 0)) {
        throw new IllegalArgumentException(
            "The gradient tolerance must be positive. Got: " + gradientTolerance);
      }
      if (!(aim > 0) || aim > 1) {
        throw new IllegalArgumentException(
            "The aim must be a share of the tolerance above 0 and at most 1. Got: " + aim);
      }
    }

    /** No further than to the tolerance. */
    public Options(double gradientTolerance, int iterations, int threads) {
      this(gradientTolerance, 1, iterations, threads);
    }

    public Options withGradientTolerance(double tolerance) {
      return new Options(tolerance, aim, iterations, threads);
    }

    public Options withAim(double share) {
      return new Options(gradientTolerance, share, iterations, threads);
    }

    public Options withThreads(int count) {
      return new Options(gradientTolerance, aim, iterations, count);
    }
  }

  /**
   * The minimiser.
   *
   * @param gradientNorm the norm of the gradient there, at most the tolerance
   * @param passes how often the gradient of all rows was taken
   */
  public record Fit(double[] coefficients, double value, double gradientNorm, int passes) {}

  /**
   * Finds the minimiser.
   *
   * @throws ArithmeticException when the tolerance is not reached: rows with non-finite values, no
   *     minimum (separable rows without penalty), or a tolerance below rounding
   */
  public static Fit fit(LogisticProblem problem, Options options) {
    return fit(LogisticLoss.of(problem, options.threads()), options);
  }

  /** Finds the minimiser of a loss whose rows may be anywhere; throws as above. */
  public static Fit fit(LogisticLoss loss, Options options) {
    return fit(loss, options, () -> {});
  }

  /**
   * The same for one who may want no more of it: with many columns a fit takes minutes.
   *
   * @param beforePass runs before every pass over the rows; what it throws ends the fit
   */
  public static Fit fit(LogisticLoss loss, Options options, Runnable beforePass) {
    return new Descent(loss, options, beforePass).run();
  }

  private static final class Descent {
    private final Options options;
    private final Runnable beforePass;
    private final LogisticLoss objective;
    private final int columns;
    private double[] at;
    private double[] gradient;
    private double value;
    private double norm;
    private int passes;

    Descent(LogisticLoss loss, Options options, Runnable beforePass) {
      this.options = options;
      this.beforePass = beforePass;
      this.objective = loss;
      this.columns = loss.columns();
      this.at = new double[columns];
      this.gradient = new double[columns];
    }

    Fit run() {
      value = objective.evaluate(at, gradient);
      passes = 1;
      norm = norm(gradient);
      Cholesky preconditioner = null;
      LimitedMemory memory = new LimitedMemory(MEMORY);
      int slow = PATIENCE;
      for (int i = 0; i < options.iterations() && !reached(options.aim()); i++) {
        if (preconditioner == null || slow >= PATIENCE) {
          if (preconditioner != null && reached(1)) {
            break; // what is left to gain is not worth another look at the curvature
          }
          preconditioner = factored(false);
          slow = 0;
        }
        double before = norm;
        if (!step(memory, preconditioner)) {
          break;
        }
        slow = norm > SLOW * before ? slow + 1 : 0;
      }
      descendByGradient();
      if (!reached(1)) {
        throw new ArithmeticException(
            "The logistic fit did not reach its gradient tolerance. Raise the penalty.");
      }
      return new Fit(at, value, norm, passes);
    }

    /** One step along the quasi-Newton direction, halved until it descends; false if none does. */
    private boolean step(LimitedMemory memory, Cholesky preconditioner) {
      double[] direction = memory.direction(gradient, preconditioner);
      double slope = RowKernel.PLAIN.dot(direction, 0, gradient, 0, columns);
      double[] trialGradient = new double[columns];
      double length = 1;
      int tries = reached(1) ? 1 : SHORTEST_STEP;
      for (int halvings = 0; halvings < tries; halvings++, length /= 2) {
        double[] trial = at.clone();
        RowKernel.PLAIN.addScaled(length, direction, 0, trial, 0, columns);
        beforePass.run();
        double trialValue = objective.evaluate(trial, trialGradient);
        passes++;
        double trialNorm = norm(trialGradient);
        boolean descends = trialValue <= value + SUFFICIENT * length * slope;
        // Near the minimum the value has no digits left to fall; the gradient still has.
        boolean flat = trialValue <= value + ROUNDING * Math.abs(value) && trialNorm < norm;
        if (descends || flat) {
          memory.add(difference(trial, at), difference(trialGradient, gradient));
          moveTo(trial, trialGradient, trialValue);
          return true;
        }
      }
      return false;
    }

    /**
     * Newton's steps by the whole Hessian, each halved until the gradient is shorter. So near the
     * minimum the value has no digits left to tell a good step by; along such a direction the
     * gradient always becomes shorter at first.
     */
    private void descendByGradient() {
      boolean shorter = true;
      for (int i = 0; i < options.iterations() && shorter && !reached(1); i++) {
        double[] direction = factored(true).solve(gradient);
        shorter = false;
        double length = 1;
        for (int halvings = 0; halvings < SHORTEST_STEP && !shorter; halvings++, length /= 2) {
          double[] trial = at.clone();
          RowKernel.PLAIN.addScaled(-length, direction, 0, trial, 0, columns);
          double[] trialGradient = new double[columns];
          beforePass.run();
          double trialValue = objective.evaluate(trial, trialGradient);
          passes++;
          shorter = norm(trialGradient) < norm;
          if (shorter) {
            moveTo(trial, trialGradient, trialValue);
          }
        }
      }
    }

    /** Whether the gradient is as short as a share of the tolerance. */
    private boolean reached(double share) {
      return norm <= share * options.gradientTolerance();
    }

    private void moveTo(double[] next, double[] nextGradient, double nextValue) {
      at = next;
      gradient = nextGradient;
      value = nextValue;
      norm = norm(nextGradient);
    }

    private Cholesky factored(boolean exact) {
      beforePass.run();
      double[] hessian = objective.hessian(at, exact);
      double largest = 0;
      for (int j = 0; j < columns; j++) {
        largest = Math.max(largest, hessian[j * columns + j]);
      }
      // Coordinates that no row and no penalty holds need a little of both.
      for (double ridge = 1e-14 * largest; ; ridge = Math.max(ridge * 100, Double.MIN_NORMAL)) {
        try {
          return Cholesky.of(hessian, columns, beforePass);
        } catch (ArithmeticException singular) {
          if (!(ridge < largest)) {
            throw singular;
          }
          for (int j = 0; j < columns; j++) {
            hessian[j * columns + j] += ridge;
          }
        }
      }
    }

    private static double[] difference(double[] a, double[] b) {
      double[] result = a.clone();
      RowKernel.PLAIN.addScaled(-1, b, 0, result, 0, b.length);
      return result;
    }

    private static double norm(double[] v) {
      return Math.sqrt(RowKernel.PLAIN.dot(v, 0, v, 0, v.length));
    }
  }
}
