package tare.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.model.FittedGenerator;
import tare.random.Seed;
import tare.schema.BadInputException;
import tare.table.Table;

/** Folders of the first format, made by an earlier version, that must be read for ever. */
class StoredReleaseTest {

  private static Path stored(String name) throws URISyntaxException {
    URL url = StoredReleaseTest.class.getResource("v1/" + name + "/MANIFEST.json");
    return Objects.requireNonNull(Path.of(Objects.requireNonNull(url).toURI()).getParent());
  }

  @ParameterizedTest
  @ValueSource(strings = {"privbayes-beta-debiased", "dpgan-discriminator"})
  void readsVerifiesAndIsWrittenAsItWas(String name, @TempDir Path folder)
      throws IOException, URISyntaxException {
    Path old = stored(name);
    Verification verification = FolderCheck.of(old);
    assertThat(verification.checks()).allMatch(Verification.Check::passed);
    assertThat(verification.checks()).anyMatch(check -> check.name().equals("composition"));
    Path again = folder.resolve("again");
    ReleaseFolder.write(again, ReleaseFolder.read(old), Map.of());
    for (String file :
        new String[] {
          "synthetic.csv",
          "synthetic.parquet",
          "datapackage.json",
          "privacy.json",
          "weights.json",
          "model.json"
        }) {
      assertThat(text(again.resolve(file))).as(file).isEqualTo(text(old.resolve(file)));
    }
  }

  /** Every byte, but for who wrote it: the footer of Parquet names the version of its writer. */
  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1)
        .replaceFirst("tare version \\d\\.\\d\\.\\d", "tare version");
  }

  /** The released weight function gives the released rows their released weights. */
  @ParameterizedTest
  @ValueSource(strings = {"privbayes-beta-debiased", "dpgan-discriminator"})
  void itsModelSamplesAndItsWeightsWeigh(String name) throws IOException, URISyntaxException {
    Bundle bundle = ReleaseFolder.read(stored(name));
    FittedGenerator generator = bundle.model().orElseThrow();
    Table drawn = generator.sample(20, new Seed(1));
    assertThat(drawn.rowCount()).isEqualTo(20);
    assertThat(bundle.weightFunction().weigh(drawn).logWeights()).hasSize(20);
    double[] again = bundle.weightFunction().weigh(bundle.synthetic()).normalised().logWeights();
    double[] stated = bundle.weights().orElseThrow().weights().logWeights();
    for (int i = 0; i < stated.length; i++) {
      assertThat(Math.abs(again[i] - stated[i])).isLessThan(1e-9);
    }
  }

  /** A stranger's model does not keep anybody from the rows, and is passed on as it is. */
  @Test
  void aModelOfAnUnknownKindIsKept(@TempDir Path folder) throws IOException, URISyntaxException {
    Path copy = folder.resolve("copy");
    Bundle bundle = ReleaseFolder.read(stored("privbayes-beta-debiased"));
    ReleaseFolder.write(copy, bundle, Map.of());
    Path file = copy.resolve("model.json");
    String strange =
        Files.readString(file).replaceFirst("(\"kind\" : \")[^\"]*", "$1from-elsewhere");
    Files.writeString(file, strange);
    Bundle read = ReleaseFolder.read(copy);
    assertThat(read.model().orElseThrow().kind()).isEqualTo("from-elsewhere");
    assertThatThrownBy(() -> read.model().orElseThrow().sample(1, new Seed(1)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("No kind of generator is called \"from-elsewhere\"");
    Path again = folder.resolve("again");
    ReleaseFolder.write(again, read, Map.of());
    assertThat(again.resolve("model.json")).hasContent(strange);
  }
}
