package tare.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tare.random.Seed;
import tare.schema.BadInputException;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.SchemaFile;

/**
 * Mutated schema and data files, 105,000 of them: nothing but {@link BadInputException} comes out,
 * and no message of it holds a piece of a cell.
 */
@Timeout(300)
class InputFuzzTest {

  private static final int SCHEMAS = 25_000;
  private static final int TABLES = 65_000;
  private static final int DRAFTS = 15_000;

  /** Cell contents that occur nowhere else; no message may hold four letters of one in a row. */
  private static final List<String> MARKERS =
      List.of("ZqXvWjKp", "918273645", "ŁØÐŊħŧ", "-7.64925e-3");

  private static final int PIECE = 4;

  private static final Schema SCHEMA =
      new Schema(
          "patients",
          "patient",
          List.of(
              new Column("age", new ColumnType.Whole(0, 120, List.of(18.0)), true),
              new Column("bmi", new ColumnType.Numeric(10, 60, List.of()), false),
              new Column(
                  "ward",
                  new ColumnType.Category(List.of("a", "b", "other"), Optional.of("other")),
                  true),
              new Column(
                  "sex", new ColumnType.Category(List.of("f", "m"), Optional.empty()), false),
              new Column("smoker", new ColumnType.YesNo("no", "yes"), true)),
          OptionalLong.of(100),
          List.of("", "NA"),
          List.of("id"));

  private static final List<String> TABLE_SEEDS =
      List.of(
          """
          age,bmi,ward,sex,smoker
          918273645,ZqXvWjKp,ZqXvWjKp,ZqXvWjKp,ZqXvWjKp
          34,22.5,"a",f,yes
          ,-7.64925e-3,"ŁØÐŊħŧ ""b"" ",ŁØÐŊħŧ,no
          """,
          """
          \uFEFFid,smoker,sex,ward,bmi,age\r
          "918273645",yes,m,"ZqXvWjKp
          ŁØÐŊħŧ",918273645,NA\r
          ZqXvWjKp,no,"f",,1e999,+7\r
          """,
          "age,bmi,ward,sex,smoker\n" + "18,20,a,f,no\n".repeat(8) + "ZqXvWjKp",
          "ZqXvWjKp,918273645,ŁØÐŊħŧ,f,yes\n20,20,a,m,no\n",
          "age;bmi;ward;sex;smoker\n918273645;22,5;ZqXvWjKp;f;yes\n");

  private static final List<String> TABLE_PIECES =
      List.of(
          "\"",
          "\"\"",
          ",",
          ";",
          "\t",
          "\n",
          "\r",
          "\r\n",
          "\n\n",
          " ",
          "NaN",
          "Infinity",
          "1e999",
          "0x1p3",
          "-",
          ".",
          "e",
          "NA",
          "\u0000",
          "\uFEFF",
          "age",
          "sex,",
          ",,,,,",
          "1_000",
          "ZqXvWjKp",
          "918273645",
          "ŁØÐŊħŧ",
          "\u2028",
          "9".repeat(400),
          "\"".repeat(301),
          ",".repeat(200));

  private static final List<String> SCHEMA_PIECES =
      List.of(
          "null",
          "true",
          "-1",
          "1e999",
          "1e-999999999",
          "9".repeat(300),
          "\"\"",
          "[]",
          "{}",
          "[",
          "]",
          "{",
          "}",
          ",",
          ":",
          "\"",
          "\\",
          "\\u0000",
          "\\ud800",
          "\"TODO: declare\"",
          "NaN",
          "\"fields\"",
          "\"name\"",
          "\"type\"",
          "\"enum\"",
          "\"minimum\": 3,",
          "\"tare:cuts\": [1],",
          "\"tare:other\": \"x\",",
          "\"integer\"",
          "\"date\"",
          "/* */",
          "[".repeat(2000),
          "{\"a\":".repeat(600),
          "\u0000",
          "\uFEFF",
          "0.1",
          "-0.0",
          "1E400");

  @Test
  void anyMutatedSchemaIsReadOrRefused() {
    RandomGenerator random = new Seed(11).stream("schema fuzz");
    byte[] sound = bytes(SchemaFile.text(SCHEMA));
    int refused = 0;
    for (int i = 0; i < SCHEMAS; i++) {
      byte[] input = mutated(sound, SCHEMA_PIECES, random);
      try {
        Schema schema = SchemaFile.parse("schema.json", input);
        // Whatever was accepted can be written and read again.
        if (!SchemaFile.parse("again", SchemaFile.text(schema)).equals(schema)) {
          throw new AssertionError("input " + i + " is not read back equal");
        }
      } catch (BadInputException e) {
        refused++;
      }
    }
    // Most mutations break a schema, and some do not.
    assertThat(refused).isBetween(SCHEMAS / 2, SCHEMAS - 100);
  }

  @Test
  void anyMutatedTableIsReadOrRefusedWithoutACellInTheMessage() {
    RandomGenerator random = new Seed(12).stream("table fuzz");
    int refused = 0;
    for (int i = 0; i < TABLES; i++) {
      byte[] input = anyTable(random);
      try {
        Table table = read(input, random.nextInt(4) == 0 ? ';' : ',');
        requireWithinSchema(table);
      } catch (BadInputException e) {
        refused++;
        requireNoCell(e);
      }
    }
    assertThat(refused).isBetween(TABLES / 2, TABLES - 100);
  }

  @Test
  void anyMutatedTableGivesADraftThatIsRefused() throws IOException {
    RandomGenerator random = new Seed(13).stream("draft fuzz");
    int drafted = 0;
    for (int i = 0; i < DRAFTS; i++) {
      byte[] input = anyTable(random);
      SchemaDraft draft;
      try {
        draft = SchemaDraft.of("data.csv", new ByteArrayInputStream(input), CsvOptions.DEFAULTS);
      } catch (BadInputException e) {
        requireNoCell(e);
        continue;
      }
      drafted++;
      try {
        SchemaFile.parse("draft", draft.json());
        throw new AssertionError("draft " + i + " passes for a schema");
      } catch (BadInputException e) {
        if (!String.valueOf(e.getMessage()).contains("TODO: declare")) {
          throw new AssertionError("draft " + i + " is refused for another reason");
        }
      }
    }
    assertThat(drafted).isGreaterThan(1000);
  }

  /** The twin: the search for pieces of cells does find one. */
  @Test
  void wouldNoticeACellInAMessage() {
    assertThat(leaks("Line 3: \"ZqXv\" is not a number")).isTrue();
    assertThat(leaks("Line 3, column \"age\": not a number")).isFalse();
  }

  // --- inputs ---------------------------------------------------------------------------------

  private static byte[] anyTable(RandomGenerator random) {
    byte[] sound = bytes(TABLE_SEEDS.get(random.nextInt(TABLE_SEEDS.size())));
    if (random.nextInt(20) > 0) {
      return mutated(sound, TABLE_PIECES, random);
    }
    byte[] packed = gzip(sound);
    return random.nextBoolean() ? packed : mutated(packed, TABLE_PIECES, random);
  }

  private static byte[] mutated(byte[] sound, List<String> pieces, RandomGenerator random) {
    byte[] bytes = sound;
    for (int n = random.nextInt(4); n >= 0; n--) {
      int from = random.nextInt(bytes.length + 1);
      int to = Math.min(bytes.length, from + random.nextInt(12));
      bytes =
          switch (random.nextInt(6)) {
            case 0 -> spliced(bytes, from, to, new byte[0]);
            case 1 -> spliced(bytes, from, from, new byte[] {(byte) random.nextInt(256)});
            case 2 ->
                spliced(
                    bytes,
                    from,
                    Math.min(bytes.length, from + 1),
                    new byte[] {(byte) random.nextInt(256)});
            case 3 -> spliced(bytes, from, from, Arrays.copyOfRange(bytes, from, to));
            case 4 -> spliced(bytes, from, bytes.length, new byte[0]);
            default -> spliced(bytes, from, to, bytes(pieces.get(random.nextInt(pieces.size()))));
          };
    }
    return bytes;
  }

  private static byte[] spliced(byte[] bytes, int from, int to, byte[] piece) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, from);
    out.writeBytes(piece);
    out.write(bytes, to, bytes.length - to);
    return out.toByteArray();
  }

  // --- checks ---------------------------------------------------------------------------------

  private static Table read(byte[] input, char delimiter) {
    try {
      return CsvFile.read(
              "data.csv",
              new ByteArrayInputStream(input),
              SCHEMA,
              List.of(),
              CsvOptions.DEFAULTS.withDelimiter(delimiter))
          .table();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void requireWithinSchema(Table table) {
    for (int c = 0; c < SCHEMA.columnCount(); c++) {
      Column column = SCHEMA.column(c);
      boolean numeric = column.type().isNumeric();
      double lo = numeric ? column.type().lowerBound() : 0;
      double hi = numeric ? column.type().upperBound() : column.type().levelCount() - 1;
      for (double value : table.values(c)) {
        if (Double.isNaN(value) ? !column.missingAllowed() : value < lo || value > hi) {
          throw new AssertionError("a cell of column " + c + " is not within the schema");
        }
      }
    }
  }

  private static void requireNoCell(BadInputException e) {
    if (leaks(String.valueOf(e.getMessage()))) {
      throw new AssertionError("a message holds a piece of a cell: " + e.getMessage());
    }
  }

  private static boolean leaks(String message) {
    return PIECES.stream().anyMatch(message::contains);
  }

  private static final List<String> PIECES = pieces();

  private static List<String> pieces() {
    List<String> pieces = new ArrayList<>();
    for (String marker : MARKERS) {
      for (int i = 0; i + PIECE <= marker.length(); i++) {
        pieces.add(marker.substring(i, i + PIECE));
      }
    }
    return pieces;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
