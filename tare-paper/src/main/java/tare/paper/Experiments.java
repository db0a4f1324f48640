package tare.paper;

import java.util.ArrayList;
import java.util.List;
import tare.schema.DidYouMean;

/** All experiments by name. */
public final class Experiments {

  private static final List<String> GRIDS =
      List.of(
          "breast",
          "banknote",
          "boston",
          "iris",
          "choice",
          "gans",
          "split",
          "debias",
          "times",
          "pate",
          "coefficients",
          "mnist");

  private Experiments() {}

  /** Every experiment, in the order of the paper. */
  public static List<Experiment> all() {
    List<Experiment> all = new ArrayList<>();
    all.add(new ToyExperiment());
    all.add(new BayesExperiment());
    all.add(new CoverageExperiment());
    all.add(new DistancesExperiment());
    GRIDS.forEach(name -> all.add(new GridExperiment(PaperGrid.shipped(name))));
    return all;
  }

  /** An experiment by name. */
  public static Experiment named(String name) {
    List<String> names = all().stream().map(Experiment::name).toList();
    return all().stream()
        .filter(experiment -> experiment.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "No experiment named \""
                        + name
                        + "\". There are: "
                        + String.join(", ", names)
                        + "."
                        + DidYouMean.hint(name, names)));
  }
}
