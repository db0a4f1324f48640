package tare.paper;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What changes the results of an experiment.
 *
 * @param seeds how many runs, seeds 1 to this
 * @param data where tables lie that do not ship
 * @param paperSettings whether the paper's delta and settings are used
 */
public record ExperimentOptions(int seeds, Optional<Path> data, boolean paperSettings) {

  public ExperimentOptions {
    if (seeds < 1) {
      throw new IllegalArgumentException("There must be at least 1 seed. Got: " + seeds);
    }
  }
}
