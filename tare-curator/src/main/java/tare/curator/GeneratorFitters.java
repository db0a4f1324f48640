package tare.curator;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import tare.generator.GeneratorFitter;
import tare.generator.bayes.IndependentColumns;
import tare.generator.bayes.PrivBayes;
import tare.generator.gan.Gan;
import tare.generator.gan.PateGan;
import tare.generator.gan.PateGanOptions;
import tare.schema.DidYouMean;

/**
 * The generators that can be asked for by name: those of this house, and those that other jars name
 * in {@code META-INF/services/tare.generator.GeneratorFitter}.
 */
public final class GeneratorFitters {

  /** Every generator of this house, with its default options. A new one is one more line here. */
  private static final List<GeneratorFitter> OWN =
      List.of(
          new PrivBayes(),
          new IndependentColumns(),
          Gan.dpgan(),
          Gan.dpcgan(),
          new PateGan(PateGanOptions.DEFAULTS),
          Gan.gan(),
          Gan.cgan());

  private GeneratorFitters() {}

  /** All names, the default first. */
  public static List<String> names() {
    return all().stream().map(GeneratorFitter::name).toList();
  }

  /**
   * The generator of a name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static GeneratorFitter named(String name) {
    return all().stream()
        .filter(fitter -> fitter.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "No generator named \""
                        + name
                        + "\". Known: "
                        + String.join(", ", names())
                        + "."
                        + DidYouMean.hint(name, names())));
  }

  private static List<GeneratorFitter> all() {
    List<GeneratorFitter> all = new ArrayList<>(OWN);
    ServiceLoader.load(GeneratorFitter.class).forEach(all::add);
    return all;
  }
}
