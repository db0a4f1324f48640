package tare.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.accounting.PrivacyBudget;
import tare.gate.PrivateRows;
import tare.generator.bayes.PrivBayes;
import tare.model.FittedGenerator;
import tare.model.FittedGenerators;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.schema.BadInputException;

class FittedGeneratorsTest {

  private static final String MODEL = FittedGenerators.text(fitted());

  private static FittedGenerator fitted() {
    return new PrivBayes()
        .mechanism(new GeneratorTask(Examples.MIXED, 900, new PrivacyBudget(3, 1e-6), new Seed(1)))
        .apply(PrivateRows.of(Examples.correlated(900, new Seed(1))), new SeededNoise(2));
  }

  @Test
  void aFileIsWrittenAndReadBack(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("model.json");
    FittedGenerators.write(fitted(), file);
    assertThat(FittedGenerators.text(FittedGenerators.read(file))).isEqualTo(MODEL);
  }

  /** A file of the first version stays readable, with the very same rows. */
  @Test
  void aFileOfVersionOneIsReadBack() throws IOException {
    byte[] bytes;
    try (var in = getClass().getResourceAsStream("model-v1.json")) {
      assertThat(in).isNotNull();
      bytes = in.readAllBytes();
    }
    FittedGenerator generator = FittedGenerators.parse("model-v1.json", bytes);
    assertThat(GeneratorContract.values(generator.sample(8, new Seed(5))).toString())
        .isEqualTo(
            "[[1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0]]");
    assertThat(FittedGenerators.text(generator).strip())
        .isEqualTo(new String(bytes, StandardCharsets.UTF_8).strip());
  }

  private static void assertFault(String text, String fault) {
    assertThatThrownBy(() -> FittedGenerators.parse("model.json", text))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("model.json")
        .hasMessageContaining(fault);
  }

  @Test
  void filesThatAreNoModelsAreRefused() {
    assertFault("", "not JSON");
    assertFault("[1, 2", "not JSON");
    assertFault("[]", "\"format\" must be");
    assertFault("{\"format\": \"other\"}", "\"format\" must be");
    assertFault(MODEL.replace("\"version\":1", "\"version\":99"), "Got: 99");
    assertFault(MODEL.replace("bayes-network", "bayes-netwrk"), "Did you mean \"bayes-network\"?");
    assertFault(MODEL.replace("\"shares\"", "\"share\""), "\"shares\" must be a list");
    assertFault(MODEL.replace("\"table\":[[", "\"table\":[[0.5,"), "In a network's node");
    assertFault(MODEL.replace("\"column\":\"age\"", "\"column\":\"agee\""), "schema's");
    assertFault(MODEL.replaceFirst("\"groups\":\\[0", "\"groups\":[7000"), "cell");
  }
}
