package tare.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;
import tare.analysis.AnalysisModel;
import tare.analysis.BayesModel;
import tare.analysis.Bootstrap;
import tare.analysis.Formula;
import tare.analysis.Frame;
import tare.analysis.Learner;
import tare.analysis.ModelData;
import tare.analysis.Posterior;
import tare.analysis.PredictionQuality;
import tare.analysis.Regression;
import tare.analysis.Sampler;
import tare.analysis.StanCsv;
import tare.analysis.Variable;
import tare.analysis.WeightedRows;
import tare.random.Seed;

/** {@code tare analyze}: weighted models on a release or on any table. */
@Command(
    name = "analyze",
    mixinStandardHelpOptions = true,
    description = {
      "Fits a model to weighted rows and shows it beside the same model without weights.",
      "",
      "Works on a release folder alone, or on any CSV file. Standard errors and posteriors cover the"
          + " drawing of the rows with the weights as given, not the noise in the weights."
    })
final class AnalyzeCommand implements Callable<Integer> {

  @Parameters(
      index = "0",
      paramLabel = "ROWS",
      description = "A release folder, or a CSV file with a header.")
  private @Nullable Path rows;

  @Option(
      names = "--model",
      required = true,
      paramLabel = "MODEL",
      converter = ModelConverter.class,
      description =
          "linear, logistic, multinomial (sandwich standard errors); bayes-linear, bayes-logistic,"
              + " bayes-multinomial (N(0,1) priors); mlp, forest, svm (cross-validated"
              + " predictions).")
  private @Nullable AnalysisModel model;

  @Option(names = "--target", paramLabel = "COLUMN", description = "The column to explain.")
  private @Nullable String target;

  @Option(
      names = "--formula",
      paramLabel = "FORMULA",
      description =
          "What explains it, as in R: \"y ~ a + b\", \"y ~ . - c\", \"y ~ a*b\". Default: all other"
              + " columns.")
  private @Nullable String formula;

  @Option(
      names = "--weight-column",
      paramLabel = "NAME",
      description = "The column of a CSV file that holds the weights. Default: none.")
  private @Nullable String weightColumn;

  @Option(
      names = "--standardize",
      description =
          "Bring numeric columns to mean 0 and standard deviation 1 (divisor n - 1), the target of"
              + " a linear model too.")
  private boolean standardize;

  @Option(
      names = "--ridge",
      paramLabel = "R",
      defaultValue = "0",
      description =
          "Penalty R/2 |b|^2 per row on slopes, for logistic and multinomial. Default: none.")
  private double ridge;

  @Option(
      names = "--bootstrap",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Also resample the rows N times and, for a release, redraw the privacy noise of its"
              + " weights; for linear, logistic and multinomial. Default: not at all.")
  private int bootstrap;

  @Option(
      names = "--folds",
      paramLabel = "N",
      defaultValue = "5",
      description =
          "Folds of the cross-validation of mlp, forest and svm. Default: ${DEFAULT-VALUE}.")
  private int folds = 5;

  @Option(
      names = "--sampler",
      paramLabel = "NAME",
      defaultValue = "nuts",
      description =
          "nuts, or hmc (static: step 0.05, 10 leapfrog steps). Default: ${DEFAULT-VALUE}.")
  private SamplerName samplerName = SamplerName.NUTS;

  @Option(
      names = "--chains",
      paramLabel = "N",
      defaultValue = "4",
      description = "Chains of a Bayesian model. Default: ${DEFAULT-VALUE}.")
  private int chains = 4;

  @Option(
      names = "--warmup",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Warm-up draws of each chain. Default: ${DEFAULT-VALUE}.")
  private int warmup = 1000;

  @Option(
      names = "--draws",
      paramLabel = "N",
      defaultValue = "2500",
      description = "Kept draws of each chain. Default: ${DEFAULT-VALUE}.")
  private int draws = 2500;

  @Option(
      names = "--draws-to",
      paramLabel = "FOLDER",
      description = "Write the weighted posterior's draws there, as Stan CSV.")
  private @Nullable Path drawsTo;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Seed of all chance; the same seed gives the same result. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Mixin private final Output output = new Output();

  private enum SamplerName {
    NUTS,
    HMC
  }

  /** Reads the word that names a model. */
  static final class ModelConverter implements ITypeConverter<AnalysisModel> {
    @Override
    public AnalysisModel convert(String word) {
      try {
        return AnalysisModel.of(word);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  @Override
  public Integer call() throws IOException {
    AnalysisModel chosen = Objects.requireNonNull(model);
    WeightedRows read =
        WeightedRows.read(Objects.requireNonNull(rows), Optional.ofNullable(weightColumn));
    Formula parsed = formula(read.frame());
    Frame frame = standardize ? standardized(read.frame(), parsed, chosen) : read.frame();
    ModelData data = ModelData.of(parsed, frame, read.weights().meanOne());
    AnalysisReport report = report(chosen, data, read);
    if (output.json()) {
      output.printJson(report.json());
    } else {
      report.lines().forEach(output.out()::println);
    }
    return ExitCode.FINE;
  }

  private AnalysisReport report(AnalysisModel chosen, ModelData data, WeightedRows read)
      throws IOException {
    if (chosen.bayesian()) {
      return sampled(chosen, data, read.weighted());
    }
    return chosen.predictive()
        ? predicted(chosen, data, read.weighted())
        : fitted(chosen, data, read);
  }

  private Formula formula(Frame frame) {
    if (formula == null) {
      if (target == null) {
        throw new IllegalArgumentException(
            "An analysis needs a target: give --target COLUMN or --formula \"y ~ a + b\".");
      }
      frame.variable(target);
      return Formula.allOthers(target, frame.names());
    }
    String text =
        formula.contains("~") || target == null ? formula : "`" + target + "` ~ " + formula;
    Formula parsed = Formula.parse(text, frame.names());
    if (target != null && !target.equals(parsed.target())) {
      throw new IllegalArgumentException(
          "--target and --formula must name the same target. Got: \""
              + target
              + "\" and \""
              + parsed.target()
              + "\"");
    }
    return parsed;
  }

  /** Classes stay what they are, also when they are written as numbers. */
  private static Frame standardized(Frame frame, Formula formula, AnalysisModel model) {
    Variable target = frame.variable(formula.target());
    List<Variable> variables = new ArrayList<>();
    for (Variable variable : frame.standardized().variables()) {
      // A predicted number is scored in its own units.
      boolean keep = !model.linear() && variable.name().equals(target.name());
      variables.add(keep ? target : variable);
    }
    return new Frame(variables);
  }

  private AnalysisReport fitted(AnalysisModel chosen, ModelData data, WeightedRows read) {
    Regression.Fit with = fit(chosen, data);
    Optional<Regression.Fit> without =
        read.weighted() ? Optional.of(fit(chosen, data.unweighted())) : Optional.empty();
    Optional<Bootstrap.Result> resampled =
        bootstrap > 0
            ? Optional.of(
                Bootstrap.of(
                    data,
                    read.noise().select(data.rows()),
                    rows -> fit(chosen, rows),
                    Bootstrap.Options.DEFAULTS.withReplicates(bootstrap),
                    new Seed(seed)))
            : Optional.empty();
    return AnalysisReport.ofFits(chosen, with, without, resampled);
  }

  /** A target with more than a few different numbers is predicted as a number, else as a class. */
  private AnalysisReport predicted(AnalysisModel chosen, ModelData data, boolean weighted) {
    Learner learner =
        switch (chosen) {
          case MLP -> Learner.Mlp.DEFAULTS;
          case FOREST -> Learner.Forest.DEFAULTS;
          default -> Learner.Svm.DEFAULTS;
        };
    boolean classes = data.isClass();
    try (ProgressLine progress = ProgressLine.on(output.err())) {
      progress.at("training");
      PredictionQuality with =
          PredictionQuality.crossValidated(learner, data, classes, true, folds, new Seed(seed));
      Optional<PredictionQuality> without = Optional.empty();
      if (weighted) {
        progress.at("training without weights");
        without =
            Optional.of(
                PredictionQuality.crossValidated(
                    learner, data, classes, false, folds, new Seed(seed)));
      }
      return AnalysisReport.ofPredictions(chosen, data, folds, with, without);
    }
  }

  private Regression.Fit fit(AnalysisModel chosen, ModelData data) {
    return switch (chosen) {
      case LINEAR -> Regression.linear(data);
      case LOGISTIC -> Regression.logistic(data, ridge);
      case MULTINOMIAL -> Regression.multinomial(data, ridge);
      default -> throw new IllegalArgumentException("No regression: " + chosen);
    };
  }

  private AnalysisReport sampled(AnalysisModel chosen, ModelData data, boolean weighted)
      throws IOException {
    Sampler sampler =
        samplerName == SamplerName.NUTS
            ? Sampler.Nuts.DEFAULTS.withChains(chains).withWarmup(warmup).withDraws(draws)
            : new Sampler.StaticHmc(
                chains,
                warmup,
                draws,
                Sampler.StaticHmc.DEFAULTS.stepSize(),
                Sampler.StaticHmc.DEFAULTS.leapfrogs(),
                true);
    BayesModel with = bayes(chosen, data);
    Posterior posterior;
    Optional<Posterior> unweighted;
    try (ProgressLine progress = ProgressLine.on(output.err())) {
      posterior = sampled(with, sampler, progress, "sampling");
      unweighted =
          weighted
              ? Optional.of(
                  sampled(bayes(chosen, data.unweighted()), sampler, progress, "without weights"))
              : Optional.empty();
    }
    if (drawsTo != null) {
      StanCsv.write(posterior, chosen.word().replace('-', '_'), seed, drawsTo);
    }
    return AnalysisReport.ofPosteriors(chosen, data, posterior, unweighted);
  }

  private Posterior sampled(BayesModel bayes, Sampler sampler, ProgressLine progress, String step) {
    int total = sampler.chains() * (sampler.warmup() + sampler.draws());
    AtomicInteger done = new AtomicInteger();
    progress.at(step, 0);
    return Posterior.sample(
        bayes,
        sampler,
        new Seed(seed),
        count -> progress.at(step, (double) done.addAndGet(count) / total));
  }

  private static BayesModel bayes(AnalysisModel chosen, ModelData data) {
    return switch (chosen) {
      case BAYES_LINEAR -> BayesModel.linear(data);
      case BAYES_LOGISTIC -> BayesModel.logistic(data);
      case BAYES_MULTINOMIAL -> BayesModel.multinomial(data);
      default -> throw new IllegalArgumentException("No Bayesian model: " + chosen);
    };
  }

  /** A number for a person: enough digits, no more. */
  static String shown(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }
}
