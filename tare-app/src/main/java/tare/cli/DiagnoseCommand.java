package tare.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tare.analysis.WeightDiagnostics;
import tare.analysis.WeightedRows;
import tare.release.ReleaseFolder;
import tare.release.Verdict;
import tare.release.WeightStatement;
import tare.schema.BadInputException;
import tare.weight.Moments;

/** {@code tare diagnose}: what a column of weights is worth. */
@Command(
    name = "diagnose",
    mixinStandardHelpOptions = true,
    description = {
      "Tells what a column of importance weights is worth: effective sample size, largest share,"
          + " Pareto k, a test for finite variance, and a verdict with its reasons.",
      "",
      "Works on any CSV file; for a release folder the stated privacy noise counts too. Exit code 1 when the verdict is \"do not use\"."
    })
final class DiagnoseCommand implements Callable<Integer> {

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "A CSV file with a column of weights, or a release folder.")
  private @Nullable Path file;

  @Option(
      names = "--column",
      paramLabel = "NAME",
      defaultValue = "weight",
      description = "The column of weights. Default: ${DEFAULT-VALUE}.")
  private String column = "weight";

  @Option(names = "--log", description = "The column holds natural logarithms of weights.")
  private boolean log;

  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws IOException {
    WeightDiagnostics diagnostics = diagnostics(Objects.requireNonNull(file));
    if (output.json()) {
      output.printJson(json(diagnostics));
    } else {
      output.out().println("Verdict: " + diagnostics.verdict().words());
      for (WeightDiagnostics.Finding finding : diagnostics.findings()) {
        output.out().println("  " + mark(finding.verdict()) + " " + finding.reason());
      }
    }
    return diagnostics.verdict() == Verdict.DO_NOT_USE ? ExitCode.CHECK_FAILED : ExitCode.FINE;
  }

  /** A release also states the noise in its weights; a file has nothing but the weights. */
  private WeightDiagnostics diagnostics(Path place) throws IOException {
    if (!Files.isDirectory(place)) {
      return WeightDiagnostics.of(WeightedRows.readWeights(place, column, log));
    }
    WeightStatement statement =
        ReleaseFolder.read(place)
            .weights()
            .orElseThrow(
                () -> new BadInputException(place.toString(), "This release has no weights."));
    double noise = statement.quality().expectedLogNoise();
    if (statement.correctedRows()) {
      return stated(statement);
    }
    if (statement.method().equals(Moments.NAME)) {
      return WeightDiagnostics.ofMoments(statement.weights(), noise);
    }
    return WeightDiagnostics.of(
        statement.weights(), noise > 0 ? OptionalDouble.of(noise) : OptionalDouble.empty());
  }

  /** Rows that carry the correction all weigh the same: what was judged is in the statement. */
  private static WeightDiagnostics stated(WeightStatement statement) {
    WeightStatement.Quality quality = statement.quality();
    return new WeightDiagnostics(
        statement.weights().size(),
        quality.effectiveSampleSize(),
        quality.largestShare(),
        quality.paretoK(),
        quality.koopmanP(),
        OptionalDouble.of(quality.expectedLogNoise()),
        quality.verdict(),
        quality.reasons().stream()
            .map(reason -> new WeightDiagnostics.Finding(quality.verdict(), reason))
            .toList());
  }

  private static String mark(Verdict verdict) {
    return switch (verdict) {
      case USE -> "+";
      case USE_WITH_CARE -> "!";
      case DO_NOT_USE -> "x";
    };
  }

  private static Map<String, Object> json(WeightDiagnostics diagnostics) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("n", diagnostics.n());
    json.put("ess", diagnostics.ess());
    json.put("max_share", diagnostics.maxShare());
    json.put("k_hat", orNull(diagnostics.paretoK()));
    json.put("koopman_p", orNull(diagnostics.koopmanP()));
    json.put("verdict", diagnostics.verdict().words());
    return json;
  }

  /** JSON has no NaN. */
  private static @Nullable Double orNull(double value) {
    return Double.isNaN(value) ? null : value;
  }
}
