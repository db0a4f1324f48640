package tare.paper;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** An experiment: jobs, and what their results say. */
public interface Experiment {

  /** The name on the command line. */
  String name();

  /** One line about it. */
  String title();

  /** Which table or figure of the paper it answers. */
  String inPaper();

  /** The jobs under these options; those whose data is not there are left out. */
  List<Job> jobs(ExperimentOptions options);

  /** What the results say; every job has one. */
  Report report(Map<Job, JsonNode> results);
}
