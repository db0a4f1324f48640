package tare.curator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.gate.EveryKind;
import tare.gate.TravellingRows;
import tare.progress.Progress;
import tare.table.RowPass;
import tare.table.Table;

/** The print of rows is one sum, the same wherever they are. */
class KnownRowsTest {

  private static final Table ROWS = EveryKind.rows(300);
  private static final byte[] KEY =
      "a key of thirty-two bytes, or so".getBytes(StandardCharsets.UTF_8);

  @TempDir Path folder;

  @BeforeEach
  void writeKey() throws IOException {
    Files.write(folder.resolve("key"), KEY);
  }

  private String print(RowPass rows) throws IOException {
    return new KnownRows(folder).print(rows, Progress.SILENT).text();
  }

  /** As 0.2.0 took it, from a loop over a table: what a machine has noted stays known. */
  @Test
  void thePrintIsThatOfEarlierVersions() throws IOException {
    assertThat(print(ROWS))
        .isEqualTo("42d0df69737ab29d885dc58a49cd53555a37df3326457571a7dd8b212eec50cc");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 64})
  void rowsInSeveralPlacesHaveTheSamePrintInOnePass(int parts) throws IOException {
    TravellingRows travelling = new TravellingRows(ROWS, parts);
    assertThat(print(travelling)).isEqualTo(print(ROWS));
    assertThat(travelling.passes()).isEqualTo(1);
  }

  /** The twin: one row less, or one twice, is another table. */
  @Test
  void otherRowsHaveAnother() throws IOException {
    int[] fewer = new int[299];
    Arrays.setAll(fewer, r -> r);
    int[] twice = Arrays.copyOf(fewer, 301);
    twice[299] = 5;
    twice[300] = 299;
    assertThat(print(new TravellingRows(ROWS.select(fewer), 2))).isNotEqualTo(print(ROWS));
    assertThat(print(new TravellingRows(ROWS.select(twice), 2))).isNotEqualTo(print(ROWS));
  }

  /**
   * What comes back from where the rows are may lie in files of a cluster: the key is not in it.
   */
  @Test
  void theKeyDoesNotComeBack() throws IOException {
    RowPrints prints =
        ROWS.pass(() -> new RowPrints(ROWS.schema(), KEY), RowPrints::add, RowPrints::plus);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(prints);
    }
    String key = new String(KEY, StandardCharsets.ISO_8859_1);
    assertThat(bytes.toString(StandardCharsets.ISO_8859_1)).doesNotContain(key);
    assertThat(prints.toString()).doesNotContain(key);
  }
}
