package tare.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.inference.Replicates;
import tare.release.Verification.Check;
import tare.schema.BadInputException;
import tare.table.Table;
import tools.jackson.databind.JsonNode;

class ReleaseFolderTest {

  private final Path temp;
  private final Path folder;

  ReleaseFolderTest(@TempDir Path temp) {
    this.temp = temp;
    folder = temp.resolve("release");
  }

  @Test
  void whatIsWrittenReadsBackEqual() throws IOException {
    Bundle written = SmallRelease.weighted();
    ReleaseFolder.write(folder, written, Map.of("report.html", "<p>hello</p>"));
    Bundle read = ReleaseFolder.read(folder);

    assertSameRows(read.synthetic(), written.synthetic());
    assertThat(read.synthetic().schema().columns()).isEqualTo(SmallRelease.SCHEMA.columns());
    assertThat(read.privacy()).isEqualTo(written.privacy());
    assertThat(read.provenance()).isEqualTo(written.provenance());
    WeightStatement weights = read.weights().orElseThrow();
    assertThat(weights.weights().logWeights())
        .containsExactly(written.weights().orElseThrow().weights().logWeights());
    assertThat(weights.quality()).isEqualTo(written.weights().orElseThrow().quality());
  }

  @Test
  void replicatesReadBackEqualAndAreDescribed() throws IOException {
    Bundle written = SmallRelease.replicated();
    ReleaseFolder.write(folder, written, Map.of());
    Replicates read = ReleaseFolder.read(folder).replicates().orElseThrow();

    Replicates before = written.replicates().orElseThrow();
    for (int b = 0; b < before.count(); b++) {
      assertThat(read.replicate(b)).containsExactly(before.replicate(b));
    }
    assertThat(read.covers()).containsExactly("Privacy noise.");
    assertThat(read.leavesOut()).containsExactly("What was left out.");
    assertThat(FolderCheck.of(folder).passed()).isTrue();
    JsonNode manifest = ReleaseFolder.readJson(folder.resolve("MANIFEST.json"));
    assertThat(manifest.path("sha256").has("replicates.parquet")).isTrue();
    assertThat(manifest.path("sha256").has("replicates.csv.gz")).isTrue();
    JsonNode weights = ReleaseFolder.readJson(folder.resolve("weights.json")).path("replicates");
    assertThat(weights.path("count").asInt()).isEqualTo(3);
    assertThat(weights.path("degrees_of_freedom").asInt()).isEqualTo(2);
    JsonNode dataPackage = ReleaseFolder.readJson(folder.resolve("datapackage.json"));
    assertThat(dataPackage.at("/resources/1/schema/fields/2/name").asString()).isEqualTo("rep_3");
  }

  @Test
  void replicatesWithoutTheirFileAreRefused() throws IOException {
    ReleaseFolder.write(folder, SmallRelease.replicated(), Map.of());
    Files.delete(folder.resolve("replicates.parquet"));
    assertThatThrownBy(() -> ReleaseFolder.read(folder))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("missing");
  }

  @Test
  void rowsWithoutWeightsHaveNoWeightFiles() throws IOException {
    ReleaseFolder.write(folder, SmallRelease.unweighted(), Map.of());
    assertThat(folder.resolve("weights.json")).doesNotExist();
    assertThat(folder.resolve("examples/use.R")).content().contains("too small");
    assertThat(Files.readAllLines(folder.resolve("synthetic.csv")).get(0)).doesNotContain("weight");
    assertThat(ReleaseFolder.read(folder).weights()).isEmpty();
    assertThat(FolderCheck.of(folder).passed()).isTrue();
  }

  @Test
  void nothingIsOverwrittenAndNothingIsLeftBehind() throws IOException {
    ReleaseFolder.write(folder, SmallRelease.weighted(), Map.of());
    byte[] before = Files.readAllBytes(folder.resolve("MANIFEST.json"));
    assertThatThrownBy(() -> ReleaseFolder.write(folder, SmallRelease.unweighted(), Map.of()))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(Files.readAllBytes(folder.resolve("MANIFEST.json"))).isEqualTo(before);
    assertThat(children()).containsExactly("release");
  }

  @Test
  void aPageThatCannotBeWrittenLeavesNoFolder() throws IOException {
    assertThatThrownBy(
            () ->
                ReleaseFolder.write(
                    folder, SmallRelease.weighted(), Map.of("no/such/folder.html", "x")))
        .isInstanceOf(IOException.class);
    assertThat(children()).isEmpty();
  }

  @Test
  void roomIsCheckedBeforehand() {
    assertThatThrownBy(() -> ReleaseFolder.requireRoom(folder, Long.MAX_VALUE))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("the disk has");
    assertThatThrownBy(() -> ReleaseFolder.requireRoom(temp.resolve("a/b"), 1))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void aWholeReleaseVerifies() throws IOException {
    ReleaseFolder.write(folder, SmallRelease.weighted(), Map.of("report.html", "x"));
    assertThat(FolderCheck.of(folder).checks()).isNotEmpty().allMatch(Check::passed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "synthetic.csv",
        "privacy.json",
        "weights.json",
        "examples/use.R",
        "datapackage.json"
      })
  void aChangedFileDoesNotVerify(String name) throws IOException {
    ReleaseFolder.write(folder, SmallRelease.weighted(), Map.of());
    Files.writeString(folder.resolve(name), Files.readString(folder.resolve(name)) + " ");
    assertThat(failed(folder)).containsExactly(name);
  }

  @Test
  void aMissingAndAStrangeFileDoNotVerify() throws IOException {
    ReleaseFolder.write(folder, SmallRelease.weighted(), Map.of());
    Files.delete(folder.resolve("privacy.json"));
    Files.writeString(folder.resolve("notes.txt"), "mine");
    assertThat(failed(folder)).containsExactlyInAnyOrder("privacy.json", "notes.txt");
  }

  @Test
  void aFolderWithoutManifestIsNoRelease() throws IOException {
    Files.createDirectory(folder);
    assertThat(failed(folder)).containsExactly("manifest");
    assertThatThrownBy(() -> ReleaseFolder.read(folder))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("not a release");
  }

  /** The rules a Data Package validator checks, for the descriptor we write. */
  @Test
  void theDescriptorFollowsTheStandard() throws IOException {
    ReleaseFolder.write(folder, SmallRelease.weighted(), Map.of());
    JsonNode json = ReleaseFolder.readJson(folder.resolve("datapackage.json"));
    assertThat(json.path("$schema").asString())
        .isEqualTo("https://datapackage.org/profiles/2.0/datapackage.json");
    assertThat(json.path("name").asString()).matches("[-a-z0-9._]+");
    JsonNode resource = json.path("resources").path(0);
    assertThat(resource.path("name").asString()).matches("[-a-z0-9._]+");
    assertThat(folder.resolve(resource.path("path").asString())).isRegularFile();
    List<String> names =
        resource
            .path("schema")
            .path("fields")
            .valueStream()
            .map(f -> f.path("name").asString())
            .toList();
    assertThat(names).endsWith("weight", "log_weight").doesNotHaveDuplicates();
    for (JsonNode field : resource.path("schema").path("fields")) {
      assertThat(field.path("type").asString()).isIn("number", "integer", "string", "boolean");
    }
  }

  @Test
  void theStatementHasTheRegistryFields() throws IOException {
    ReleaseFolder.write(folder, SmallRelease.weighted(), Map.of());
    JsonNode deployment = ReleaseFolder.readJson(folder.resolve("privacy.json")).path("deployment");
    assertThat(deployment.propertyNames())
        .contains("basic", "dp_variant", "privacy_loss", "deployment_model", "implementation");
    assertThat(deployment.at("/privacy_loss/privacy_parameters/epsilon").asDouble())
        .isEqualTo(0.97);
    assertThat(deployment.at("/basic/data_product_type").asString()).isEqualTo("Synthetic data");
  }

  private List<String> children() throws IOException {
    try (Stream<Path> list = Files.list(temp)) {
      return list.map(path -> path.getFileName().toString()).toList();
    }
  }

  private static List<String> failed(Path folder) throws IOException {
    return FolderCheck.of(folder).checks().stream()
        .filter(check -> !check.passed())
        .map(Check::name)
        .toList();
  }

  private static void assertSameRows(Table one, Table other) {
    assertThat(one.rowCount()).isEqualTo(other.rowCount());
    for (int row = 0; row < one.rowCount(); row++) {
      for (int column = 0; column < one.schema().columnCount(); column++) {
        assertThat(one.missing(row, column)).isEqualTo(other.missing(row, column));
        assertThat(Double.compare(one.value(row, column), other.value(row, column))).isZero();
      }
    }
  }
}
