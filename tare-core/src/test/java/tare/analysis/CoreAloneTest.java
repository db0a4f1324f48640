package tare.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.model.WeightDescription;
import tare.random.Seed;
import tare.release.Bundle;
import tare.release.PrivacyStatement;
import tare.release.Provenance;
import tare.release.ReleaseFolder;
import tare.release.Verdict;
import tare.release.WeightStatement;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Weights;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A release is read, sampled, weighed, recomposed and analysed with no curator code on the class
 * path.
 */
class CoreAloneTest {

  /** What an analyst's program looks like: three lines from a folder to a fit. */
  private static final String PROGRAM =
      """
      import java.nio.file.Path;
      import tare.analysis.*;
      import tare.random.Seed;
      import tare.release.*;
      import tare.table.Table;

      class Analyse {
        public static void main(String[] args) throws Exception {
          try {
            Class.forName("tare.gate.Gate");
            throw new IllegalStateException("The curator's code is on the class path.");
          } catch (ClassNotFoundException e) {
            System.out.println("no curator code");
          }
          WeightedRows rows = WeightedRows.read(Path.of(args[0]));
          ModelData data = ModelData.of(Formula.parse("y ~ x", rows.frame().names()), rows.frame(), rows.weights().meanOne());
          System.out.println(Regression.linear(data).coefficient("x").estimate());
          Path stored = Path.of(args[1]);
          Bundle bundle = ReleaseFolder.read(stored);
          Table drawn = bundle.model().orElseThrow().sample(10, new Seed(1));
          System.out.println(bundle.weightFunction().weigh(drawn).size());
          System.out.println(FolderCheck.of(stored).passed());
        }
      }
      """;

  @Test
  void theCuratorIsNotHere() {
    assertThatThrownBy(() -> Class.forName("tare.gate.Gate"))
        .isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void anotherMachineAnalysesAReleaseWithCoreAlone(@TempDir Path folder)
      throws IOException, InterruptedException, URISyntaxException {
    Path release = folder.resolve("release");
    Bundle bundle = bundle();
    ReleaseFolder.write(release, bundle, Map.of());
    WeightedRows rows = WeightedRows.of(bundle);
    ModelData data =
        ModelData.of(
            Formula.parse("y ~ x", rows.frame().names()), rows.frame(), rows.weights().meanOne());
    double here = Regression.linear(data).coefficient("x").estimate();

    Path program = Files.writeString(folder.resolve("Analyse.java"), PROGRAM);
    Path printed = folder.resolve("printed.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                coreClassPath(),
                program.toString(),
                release.toString(),
                Path.of(
                        Objects.requireNonNull(
                                Bundle.class.getResource("v1/privbayes-beta-debiased"))
                            .toURI())
                    .toString())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(printed)).isZero();
    List<String> lines = Files.readAllLines(printed);
    assertThat(lines.get(0)).isEqualTo("no curator code");
    assertThat(Double.parseDouble(lines.get(1))).isEqualTo(here);
    assertThat(lines.subList(2, 4)).containsExactly("10", "true");
  }

  @Test
  void theStatedNoiseIsRedrawnFromTheFolderAlone(@TempDir Path folder) throws IOException {
    Path release = folder.resolve("release");
    ReleaseFolder.write(release, bundle(), Map.of());
    WeightedRows rows = WeightedRows.read(release);
    assertThat(rows.noise()).isInstanceOf(WeightNoise.OnCoefficients.class);
    assertThat(rows.noise().covers()).contains("gaussian noise of scale 0.2");
    double[] redrawn =
        rows.noise().redrawn(new double[rows.weights().size()], new Seed(1).stream("noise"));
    assertThat(redrawn).doesNotContain(Double.NaN);
    assertThat(Arrays.stream(redrawn).distinct().count()).isGreaterThan(1);
  }

  /** This module's classes and its libraries; nothing that only tests need. */
  private static String coreClassPath() {
    List<String> parts =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(
                part ->
                    !part.contains("test-classes")
                        && !part.contains("testkit")
                        && !part.contains("junit")
                        && !part.contains("assertj"))
            .toList();
    return String.join(File.pathSeparator, parts);
  }

  private static Bundle bundle() {
    Schema schema =
        new Schema(
            "small",
            "person",
            List.of(
                new Column("x", new ColumnType.Numeric(-5, 5, List.of()), false),
                new Column("y", new ColumnType.Numeric(-20, 20, List.of()), false)),
            OptionalLong.empty());
    RandomGenerator random = new Seed(91).stream("rows");
    double[][] columns = new double[2][50];
    double[] logWeights = new double[50];
    for (int i = 0; i < 50; i++) {
      double x = random.nextGaussian();
      columns[0][i] = x;
      columns[1][i] = 2 * x + x * x + random.nextGaussian();
      logWeights[i] = 0.4 * x;
    }
    ObjectNode model = JsonNodeFactory.instance.objectNode();
    model.put("method", "beta-debiased").put("noise_law", "gaussian").put("noise_scale", 0.2);
    model.put("features", "box").put("debiased", true);
    model.putArray("coordinates").add("(intercept)").add("x").add("y");
    return new Bundle(
        ColumnarTable.of(schema, columns),
        Optional.of(
            new WeightStatement(
                new Weights(logWeights).normalised(),
                WeightDescription.fromJson(model),
                new WeightStatement.Quality(40, 0.1, 0.2, 0.5, 0.1, Verdict.USE, List.of("fine")))),
        new PrivacyStatement(
            "small",
            "person",
            "Neighbours differ by one row.",
            new PrivacyStatement.Loss(1, 1e-6),
            new PrivacyStatement.Loss(1, 1e-6),
            "an accountant",
            new PrivacyStatement.RowCount(50, "declared"),
            List.of(),
            List.of(),
            List.of()),
        new Provenance("tare", Instant.EPOCH, "independent", "beta-debiased", 1),
        Optional.empty());
  }
}
