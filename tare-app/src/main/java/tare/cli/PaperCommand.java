package tare.cli;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tare.paper.Experiment;
import tare.paper.ExperimentOptions;
import tare.paper.Experiments;
import tare.paper.Job;
import tare.paper.Report;
import tare.paper.ResultStore;
import tare.paper.ResultsPage;
import tare.paper.Runner;
import tare.paper.TextTable;
import tools.jackson.databind.JsonNode;

/** {@code tare paper}: the experiments of the paper. */
@Command(
    name = "paper",
    mixinStandardHelpOptions = true,
    description = {
      "Runs an experiment of the paper, or writes the page of all results.",
      "",
      "Every finished run is kept at once; a run that was stopped goes on where it was. 'tare paper"
          + " list' shows the experiments, 'tare paper all' runs them with one seed, then with more,"
          + " 'tare paper results --write FILE' writes the page."
    })
final class PaperCommand implements Callable<Integer> {

  @Parameters(
      index = "0",
      paramLabel = "EXPERIMENT",
      description = "An experiment by name, 'all', 'list', or 'results'.")
  private String name = "";

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "10",
      description = "Runs with seeds 1 to N. Default: ${DEFAULT-VALUE}.")
  private int seeds = 10;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      defaultValue = "paper-results",
      description = "Where runs, tables and figures are kept. Default: ${DEFAULT-VALUE}.")
  private Path out = Path.of("paper-results");

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      description =
          "Where tables lie that do not ship (adult, diamonds, spambase, german_credit, tgfb7,"
              + " mnist).")
  private @Nullable Path data;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "2",
      description = "Runs side by side. Default: ${DEFAULT-VALUE}.")
  private int threads = 2;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description =
          "Begin no further run after N minutes; a later call goes on. Default: no limit.")
  private @Nullable Integer minutes;

  @Option(
      names = "--hours",
      paramLabel = "N",
      description = "The same in hours, for instance 'tare paper all --hours 8'.")
  private @Nullable Double hours;

  @Option(
      names = "--only",
      paramLabel = "TEXT",
      description =
          "Only runs whose name contains TEXT, for instance n5000-eps1-privbayes; may be repeated."
              + " Default: all.")
  private List<String> only = List.of();

  @Option(
      names = "--paper-settings",
      description =
          "The paper's delta (1/n - 1e-6, which protects nobody) and its features, noise law and"
              + " clip, lots and epochs of GANs.")
  private boolean paperSettings;

  @Option(
      names = "--write",
      paramLabel = "FILE",
      description =
          "With 'results': the page to write; with an experiment: the page whose section of it is"
              + " written anew. Figures go into a folder beside it.")
  private @Nullable Path page;

  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    ExperimentOptions options =
        new ExperimentOptions(seeds, Optional.ofNullable(data), paperSettings);
    return switch (name) {
      case "list" -> list();
      case "results" -> results(options);
      case "all" -> all(options);
      default -> run(Experiments.named(name), options);
    };
  }

  private int list() {
    if (output.json()) {
      output.printJson(Experiments.all().stream().map(PaperCommand::about).toList());
    } else {
      Experiments.all()
          .forEach(e -> output.out().printf(Locale.ROOT, "%-14s %s%n", e.name(), e.title()));
    }
    return ExitCode.FINE;
  }

  private static Map<String, String> about(Experiment experiment) {
    Map<String, String> about = new LinkedHashMap<>();
    about.put("name", experiment.name());
    about.put("title", experiment.title());
    about.put("in_paper", experiment.inPaper());
    return about;
  }

  /**
   * Every experiment with one seed, then with two, and so on: all tables soon, then better ones.
   */
  private int all(ExperimentOptions options) {
    long end = System.nanoTime() + limit().toNanos();
    int wanted = 0;
    int done = 0;
    for (int seed = 1; seed <= options.seeds(); seed++) {
      ExperimentOptions upTo = new ExperimentOptions(seed, options.data(), options.paperSettings());
      wanted = 0;
      done = 0;
      for (Experiment experiment : Experiments.all()) {
        List<Job> jobs = experiment.jobs(upTo).stream().filter(this::wanted).toList();
        Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
        Map<Job, JsonNode> results = ran(experiment, jobs, left);
        wanted += jobs.size();
        done += results.size();
        if (!results.isEmpty()) {
          experiment.report(results).write(out.resolve(experiment.name()));
        }
      }
      if (done < wanted) {
        break;
      }
    }
    output
        .err()
        .println(
            done == wanted
                ? "All " + done + " runs are there."
                : done + " of " + wanted + " runs are there; the same command goes on.");
    return ExitCode.FINE;
  }

  private Map<Job, JsonNode> ran(Experiment experiment, List<Job> jobs, Duration limit) {
    try (ProgressLine line = ProgressLine.on(output.err())) {
      return runner(experiment, line, limit).run(jobs);
    }
  }

  private Duration limit() {
    if (minutes != null && hours != null) {
      throw new IllegalArgumentException(
          "Give --minutes or --hours, not both. Got: " + minutes + " and " + hours + ".");
    }
    if (hours != null) {
      return Duration.ofSeconds(Math.round(hours * 3_600));
    }
    return minutes == null ? Duration.ofDays(3650) : Duration.ofMinutes(minutes);
  }

  private int run(Experiment experiment, ExperimentOptions options) {
    List<Job> jobs = experiment.jobs(options).stream().filter(this::wanted).toList();
    if (jobs.isEmpty()) {
      throw new IllegalArgumentException(
          "\""
              + experiment.name()
              + "\" has nothing to run: its tables do not ship with Tare, or its generators are not"
              + " in this version. Name the folder that holds the tables with --data.");
    }
    Map<Job, JsonNode> results = ran(experiment, jobs, limit());
    Optional.ofNullable(page)
        .ifPresent(place -> ResultsPage.put(place, section(experiment, results, options), today()));
    Report report = experiment.report(results);
    List<Path> files = report.write(out.resolve(experiment.name()));
    if (output.json()) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("experiment", experiment.name());
      json.put("runs", results.size());
      json.put("notes", report.notes());
      json.put("files", files.stream().map(Path::toString).toList());
      output.printJson(json);
      return ExitCode.FINE;
    }
    for (TextTable table : report.tables()) {
      output.out().println(table.title());
      output.out().println();
      output.out().println(table.markdown());
    }
    report.notes().forEach(note -> output.out().println("- " + note));
    output.out().println(files.size() + " files in " + out.resolve(experiment.name()));
    return ExitCode.FINE;
  }

  /**
   * What all runs of an experiment are held against has no cell of its own and is always wanted.
   */
  private boolean wanted(Job job) {
    return only.isEmpty()
        || job.id().startsWith("truth-")
        || only.stream().anyMatch(job.id()::contains);
  }

  private Runner runner(Experiment experiment, ProgressLine line, Duration limit) {
    ResultStore store = store(experiment);
    return new Runner(
        store,
        threads,
        (done, total, secondsLeft) ->
            line.at(
                experiment.name() + " run " + done + " of " + total + left(secondsLeft),
                total == 0 ? 1 : done / (double) total),
        limit);
  }

  private static String left(double seconds) {
    return Double.isNaN(seconds)
        ? ""
        : String.format(Locale.ROOT, ", about %.0f min left", Math.ceil(seconds / 60));
  }

  private ResultStore store(Experiment experiment) {
    return new ResultStore(out.resolve(experiment.name()).resolve("runs"));
  }

  /** The seeds that results were made with, or those asked for where there are none. */
  private static int seedsOf(Map<Job, JsonNode> found, ExperimentOptions options) {
    return found.keySet().stream()
        .mapToInt(job -> job.settings().path("seed").asInt(options.seeds()))
        .max()
        .orElse(options.seeds());
  }

  private static LocalDate today() {
    return LocalDate.ofInstant(Clock.systemUTC().instant(), ZoneOffset.UTC);
  }

  private static ResultsPage.Section section(
      Experiment experiment, Map<Job, JsonNode> found, ExperimentOptions options) {
    String command =
        "./tare paper "
            + experiment.name()
            + " --seeds "
            + seedsOf(found, options)
            + (options.paperSettings() ? " --paper-settings" : "");
    return new ResultsPage.Section(experiment, found, command, options.paperSettings());
  }

  /** The runs at our settings and at the paper's, whichever are there. */
  private int results(ExperimentOptions options) {
    if (page == null) {
      throw new IllegalArgumentException(
          "'results' needs --write FILE, for instance docs/results.md.");
    }
    List<ResultsPage.Section> sections = new ArrayList<>();
    for (Experiment experiment : Experiments.all()) {
      ExperimentOptions ours = new ExperimentOptions(options.seeds(), options.data(), false);
      ExperimentOptions theirs = new ExperimentOptions(options.seeds(), options.data(), true);
      sections.add(section(experiment, found(experiment, ours), ours));
      // An experiment that has but one setting must not stand there twice.
      if (!ids(experiment, ours).equals(ids(experiment, theirs))) {
        sections.add(section(experiment, found(experiment, theirs), theirs));
      }
    }
    ResultsPage.write(page, sections, today());
    output.err().println("Written: " + page);
    return ExitCode.FINE;
  }

  private static List<String> ids(Experiment experiment, ExperimentOptions options) {
    return experiment.jobs(options).stream().map(Job::id).toList();
  }

  private Map<Job, JsonNode> found(Experiment experiment, ExperimentOptions options) {
    ResultStore store = store(experiment);
    Map<Job, JsonNode> found = new LinkedHashMap<>();
    for (Job job : experiment.jobs(options)) {
      store.find(job).ifPresent(result -> found.put(job, result));
    }
    return found;
  }
}
