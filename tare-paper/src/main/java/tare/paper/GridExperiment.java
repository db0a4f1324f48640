package tare.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** An experiment that a grid file describes. */
record GridExperiment(PaperGrid grid) implements Experiment {

  @Override
  public String name() {
    return grid.name();
  }

  @Override
  public String title() {
    return grid.title();
  }

  @Override
  public String inPaper() {
    return grid.inPaper();
  }

  @Override
  public List<Job> jobs(ExperimentOptions options) {
    List<Job> jobs = new ArrayList<>();
    // Seeds outermost: a run that is stopped early has some of everything.
    for (int seed = 1; seed <= options.seeds(); seed++) {
      for (PaperGrid.DataSet set : grid.sets()) {
        if (!PaperData.exists(set.name(), options.data())) {
          continue;
        }
        for (double epsilon : grid.epsilons()) {
          for (double share : grid.weightShares()) {
            for (String generator : grid.knownGenerators()) {
              jobs.add(
                  new GridJob(
                      grid,
                      set,
                      epsilon,
                      share,
                      generator,
                      seed,
                      options.paperSettings(),
                      options.data()));
            }
          }
        }
      }
    }
    return jobs;
  }

  @Override
  public Report report(Map<Job, JsonNode> results) {
    Scores scores = Scores.of(results);
    return switch (grid.kind()) {
      case SCORES -> GridReports.scores(grid, scores);
      case SPLIT -> GridReports.split(grid, scores);
      case COEFFICIENTS -> GridReports.coefficients(grid, results);
      case TIMES -> GridReports.times(grid, scores);
    };
  }
}
