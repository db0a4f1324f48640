package tare.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tare.accounting.PrivacyBudget;
import tare.gate.PrivateRows;
import tare.model.DensityRatio;
import tare.model.FittedGenerator;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.table.Table;

/** The example in CONTRIBUTING.md is a class that compiles and works. */
class ContributingExampleTest {

  @Test
  void theExampleOnThePageIsTheClassThatIsTestedHere() throws IOException {
    String page = withoutSpace(Files.readString(Path.of("../CONTRIBUTING.md")));
    String source =
        Files.readString(Path.of("src/test/java/tare/generator/WideGan.java"))
            .replaceAll("(?s)^.*?public final class", "public final class");
    assertThat(page).contains(withoutSpace(source));
  }

  private static String withoutSpace(String text) {
    return text.replaceAll("\\s+", "");
  }

  @Test
  void itFitsAndSamples() {
    Table rows = Examples.correlated(20, new Seed(1));
    GeneratorTask task =
        new GeneratorTask(Examples.MIXED, 20, new PrivacyBudget(1, 1e-6), new Seed(2));
    FittedGenerator fitted =
        new WideGan().mechanism(task).apply(PrivateRows.of(rows), new SeededNoise(3));
    assertThat(fitted.sample(10, new Seed(4)).rowCount()).isEqualTo(10);
    assertThat(fitted).isInstanceOf(DensityRatio.class);
  }
}
