package tare.table;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import tare.schema.BadInputException;
import tare.table.Thrift.Struct;

/** The values of a Parquet file as the texts that a CSV file would hold. */
final class ParquetTexts {

  private ParquetTexts() {}

  /** Takes the columns, one after the other. */
  interface Visitor {
    void column(String name);

    void cell(String text);
  }

  static TableTexts read(Path file) throws IOException {
    List<String> names = new ArrayList<>();
    List<TableTexts.Texts> columns = new ArrayList<>();
    visit(
        file,
        new Visitor() {
          @Override
          public void column(String name) {
            names.add(name);
            columns.add(new TableTexts.Texts());
          }

          @Override
          public void cell(String text) {
            columns.get(columns.size() - 1).add(text);
          }
        });
    return new TableTexts(names, columns.stream().map(TableTexts.Texts::cells).toList());
  }

  /** The names of the columns; no row is read. */
  static List<String> names(Path file) throws IOException {
    List<String> names = new ArrayList<>();
    open(file, parquet -> names.addAll(parquet.leaves().keySet()));
    return names;
  }

  static void visit(Path file, Visitor visitor) throws IOException {
    String source = String.valueOf(file.getFileName());
    open(file, parquet -> visit(source, parquet, visitor));
  }

  private static void visit(String source, ParquetSource parquet, Visitor visitor)
      throws IOException {
    if (parquet.rowCount() == 0) {
      throw new BadInputException(source, "The file has no rows.");
    }
    for (Map.Entry<String, Struct> leaf : parquet.leaves().entrySet()) {
      visitor.column(leaf.getKey());
      Pool pool = new Pool(leaf.getValue(), leaf.getKey());
      parquet.read(leaf.getKey(), pool, (row, value) -> visitor.cell(pool.text(value)));
    }
  }

  private interface Reading {
    void of(ParquetSource parquet) throws IOException;
  }

  private static void open(Path file, Reading reading) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      reading.of(new ParquetSource(in));
    } catch (ParquetFormatException e) {
      throw new BadInputException(
          String.valueOf(file.getFileName()),
          "This Parquet file cannot be read: " + e.getMessage() + ".");
    }
  }

  /*
   * Numbers and yes/no stand for themselves on their way through the pages; texts are numbered. Pages give all values of
   * a dictionary or page before any is asked for, so texts stay here until their column is done.
   */

  private static final class Pool implements ParquetValues {
    private final int fixedLength;
    private final boolean decimal;
    private final DoubleFunction<String> meaning;
    private final List<String> texts = new ArrayList<>();
    private boolean words;

    Pool(Struct leaf, String name) {
      ParquetMeaning declared = ParquetMeaning.of(leaf);
      fixedLength = (int) leaf.number(2, 0);
      decimal = declared.isDecimal();
      meaning =
          declared
              .asText()
              .orElseThrow(
                  () ->
                      new ParquetFormatException(
                          "its column \"" + name + "\" holds a kind that Tare does not know"));
    }

    @Override
    public int fixedLength() {
      return fixedLength;
    }

    @Override
    public double ofNumber(double raw) {
      return raw;
    }

    @Override
    public double ofBoolean(boolean value) {
      return put(String.valueOf(value));
    }

    @Override
    public double ofBytes(Bytes page, int length) {
      int start = page.skip(length);
      if (decimal) {
        byte[] digits = Arrays.copyOfRange(page.array(), start, start + length);
        return length == 0 ? Double.NaN : new BigInteger(digits).doubleValue();
      }
      int from = ParquetValues.trimmedStart(page.array(), start, start + length);
      int to = ParquetValues.trimmedEnd(page.array(), from, start + length);
      try {
        return put(
            StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(page.array(), from, to - from))
                .toString());
      } catch (CharacterCodingException e) {
        throw new ParquetFormatException("a text in it is not UTF-8");
      }
    }

    private double put(String text) {
      words = true;
      texts.add(text);
      return texts.size() - 1.0;
    }

    String text(double value) {
      if (Double.isNaN(value)) {
        return "";
      }
      return words ? texts.get((int) value) : meaning.apply(value);
    }
  }
}
