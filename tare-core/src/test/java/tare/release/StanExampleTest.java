package tare.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.testdata.Rstan;

/** Stan's parser takes the example of a release. */
class StanExampleTest {

  @Test
  void stanTakesTheExamples(@TempDir Path folder) throws IOException, InterruptedException {
    Schema numbers =
        new Schema(
            "numbers",
            "person",
            List.of(
                new Column("age", new ColumnType.Numeric(0, 100, List.of()), false),
                new Column("income", new ColumnType.Numeric(0, 100, List.of()), false)),
            OptionalLong.empty());
    write(folder.resolve("logistic.stan"), SmallRelease.unweighted());
    write(folder.resolve("pooled.stan"), SmallRelease.replicated());
    write(folder.resolve("linear.stan"), of(numbers, SmallRelease.unweighted()));
    write(folder.resolve("pooledlinear.stan"), of(numbers, SmallRelease.replicated()));
    List<String> results =
        Rstan.run(
            folder,
            """
            for (file in c("logistic.stan", "pooled.stan", "linear.stan", "pooledlinear.stan")) cat("RESULT", stanc(file)$status, "\\n")
            # The twin: a model with a fault is refused.
            writeLines(sub("eta", "eeta", readLines("linear.stan")), "faulty.stan")
            cat("RESULT", inherits(try(stanc("faulty.stan"), silent = TRUE), "try-error"), "\\n")
            """);
    assertThat(results).map(String::strip).containsExactly("TRUE", "TRUE", "TRUE", "TRUE", "TRUE");
  }

  /** A release like another, with two columns of numbers. */
  private static Bundle of(Schema schema, Bundle like) {
    return new Bundle(
        ColumnarTable.of(schema, new double[][] {{1, 2, 3, 4}, {5, 6, 7, 8}}),
        like.weights(),
        like.replicates(),
        like.privacy(),
        like.provenance(),
        like.model());
  }

  private static void write(Path file, Bundle bundle) throws IOException {
    Files.writeString(file, ExampleScripts.of(bundle).get("use.stan"));
  }
}
