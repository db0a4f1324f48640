package tare.generator.bayes;

import tare.accounting.AnalyticGaussian;
import tare.generator.GeneratorTask;
import tare.noise.ExponentialChoice;

/** A law of noise, and how its scales share a budget. */
enum CountLaw {
  /** Shares are parts of the sum of squared privacy losses. */
  GAUSSIAN {
    @Override
    double roughScale(GeneratorTask task) {
      return AnalyticGaussian.sigma(task.budget());
    }

    @Override
    CountNoise noise(double scale, int tables, double share) {
      return CountNoise.gaussian(scale * Math.sqrt(tables / share));
    }

    @Override
    ExponentialChoice choice(double scale, int choices, double share) {
      // A choice of range e has a privacy loss of variance e^2 / 4 at most.
      return ExponentialChoice.of(2 * Math.sqrt(share / choices) / scale, 1);
    }
  },
  /** Shares are parts of epsilon. */
  LAPLACE {
    @Override
    double roughScale(GeneratorTask task) {
      return 1 / task.budget().epsilon();
    }

    @Override
    CountNoise noise(double scale, int tables, double share) {
      return CountNoise.laplace(scale * tables / share);
    }

    @Override
    ExponentialChoice choice(double scale, int choices, double share) {
      return ExponentialChoice.of(share / choices / scale, 1);
    }
  };

  /** The scale at which the whole budget is spent, nearly. */
  abstract double roughScale(GeneratorTask task);

  /** The noise of each of so many tables that together spend a share. */
  abstract CountNoise noise(double scale, int tables, double share);

  /** Each of so many choices that together spend a share. */
  abstract ExponentialChoice choice(double scale, int choices, double share);
}
