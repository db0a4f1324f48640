package tare.cli;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tare.generator.DensityRatio;
import tare.generator.FittedGenerator;
import tare.generator.FittedGenerators;
import tare.random.Seed;
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
      "Draw more rows from a released model. The model is public, so this costs no privacy.",
      "Models with a discriminator (the GANs) weigh their new rows too; for others, weights belong to the",
      "rows they were released with."
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
    Path model = Files.isDirectory(source) ? source.resolve("model.json") : source;
    FittedGenerator generator = FittedGenerators.read(model);
    Table table = generator.sample(rows, new Seed(seed).child("sample"));
    CsvFile.write(new TableWithExtras(table, weights(generator, table)), out);
    if (output.json()) {
      output.printJson(java.util.Map.of("rows", rows, "file", out.toString()));
    } else {
      output.out().println(rows + " rows written to " + out);
    }
    return ExitCode.FINE;
  }

  private static List<ExtraColumn> weights(FittedGenerator generator, Table table) {
    if (!(generator instanceof DensityRatio ratio)) {
      return List.of();
    }
    Weights weights = new Weights(ratio.logRatios(table)).normalised();
    return List.of(
        new ExtraColumn("weight", weights.meanOne()),
        new ExtraColumn("log_weight", weights.logWeights()));
  }
}
