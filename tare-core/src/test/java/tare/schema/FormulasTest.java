package tare.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What strangers' files may hold: texts that a spreadsheet runs, and more bytes than memory. */
class FormulasTest {

  private static Schema schema(String name, String... levels) {
    ColumnType type = new ColumnType.Category(List.of(levels), Optional.empty());
    return new Schema("t", "row", List.of(new Column(name, type, false)), OptionalLong.empty());
  }

  @Test
  void whatASpreadsheetWouldRunIsFound() {
    assertThat(
            Formulas.in(schema("@name", "=HYPERLINK(\"x\")", "+cmd|' /C calc'!A0", "-1+1", "a=b")))
        .containsExactly("@name", "=HYPERLINK(\"x\")", "+cmd|' /C calc'!A0", "-1+1");
  }

  @Test
  void numbersAndPlainWordsAreNot() {
    assertThat(Formulas.in(schema("sex", "-1", "+2.5", "-1e-3", "-1,000", "yes", "a-b"))).isEmpty();
  }

  @Test
  void aFileThatMemoryCannotHoldIsRefusedBeforeItIsRead(@TempDir Path folder) throws IOException {
    Path large = folder.resolve("model.json");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(Runtime.getRuntime().maxMemory() / 4); // a hole: it takes no room on the disk
    }
    assertThatThrownBy(() -> JsonBytes.of(large))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("too large");
  }
}
