package tare.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;
import tare.analysis.AnalysisModel;
import tare.analysis.Bootstrap;
import tare.analysis.Formula;
import tare.analysis.Frame;
import tare.analysis.Learner;
import tare.analysis.ModelData;
import tare.analysis.PredictionQuality;
import tare.analysis.Regression;
import tare.analysis.Variable;
import tare.analysis.WeightedRows;
import tare.random.Seed;

/** {@code tare analyze}: weighted models on a release or on any table. */
@Command(
    name = "analyze",
    mixinStandardHelpOptions = true,
    description = {
      "Estimates with intervals from a release or any CSV file: means, shares, quantiles,"
          + " correlations, tables, regressions, predictions.",
      "",
      "Where a release has replicate weights, intervals cover what its private rows and its privacy"
          + " noise leave open. Without them they cover the drawing of the rows only, and the"
          + " output says by how much that is too short."
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
          "mean, share, quantile, correlation, table; linear, logistic, multinomial; bayes-linear,"
              + " bayes-logistic, bayes-multinomial (N(0,1) priors); mlp, forest, svm"
              + " (cross-validated predictions).")
  private @Nullable AnalysisModel model;

  @Option(
      names = "--target",
      paramLabel = "COLUMN",
      description =
          "The column to explain or to describe. Default for mean, quantile and correlation: all"
              + " numeric columns.")
  private @Nullable String target;

  @Option(
      names = "--by",
      paramLabel = "COLUMN",
      description = "The second column of a table or a correlation.")
  private @Nullable String by;

  @Option(
      names = "--quantile",
      paramLabel = "P",
      defaultValue = "0.5",
      description = "Which quantile, in (0, 1). Default: ${DEFAULT-VALUE}, the median.")
  private double quantile = 0.5;

  @Option(
      names = "--predict",
      paramLabel = "FILE",
      description =
          "Also predict for the rows of this CSV file, with intervals; for linear, logistic and"
              + " multinomial models of a release with replicates.")
  private @Nullable Path predict;

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
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Seed of all chance; the same seed gives the same result. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Mixin private final PosteriorOptions posteriors = new PosteriorOptions();
  @Mixin private final Output output = new Output();

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
    show(
        chosen.descriptive()
            ? new Description(chosen, target, by, quantile).report(read)
            : modelled(chosen, read));
    return ExitCode.FINE;
  }

  private void show(AnalysisReport report) {
    if (output.json()) {
      output.printJson(report.json());
    } else {
      report.lines().forEach(output.out()::println);
    }
  }

  private AnalysisReport modelled(AnalysisModel chosen, WeightedRows read) throws IOException {
    Formula parsed = formula(read.frame());
    Frame frame = standardize ? standardized(read.frame(), parsed, chosen) : read.frame();
    ModelData data = ModelData.of(parsed, frame, read.weights().meanOne());
    return report(chosen, data, read);
  }

  private AnalysisReport report(AnalysisModel chosen, ModelData data, WeightedRows read)
      throws IOException {
    if (chosen.bayesian()) {
      return posteriors.report(chosen, data, read, new Seed(seed), output);
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
    if (read.replicates().isPresent()) {
      return inferred(chosen, with, read);
    }
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
    return AnalysisReport.ofFits(chosen, with, without, resampled, read.shortfall());
  }

  private AnalysisReport inferred(AnalysisModel chosen, Regression.Fit fit, WeightedRows read) {
    ModelData data = fit.data();
    AnalysisReport report =
        new InferenceReport(chosen, read, data.target().name(), data.rowCount())
            .withClasses(fit.classes())
            .of(Regression.refits(fit, ridge));
    if (predict == null) {
      return report;
    }
    try {
      Frame asked = WeightedRows.read(predict).frame();
      return InferenceReport.withPredictions(
          report, read, Regression.predictions(fit, ridge, asked));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A target with more than a few different numbers is predicted as a number, else as a class. */
  private AnalysisReport predicted(AnalysisModel chosen, ModelData data, boolean weighted) {
    Learner learner =
        switch (chosen) {
          case MLP -> Learner.Mlp.DEFAULTS;
          case FOREST -> Learner.Forest.DEFAULTS;
          case SVM -> Learner.Svm.DEFAULTS;
          default -> throw new IllegalArgumentException("No prediction: " + chosen);
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

  /** A number for a person: enough digits, no more. */
  static String shown(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }
}
