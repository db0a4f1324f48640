package tare.table;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.TimePattern;
import tare.table.TableFaults.CellFlaw;

/**
 * Turns the texts of one file column into the cells of a declared column, see {@link Table#value},
 * and into those of the column that holds its codes, if it has one. What does not fit becomes
 * {@link #FLAWED}.
 */
final class CellTexts {

  /** No cell of a declared column is infinite, so this can stand for a fault. */
  static final double FLAWED = Double.NEGATIVE_INFINITY;

  private final ColumnType type;
  private final TextCodes codes;
  private final NumberTexts numbers;
  private final @Nullable TimePattern times;

  /** Missing values and codes that are numbers, so that -999 is also found as -999.0. */
  private final double[] special;

  private final int[] specialCodes;
  private int code;
  private CellFlaw flaw = CellFlaw.UNKNOWN_LEVEL;

  /**
   * @param position of a column that the file has
   */
  CellTexts(Schema schema, int position) {
    Column column = schema.column(position);
    type = column.type();
    numbers = new NumberTexts(column.form());
    List<String> missing = schema.missingValues(column);
    int companion = schema.codesOf(position);
    List<String> levels =
        companion < 0
            ? type.isNumeric() ? List.of() : type.levels()
            : ((ColumnType.CodesOf) schema.column(companion).type()).codes();
    codes = new TextCodes(levels, missing);
    times =
        type instanceof ColumnType.Temporal time
            ? TimePattern.of(time.form(), column.form().pattern().orElse(time.form().pattern()))
            : null;
    List<String> texts = new ArrayList<>(type.isNumeric() ? levels : List.of());
    texts.addAll(missing);
    special = texts.stream().mapToDouble(text -> type.number(text).orElse(Double.NaN)).toArray();
    specialCodes = new int[special.length];
    for (int i = 0; i < special.length; i++) {
      specialCodes[i] = type.isNumeric() && i < levels.size() ? i : ColumnStore.MISSING;
    }
  }

  /** The level of the column of codes that belongs to the last cell read. */
  int code() {
    return code;
  }

  /** What is wrong with the last flawed cell. */
  CellFlaw flaw() {
    return flaw;
  }

  private double flawed(CellFlaw what) {
    flaw = what;
    return FLAWED;
  }

  double ofText(byte[] bytes, int start, int end) {
    int found = codes.code(bytes, start, end);
    if (found != TextCodes.UNKNOWN) {
      return ofCode(found);
    }
    code = 0;
    if (times != null) {
      double time = times.parse(bytes, start, end);
      return Double.isNaN(time) ? flawed(CellFlaw.NOT_A_TIME) : ofNumber(time);
    }
    if (!type.isNumeric()) {
      return ofUnknownLevel(bytes, start, end);
    }
    double number = numbers.parse(bytes, start, end);
    // A number too large is clamped like any other; in a file of numbers an infinity is a fault.
    return Double.isNaN(number)
        ? flawed(CellFlaw.NOT_A_NUMBER)
        : Double.isInfinite(number) ? number : ofNumber(number);
  }

  /** A number from a file that has numbers, or from a text that was one. */
  double ofNumber(double value) {
    code = 0;
    if (Double.isNaN(value)) {
      return value;
    }
    if (!type.isNumeric()) {
      byte[] text = Decimals.text(value).getBytes(StandardCharsets.US_ASCII);
      return ofText(text, 0, text.length);
    }
    for (int i = 0; i < special.length; i++) {
      if (special[i] == value) {
        return ofCode(specialCodes[i]);
      }
    }
    if (Double.isInfinite(value)) {
      return flawed(CellFlaw.NOT_A_NUMBER);
    }
    boolean fits = !(type instanceof ColumnType.Whole) || value == Math.rint(value);
    return fits ? value : flawed(CellFlaw.NOT_WHOLE);
  }

  double ofBoolean(boolean value) {
    code = 0;
    if (type instanceof ColumnType.YesNo || type.isNumeric()) {
      return value ? 1 : 0;
    }
    byte[] text = String.valueOf(value).getBytes(StandardCharsets.US_ASCII);
    return ofText(text, 0, text.length);
  }

  private double ofCode(int found) {
    if (!type.isNumeric()) {
      return found == ColumnStore.MISSING ? Double.NaN : found;
    }
    code = found + 1;
    return Double.NaN;
  }

  private double ofUnknownLevel(byte[] bytes, int start, int end) {
    if (!(type instanceof ColumnType.Category category) || start == end) {
      return flawed(CellFlaw.UNKNOWN_LEVEL);
    }
    if (category.kind() == ColumnType.LevelKind.CODES) {
      // A tool that knows no missing whole numbers has written 3 as 3.0.
      double number = Decimals.parse(bytes, start, end);
      if (number == Math.rint(number) && !Decimals.isText(number, bytes, start, end)) {
        return ofNumber(number);
      }
    }
    return category.other().isPresent() && isUtf8(bytes, start, end)
        ? category.levels().indexOf(category.other().get())
        : flawed(CellFlaw.UNKNOWN_LEVEL);
  }

  static boolean isUtf8(byte[] bytes, int start, int end) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, start, end - start));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
