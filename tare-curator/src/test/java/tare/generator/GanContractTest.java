package tare.generator;

import org.junit.jupiter.api.Nested;

/** Every private GAN does what every generator must do. */
class GanContractTest {

  private static final GanOptions SMALL = GanOptions.DEFAULTS.withEpochs(2).withHiddenWidth(8);

  /** What the contract asks, with the deltas that training a network needs. */
  private abstract static class OfNetworks extends GeneratorContract {
    @Override
    double[] deltas() {
      return new double[] {1e-9, 1e-4};
    }
  }

  @Nested
  class Dpgan extends OfNetworks {
    @Override
    GeneratorFitter fitter() {
      return new Gan(false, true, SMALL);
    }
  }

  @Nested
  class Dpcgan extends OfNetworks {
    @Override
    GeneratorFitter fitter() {
      return new Gan(true, true, SMALL);
    }
  }

  @Nested
  class OfTeachers extends OfNetworks {
    @Override
    GeneratorFitter fitter() {
      return new PateGan(new PateGanOptions(0, 3, 4, 8, 1e-3));
    }
  }
}
