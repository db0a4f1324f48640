package tare.generator;

import java.util.List;
import tare.generator.bayes.IndependentColumns;
import tare.generator.bayes.PrivBayes;
import tare.generator.gan.Gan;
import tare.generator.gan.GanOptions;
import tare.generator.gan.PateGan;
import tare.generator.gan.PateGanOptions;
import tare.schema.DidYouMean;

/** The generators that can be asked for by name. */
public final class GeneratorFitters {

  /** Every generator, with its default options. A new one is one more line here. */
  private static final List<GeneratorFitter> ALL =
      List.of(
          new PrivBayes(),
          new IndependentColumns(),
          new Gan(false, true, GanOptions.DEFAULTS),
          new Gan(true, true, GanOptions.DEFAULTS),
          new PateGan(PateGanOptions.DEFAULTS),
          new Gan(false, false, GanOptions.DEFAULTS),
          new Gan(true, false, GanOptions.DEFAULTS));

  private GeneratorFitters() {}

  /** All names, the default first. */
  public static List<String> names() {
    return ALL.stream().map(GeneratorFitter::name).toList();
  }

  /**
   * The generator of a name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static GeneratorFitter named(String name) {
    return ALL.stream()
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
}
