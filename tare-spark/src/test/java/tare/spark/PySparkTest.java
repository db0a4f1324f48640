package tare.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.gate.EveryKind;
import tare.release.FolderCheck;
import tare.release.Verification;
import tare.schema.SchemaFile;

/** A release of a frame that Python has made; skipped, with a message, where PySpark is missing. */
class PySparkTest {

  private static final String CLASSES =
      System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

  private static final List<String> PROGRAM =
      List.of(
          "import sys",
          "from pyspark.sql import SparkSession",
          "import tare_spark",
          "folder = sys.argv[1]",
          "spark = SparkSession.builder.master('local[2]').config('spark.ui.enabled', 'false')"
              + ".config('spark.driver.bindAddress', '127.0.0.1')"
              + ".config('spark.driver.host', '127.0.0.1').getOrCreate()",
          "frame = spark.read.parquet(folder + '/rows').where('age > 30')",
          "options = ['--schema', folder + '/schema.json', '--epsilon', '1', '--seed', '1',"
              + " '--rows', '300', '--replicates', '0', '--ledger', folder + '/l.ledger']",
          "tare_spark.release(frame, *options, '--out', folder + '/release')",
          "try:",
          "    tare_spark.release(frame, *options, '--out', folder + '/second')",
          "except RuntimeError as refused:",
          "    print('REFUSED', refused)");

  private record Ran(int code, String text) {}

  private static Ran python(Path folder, String... arguments) throws Exception {
    List<String> command =
        java.util.stream.Stream.concat(
                java.util.stream.Stream.of("python3"), java.util.Arrays.stream(arguments))
            .toList();
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    String before = builder.environment().getOrDefault("PYTHONPATH", "");
    builder.environment().put("PYTHONPATH", "src/main/python:" + before);
    builder
        .environment()
        .put("PYSPARK_SUBMIT_ARGS", "--driver-class-path " + CLASSES + " pyspark-shell");
    Path said = folder.resolve("said");
    Process process = builder.redirectOutput(said.toFile()).start();
    return new Ran(process.waitFor(), Files.readString(said, StandardCharsets.UTF_8));
  }

  @Test
  void aFrameOfPythonsIsReleased(@TempDir Path folder) throws Exception {
    assumeTrue(hasPySpark(folder), "PySpark is missing: pip install pyspark==4.2.0 brings it.");
    Files.writeString(folder.resolve("schema.json"), SchemaFile.text(EveryKind.SCHEMA));
    LocalSpark.written(EveryKind.rows(600), folder.resolve("rows"), 2);
    Ran ran = python(folder, "-c", String.join("\n", PROGRAM), folder.toString());
    assertThat(ran.code()).as(ran.text()).isZero();
    assertThat(FolderCheck.of(folder.resolve("release")).checks())
        .allMatch(Verification.Check::passed);
    assertThat(ran.text()).contains("REFUSED tare-spark ended with exit code 3");
    assertThat(folder.resolve("second")).doesNotExist();
  }

  private static boolean hasPySpark(Path folder) throws Exception {
    try {
      return python(folder, "-c", "import pyspark").code() == 0;
    } catch (IOException e) {
      return false; // there is no Python at all
    }
  }
}
