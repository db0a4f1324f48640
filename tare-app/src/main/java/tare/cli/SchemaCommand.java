package tare.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.SchemaDraft;
import tare.table.TableFile;

/** {@code tare schema}: drafts a schema from a data file, or checks one against it. */
@Command(
    name = "schema",
    mixinStandardHelpOptions = true,
    description = {
      "Drafts a schema from a data file; a person finishes it.",
      "",
      "Only types are guessed. Bounds and levels must be declared from what you know about the"
          + " subject, not read off the rows, because the schema becomes public. Everything you"
          + " have to decide is marked \"TODO: declare\", and a schema that still holds such a mark"
          + " is refused.",
      "",
      "The draft lists levels that were seen: it is as private as the data until you have gone"
          + " through it."
    },
    footer = {
      "",
      "Example:",
      "  tare schema patients.csv > schema.json",
      "  tare schema patients.csv --check schema.json"
    })
final class SchemaCommand implements Callable<Integer> {

  @Mixin private Output output = new Output();
  @Mixin private DataLayout layout = new DataLayout();

  @Parameters(index = "0", paramLabel = "DATA.csv", description = "The private rows.")
  private Path data = Path.of("");

  @Option(
      names = "--check",
      paramLabel = "FILE",
      description =
          "Check this finished schema against the rows instead: every fault is named, nothing is"
              + " charged or written.")
  private @Nullable Path check;

  @Override
  public Integer call() throws IOException {
    return check == null ? draft() : check(check);
  }

  private int draft() throws IOException {
    SchemaDraft draft = SchemaDraft.of(data, layout.csv());
    output.out().print(draft.json());
    output
        .err()
        .println(
            "A draft with "
                + draft.decisions()
                + " decisions left, each marked \""
                + SchemaFile.TODO
                + "\". Keep it private until you have taken them;"
                + " then run 'tare schema "
                + data
                + " --check FILE'.");
    return ExitCode.FINE;
  }

  private int check(Path file) throws IOException {
    Schema schema = SchemaFile.read(file);
    TableFile.read(data, schema, layout.csv());
    if (output.json()) {
      output.printJson(
          Map.of("schema", schema.name(), "columns", schema.columnCount(), "fits", true));
    } else {
      output.out().println(file + " is complete, and " + data + " fits it.");
    }
    return ExitCode.FINE;
  }
}
