package tare.generator.gan;

import org.junit.jupiter.api.Nested;
import tare.generator.GeneratorContract;
import tare.generator.GeneratorFitter;

/** Every private GAN does what every generator must do. */
class GanContractTest {

  private static final GanOptions SMALL =
      GanOptions.DEFAULTS.withEpochs(2).withHiddenWidth(8).withWaves(new WaveOptions(0.7, 16, 50));

  /** What the contract asks, with the deltas that training a network needs. */
  private abstract static class OfNetworks extends GeneratorContract {
    @Override
    protected double[] deltas() {
      return new double[] {1e-9, 1e-4};
    }
  }

  @Nested
  class Dpgan extends OfNetworks {
    @Override
    protected GeneratorFitter fitter() {
      return new Gan(Gan.Kind.DPGAN, SMALL);
    }
  }

  @Nested
  class Dpcgan extends OfNetworks {
    @Override
    protected GeneratorFitter fitter() {
      return new Gan(Gan.Kind.DPCGAN, SMALL);
    }
  }

  @Nested
  class OfTeachers extends OfNetworks {
    @Override
    protected GeneratorFitter fitter() {
      return new PateGan(new PateGanOptions(0, 3, 4, 8, 1e-3));
    }
  }
}
