package tare.generator;

import tare.gate.Mechanism;
import tare.generator.gan.Gan;
import tare.generator.gan.GanOptions;
import tare.model.FittedGenerator;

/** The example of CONTRIBUTING.md: a DPGAN with wide networks, for tables with many columns. */
public final class WideGan implements GeneratorFitter {

  @Override
  public String name() {
    return "wide-gan";
  }

  @Override
  public boolean knowsRatio() {
    return true; // its model is a DensityRatio, so discriminator weights work with it
  }

  @Override
  public Mechanism<FittedGenerator> mechanism(GeneratorTask task) {
    return new Gan(Gan.Kind.DPGAN, GanOptions.DEFAULTS.withHiddenWidth(256)).mechanism(task);
  }
}
