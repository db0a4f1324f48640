package tare.cli;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tare.model.FittedGenerator;
import tare.model.FittedGenerators;
import tare.model.Resampling;
import tare.model.RuledRows;
import tare.random.Seed;
import tare.release.Bundle;
import tare.release.ReleaseFolder;
import tare.schema.BadInputException;
import tare.schema.RowRule;
import tare.table.CsvFile;
import tare.table.ExtraColumn;
import tare.table.Table;
import tare.table.TableWithExtras;
import tare.table.Weights;

/** {@code tare sample}: more rows from a released model. */
@Command(
    name = "sample",
    mixinStandardHelpOptions = true,
    description = {
      "Draw more rows from a released model, and weigh them as the release was weighed.",
      "Model and weights are public, so this costs no privacy. Rows from a bare model file come",
      "without weights."
    })
final class SampleCommand implements Callable<Integer> {

  @Mixin private Output output = new Output();

  @Parameters(paramLabel = "RELEASE", description = "A release folder, or a model.json file.")
  private Path source = Path.of("");

  @Option(names = "--rows", required = true, paramLabel = "N", description = "How many rows.")
  private int rows;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "The same seed gives the same rows. Default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(
      names = "--where",
      paramLabel = "RULE",
      description = {
        "Only rows of which this is true, such as \"age >= 65 and sex = female\": the model's law",
        "given that. Column names and levels with spaces stand in single quotes."
      })
  private Optional<String> where = Optional.empty();

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "The CSV file to write.")
  private Path out = Path.of("");

  @Override
  public Integer call() throws IOException {
    if (rows < 1) {
      throw new IllegalArgumentException("--rows must be at least 1. Got: " + rows);
    }
    if (Files.exists(out)) {
      throw new FileAlreadyExistsException(out.toString());
    }
    try (ProgressLine line = ProgressLine.on(output.err())) {
      line.at("drawing rows");
      TableWithExtras sampled =
          Files.isDirectory(source)
              ? fromRelease()
              : new TableWithExtras(drawn(FittedGenerators.read(source)), List.of());
      line.at("writing rows");
      CsvFile.write(sampled, out);
    }
    if (output.json()) {
      output.printJson(Map.of("rows", rows, "file", out.toString()));
    } else {
      output.out().println(rows + " rows written to " + out);
    }
    return ExitCode.FINE;
  }

  private Table drawn(FittedGenerator generator) {
    return drawn(generator, rows);
  }

  private Table drawn(FittedGenerator generator, int count) {
    Optional<RowRule> condition =
        where.map(text -> RowRule.parse(text, generator.schema().columns()));
    return RuledRows.sample(generator, count, new Seed(seed).child("sample"), condition).table();
  }

  private TableWithExtras fromRelease() throws IOException {
    Bundle bundle = ReleaseFolder.read(source);
    FittedGenerator generator =
        bundle
            .model()
            .orElseThrow(
                () ->
                    new BadInputException(
                        source.toString(),
                        "This release has no model: its rows were made by another tool."));
    if (bundle.weights().isPresent() && bundle.weights().get().correctedRows()) {
      return corrected(bundle, generator);
    }
    Table table = drawn(generator);
    if (bundle.weights().isEmpty()) {
      return new TableWithExtras(table, List.of());
    }
    return withWeights(table, bundle.weightFunction().weigh(table).normalised());
  }

  private static TableWithExtras withWeights(Table table, Weights weights) {
    return new TableWithExtras(
        table,
        List.of(
            new ExtraColumn("weight", weights.meanOne()),
            new ExtraColumn("log_weight", weights.logWeights())));
  }

  /** Rows that carry the correction themselves, as the released ones do. */
  private TableWithExtras corrected(Bundle bundle, FittedGenerator generator) {
    Table candidates = drawn(generator, Resampling.candidates(rows));
    int[] chosen =
        Resampling.chosen(
            candidates, bundle.weightFunction(), rows, new Seed(seed).child("chosen"));
    return withWeights(candidates.select(chosen), Weights.uniform(rows));
  }
}
