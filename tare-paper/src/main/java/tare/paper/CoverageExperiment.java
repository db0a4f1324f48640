package tare.paper;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Whether 95 % intervals of releases hold the truth, over laws of which the truth is known. */
record CoverageExperiment() implements Experiment {

  private static final List<Integer> SIZES = List.of(1_000, 5_000, 20_000, 100_000);
  private static final List<Double> EPSILONS = List.of(0.5, 1.0, 3.0, 10.0);
  private static final List<String> GENERATORS = List.of("privbayes", "independent", "dpgan");

  /** Releases that a cell gets before the next cell gets its first. */
  private static final int TURN = 25;

  @Override
  public String name() {
    return "coverage";
  }

  @Override
  public String title() {
    return "How often intervals hold the truth";
  }

  @Override
  public String inPaper() {
    return "none; [1] has no intervals";
  }

  /** What decides most comes first: the default generator, epsilon 1, the middle sizes. */
  @Override
  public List<Job> jobs(ExperimentOptions options) {
    List<CoverageJob> jobs = new ArrayList<>();
    for (StudyLaw law : StudyLaw.all()) {
      for (int n : SIZES) {
        for (double epsilon : EPSILONS) {
          for (String generator : GENERATORS) {
            for (int seed = 1; seed <= options.seeds(); seed++) {
              jobs.add(new CoverageJob(law, n, epsilon, generator, seed));
            }
          }
        }
      }
    }
    jobs.sort(
        Comparator.<CoverageJob>comparingInt(job -> GENERATORS.indexOf(job.generator()))
            .thenComparingInt(job -> (job.seed() - 1) / TURN)
            .thenComparing(job -> job.law().apart())
            .thenComparingDouble(job -> job.epsilon() == 1 ? 0 : job.epsilon())
            .thenComparingInt(job -> List.of(5_000, 20_000, 1_000, 100_000).indexOf(job.n()))
            .thenComparingInt(CoverageJob::seed));
    List<Job> all = new ArrayList<>();
    StudyLaw.all().forEach(law -> all.add(new TruthJob(law)));
    all.addAll(jobs);
    return all;
  }

  @Override
  public Report report(Map<Job, JsonNode> results) {
    return CoverageReport.of(results);
  }
}
