package tare.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tare.schema.BadInputException;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;

class CsvFileTest {

  private static final double MISSING = Double.NaN;

  private static final Schema PATIENTS =
      new Schema(
          "patients",
          "patient",
          List.of(
              new Column("age", new ColumnType.Whole(0, 120, List.of()), true),
              new Column("bmi", new ColumnType.Numeric(10, 60, List.of()), false),
              new Column(
                  "ward",
                  new ColumnType.Category(
                      List.of("a, b", "say \"c\"", "other"), Optional.of("other")),
                  true),
              new Column(
                  "sex", new ColumnType.Category(List.of("f", "m"), Optional.empty()), false)),
          OptionalLong.empty(),
          List.of("", "NA", "-9"),
          List.of("id"));

  private static final String HEADER = "age,bmi,ward,sex\n";

  // --- what is read -------------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void readsEveryLineEnding(String end) {
    Table table =
        read(
            String.join(
                end,
                "age,bmi,ward,sex",
                "34,22.5,\"a, b\",f",
                "",
                "NA,30,\"say \"\"c\"\"\",m",
                "-9,1e1,,f"));

    assertThat(table.values(0)).containsExactly(34, MISSING, MISSING);
    assertThat(table.values(1)).containsExactly(22.5, 30, 10);
    assertThat(table.values(2)).containsExactly(0, 1, MISSING);
    assertThat(table.values(3)).containsExactly(0, 1, 0);
  }

  @Test
  void skipsAByteOrderMarkAndSpacesAndBlankLines() {
    Table table =
        read("\uFEFF\n age ,bmi\t,ward, \"sex\" \n\n 34 , +22.5,  \"a, b\" ,\" f \"\n\n\n");

    assertThat(table.rowCount()).isEqualTo(1);
    assertThat(table.values(0)).containsExactly(34);
    assertThat(table.values(1)).containsExactly(22.5);
    assertThat(table.values(2)).containsExactly(0);
    assertThat(table.values(3)).containsExactly(0);
  }

  @Test
  void clampsSilentlyAndSendsUnknownLevelsToOther() {
    Table table = read(HEADER + "-5,1e999,zzz,f\n999,-3,\"line\nbreak\",m\n1e3,+.5e2,other,m\n");

    assertThat(table.values(0)).containsExactly(0, 120, 120);
    assertThat(table.values(1)).containsExactly(60, 10, 50);
    assertThat(table.values(2)).containsExactly(2, 2, 2);
  }

  @Test
  void takesColumnsInAnyOrderAndLeavesOutWhatTheSchemaNames() {
    Table table = read("sex,id,bmi,age,ward\nm,4711,20,50,other\n");

    assertThat(table.values(0)).containsExactly(50);
    assertThat(table.values(1)).containsExactly(20);
    assertThat(table.values(3)).containsExactly(1);
  }

  @Test
  void passesOverUnknownColumnsWhenAskedTo() {
    TableWithExtras read =
        read(
            bytes("a1,age,bmi,ward,sex,weight\nx,1,20,other,f,0.25\n"),
            List.of("weight"),
            CsvOptions.DEFAULTS.withIgnoreUnknownColumns(true));

    assertThat(read.extra("weight")).containsExactly(0.25);
    assertThatThrownBy(() -> read.extra("wait")).hasMessage("No extra column named \"wait\".");
  }

  @Test
  void readsOtherDelimiters() {
    for (char delimiter : ";\t|".toCharArray()) {
      String text = (HEADER + "34,22.5,other,f\n,30,,m\n").replace(',', delimiter);
      Table table =
          read(bytes(text), List.of(), CsvOptions.DEFAULTS.withDelimiter(delimiter)).table();

      assertThat(table.values(0)).containsExactly(34, MISSING);
      assertThat(table.values(2)).containsExactly(2, MISSING);
    }
    assertThatThrownBy(() -> CsvOptions.DEFAULTS.withDelimiter('x'))
        .hasMessageContaining("must be a comma");
  }

  @Test
  void readsGzip() throws IOException {
    byte[] packed = gzip(HEADER + "34,22.5,other,f\n");

    assertThat(read(packed, List.of(), CsvOptions.DEFAULTS).table().values(0)).containsExactly(34);
    assertThat(faults(Arrays.copyOf(packed, packed.length - 12)))
        .containsExactly("The gzip data is damaged or cut short. Make or copy the file again.");
  }

  /** 4 bytes of Zstandard can stand for 128 kB of one byte; here 300 MB of blank lines. */
  @Test
  void whatUnpacksWithoutEndIsRefused() {
    ByteBuffer packed = ByteBuffer.allocate(6 + 4 * 2400).order(ByteOrder.LITTLE_ENDIAN);
    packed.putInt(0xFD2FB528).put((byte) 0).put((byte) 0x38);
    for (int block = 0; block < 2400; block++) {
      int header = 1 << 17 << 3 | 1 << 1 | (block == 2399 ? 1 : 0);
      packed.put((byte) header).put((byte) (header >> 8)).put((byte) (header >> 16));
      packed.put((byte) '\n');
    }
    assertThat(faults(packed.array()))
        .containsExactly(
            "The file unpacks to over 200 times its size. If it is meant to, unpack it first.");
  }

  @Test
  void readsAHundredColumns() {
    Schema wide =
        new Schema(
            "wide",
            "row",
            IntStream.range(0, 100)
                .mapToObj(i -> new Column("c" + i, new ColumnType.Numeric(0, 1e6, List.of()), true))
                .toList(),
            OptionalLong.empty());
    String names = wide.columns().stream().map(Column::name).collect(Collectors.joining(","));
    StringBuilder text = new StringBuilder(names).append('\n');
    for (int r = 0; r < 2000; r++) {
      int first = r;
      text.append(
              IntStream.range(0, 100)
                  .mapToObj(c -> String.valueOf(first * 100 + c))
                  .collect(Collectors.joining(",")))
          .append('\n');
    }
    Table table = read("wide.csv", new ByteArrayInputStream(bytes(text.toString())), wide);

    for (int c = 0; c < 100; c++) {
      assertThat(table.number(1999, c)).isEqualTo(199_900 + c);
    }
  }

  @Test
  void readsTheSameHoweverTheBytesArrive() {
    StringBuilder text = new StringBuilder(HEADER);
    for (int r = 0; r < 5000; r++) {
      text.append(r % 120).append(",").append(10 + r % 50).append(",\"say \"\"c\"\"\",f\r\n");
    }
    byte[] bytes = bytes(text.toString());
    Table whole = read(text.toString());
    for (int size : new int[] {1, 2, 3, 7, 8191}) {
      Table pieces = read("pieces.csv", new Pieces(bytes, size), PATIENTS);

      assertThat(pieces.rowCount()).isEqualTo(5000);
      for (int c = 0; c < 4; c++) {
        assertThat(pieces.values(c)).containsExactly(whole.values(c));
      }
    }
  }

  @Test
  void readsACellOfAMegabyte() {
    String huge = "\"" + "x,\n\"\"".repeat(300_000) + "\"";

    assertThat(read(HEADER + "1,20,other,f\n1,20," + huge + ",f\n2,20,other,m\n").values(2))
        .containsExactly(2, 2, 2);
  }

  // --- what is refused, with which words ----------------------------------------------------

  @Test
  void reportsEveryFaultWithLineAndColumnAndNoCell() {
    assertThat(
            faults(
                HEADER
                    + "secret1,22,other,f\n"
                    + "1.5,22,other,f\n"
                    + "3,,other,f\n"
                    + "4,22,other,secret2\n"
                    + "5,22,other\n"
                    + "6,22,\"two\nlines\",f,9\n"
                    + "7,NaN,other,\n"))
        .containsExactly(
            "Line 2, column \"age\": not a number. Write numbers like 12, -3.5 or 1e5, and a"
                + " missing cell as one of the schema's missing values; declare"
                + " \"decimalChar\" or \"groupChar\" if the file has them.",
            "Line 3, column \"age\": not a whole number. Round it, or declare the type \"number\".",
            "Line 4, column \"bmi\": missing, but the schema says \"required\". Fill it in, or allow"
                + " it to be missing.",
            "Line 5, column \"sex\": not one of the declared levels. Declare it, or declare a level"
                + " for all other values (\"tare:other\").",
            "Line 6: 3 cells, but the header has 4. Cells that hold the delimiter need quotation"
                + " marks.",
            "Line 7: 5 cells, but the header has 4. Cells that hold the delimiter need quotation"
                + " marks.",
            "Line 9, column \"bmi\": not a number. Write numbers like 12, -3.5 or 1e5, and a"
                + " missing cell as one of the schema's missing values; declare"
                + " \"decimalChar\" or \"groupChar\" if the file has them.",
            "Line 9, column \"sex\": missing, but the schema says \"required\". Fill it in, or allow"
                + " it to be missing.");
  }

  @Test
  void countsFaultsThatComeAgain() {
    List<String> faults =
        faults(HEADER + "x,22,other,f\n".repeat(1000) + "1\n".repeat(10) + "1,y,other,f\n");

    assertThat(faults).hasSize(3 + 3 + 1 + 2);
    assertThat(faults.get(6)).startsWith("Line 1012, column \"bmi\"");
    assertThat(faults.get(7)).isEqualTo("7 more lines with a wrong number of cells.");
    assertThat(faults.get(8)).isEqualTo("Column \"age\": 997 more cells that cannot be used.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1_000", "0x10", "Infinity", "nan", "1 2", "\"1,5\"", "1;5", "12px"})
  void refusesWhatIsNoNumber(String cell) {
    assertThat(faults(HEADER + "1," + cell + ",other,f\n"))
        .singleElement()
        .asString()
        .startsWith("Line 2, column \"bmi\": not a number.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      value = {
        "'' => The file is empty.",
        "'\n\n' => The file is empty.",
        "'age,bmi,ward,sex\n' => The file has a header but no rows.",
        "'34,22,other,f\n35,22,other,m' => The first line must name the columns",
        "'age;bmi;ward;sex\n1;2;other;f' => The columns are separated by \";\", not by \",\".",
        "'age,bmi,ward,age,sex\n' => The header must name each column once. Twice there: \"age\".",
        "'age,bmi,ward\n' => The header has no column \"sex\".",
        "'agee,bmi,ward,sex\n' => The header has no column \"age\". Column 1 looks like it",
        "'age,bmi,ward,sex,zip\n' => Column 5 of the header is not in the schema.",
        "'\"age,bmi,ward,sex\n1,2' => Line 1: a quotation mark is opened here and never closed.",
        "'age,bmi,ward,sex\n1,20,\"oth,f' => Line 2: a quotation mark is opened here and never",
        "'age,bmi,ward,sex\n1,20,\"ot\"h,f' => Line 2: text follows a closing quotation mark.",
      })
  void saysWhatIsWrongWithTheFile(String text, String rule) {
    assertThat(faults(text)).anyMatch(fault -> fault.startsWith(rule));
  }

  @Test
  void refusesBytesThatAreNotUtf8() {
    byte[] latin = (HEADER + "1,20,übrig,f\nü,20,other,m\n").getBytes(StandardCharsets.ISO_8859_1);
    byte[] header = "äge,bmi,ward,sex\n".getBytes(StandardCharsets.ISO_8859_1);

    assertThat(faults(latin))
        .containsExactly(
            "Line 2, column \"ward\": not UTF-8. Name its encoding, such as latin-1, or save the file in UTF-8.",
            "Line 3, column \"age\": not UTF-8. Name its encoding, such as latin-1, or save the file in UTF-8.");
    assertThat(faults(header))
        .contains(
            "Column 1 of the header is not UTF-8. Name its encoding, such as latin-1, or save the file in UTF-8.");
  }

  @Test
  void refusesOtherKindsOfFiles() {
    assertThat(faults("PK\u0003\u0004rest")).singleElement().asString().contains("spreadsheet");
    assertThat(faults("PAR1rest")).singleElement().asString().contains("Parquet");
  }

  @Test
  void refusesARowBeyondAllMeasure() {
    byte[] endless = new byte[CsvScanner.LONGEST_ROW + 1000];
    Arrays.fill(endless, (byte) 'x');
    byte[] head = bytes(HEADER);
    System.arraycopy(head, 0, endless, 0, head.length);

    assertThat(faults(endless)).singleElement().asString().startsWith("Line 2: longer than 16 MB.");
  }

  @Test
  void namesTheFile(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("patients.csv");
    Files.writeString(file, HEADER);

    assertThatThrownBy(() -> CsvFile.read(file, PATIENTS))
        .hasMessage("patients.csv: The file has a header but no rows.");
  }

  // --- helpers --------------------------------------------------------------------------------

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Table read(String text) {
    return read("patients.csv", new ByteArrayInputStream(bytes(text)), PATIENTS);
  }

  private static Table read(String source, InputStream in, Schema schema) {
    try {
      return CsvFile.read(source, in, schema, List.of(), CsvOptions.DEFAULTS).table();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static TableWithExtras read(byte[] bytes, List<String> extras, CsvOptions options) {
    try {
      return CsvFile.read("p.csv", new ByteArrayInputStream(bytes), PATIENTS, extras, options);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> faults(String text) {
    return faults(bytes(text));
  }

  private static List<String> faults(byte[] bytes) {
    BadInputException refused =
        catchThrowableOfType(
            BadInputException.class, () -> read(bytes, List.of(), CsvOptions.DEFAULTS));
    assertThat(refused).isNotNull();
    assertThat(refused.getMessage()).doesNotContain("secret");
    return refused.faults();
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes(text));
    }
    return out.toByteArray();
  }

  /** Gives its bytes a few at a time. */
  private static final class Pieces extends InputStream {
    private final byte[] bytes;
    private final int size;
    private int at;

    Pieces(byte[] bytes, int size) {
      this.bytes = bytes;
      this.size = size;
    }

    @Override
    public int read() {
      return at < bytes.length ? bytes[at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      int count = Math.min(Math.min(size, length), bytes.length - at);
      if (count <= 0) {
        return -1;
      }
      System.arraycopy(bytes, at, target, offset, count);
      at += count;
      return count;
    }
  }
}
