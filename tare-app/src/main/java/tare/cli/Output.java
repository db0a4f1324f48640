package tare.cli;

import java.io.PrintWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The {@code --json} switch and the writers of the command that mixes it in. */
final class Output {

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(names = "--json", description = "Print one JSON document for machines.")
  private boolean json;

  boolean json() {
    return json;
  }

  PrintWriter out() {
    return Objects.requireNonNull(spec).commandLine().getOut();
  }

  PrintWriter err() {
    return Objects.requireNonNull(spec).commandLine().getErr();
  }

  /** Prints a value (a record, a map, a tree) as one JSON document. */
  void printJson(Object value) {
    out().println(MAPPER.writeValueAsString(value));
  }
}
