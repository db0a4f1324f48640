package tare.cli;

import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import tare.schema.Schema;
import tare.schema.SchemaFile;

/** What every command that makes a release names: the declared schema, and where to write. */
public final class ReleasePlace {

  @Option(
      names = "--schema",
      required = true,
      paramLabel = "FILE",
      description = "The declared schema.")
  private Path schema = Path.of("");

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "The folder to write; must not exist yet. Default: ${DEFAULT-VALUE}")
  private String out;

  /**
   * @param out where those write who name no folder
   */
  public ReleasePlace(String out) {
    this.out = out;
  }

  /** The declared schema. */
  public Schema schema() throws IOException {
    return SchemaFile.read(schema);
  }

  /** The folder's name as it was given: on a cluster it may be an address. */
  public String name() {
    return out;
  }

  Path folder() {
    return Path.of(out);
  }
}
