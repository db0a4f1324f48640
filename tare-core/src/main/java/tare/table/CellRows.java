package tare.table;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.TimeForm;
import tare.table.TableFaults.CellFlaw;

/**
 * Builds a table from typed cells, row by row, wherever they come from. Rules and faults are those
 * of a file; a fault names the row and quotes no cell.
 */
public final class CellRows {

  private static final double DAY = 24 * 60 * 60;

  /** What a column's numbers stand for where they come from. */
  public enum Meaning implements Serializable {
    /** Themselves. */
    NUMBER,
    /** Days since 1970-01-01. */
    DAYS,
    /** Seconds since 1970-01-01T00:00:00, by the clock on the wall. */
    SECONDS
  }

  private final Schema schema;
  private final CellTexts[] cells;
  private final TableFaults faults;
  private final TableAppender rows;
  private final double[] row;
  private final String place;
  private final UnitKeys units;
  private long number;

  /**
   * No rows yet.
   *
   * @param source what to call the rows in messages
   * @param place what a row is called in messages, before its number
   * @param before how many rows there were before these
   */
  public CellRows(String source, String place, long before, Schema schema) {
    this.schema = schema;
    this.place = place;
    faults = new TableFaults(source, schema.columns().stream().map(Column::name).toList(), place);
    cells = new CellTexts[schema.columnCount()];
    for (int c = 0; c < cells.length; c++) {
      cells[c] = new CellTexts(schema, c);
    }
    rows = new TableAppender(schema.plain());
    row = new double[cells.length];
    units = new UnitKeys(schema.missingValues());
    number = before + 1;
  }

  /** Whether a column of the schema has cells of its own; codes stand among their numbers. */
  public static boolean hasCells(Schema schema, int column) {
    return !(schema.column(column).type() instanceof ColumnType.CodesOf);
  }

  /** How numbers of a meaning become those of a type; empty when they stand for something else. */
  public static Optional<DoubleUnaryOperator> map(Meaning meaning, ColumnType type) {
    if (!(type instanceof ColumnType.Temporal time)) {
      return meaning == Meaning.NUMBER ? Optional.of(value -> value) : Optional.empty();
    }
    boolean days = time.form() == TimeForm.DATE;
    boolean seconds = time.form() == TimeForm.DATETIME;
    return switch (meaning) {
      case NUMBER -> Optional.of(value -> value);
      case DAYS ->
          days
              ? Optional.of(value -> value)
              : seconds ? Optional.of(value -> value * DAY) : Optional.empty();
      case SECONDS ->
          seconds
              ? Optional.of(value -> value)
              : days ? Optional.of(value -> Math.floor(value / DAY)) : Optional.empty();
    };
  }

  /** A cell that holds a text, in UTF-8. @param text Not modified. */
  public void text(int column, byte[] text) {
    int from = ParquetValues.trimmedStart(text, 0, text.length);
    put(
        column,
        cells[column].ofText(text, from, ParquetValues.trimmedEnd(text, from, text.length)));
  }

  /** A cell that holds a number, as {@link #map} gives it; NaN where it is missing. */
  public void number(int column, double value) {
    put(column, cells[column].ofNumber(value));
  }

  /** A cell that holds true or false. */
  public void flag(int column, boolean value) {
    put(column, cells[column].ofBoolean(value));
  }

  /** A cell that holds nothing. */
  public void missing(int column) {
    put(column, cells[column].ofNumber(Double.NaN));
  }

  private void put(int column, double value) {
    double cell = value;
    if (value == CellTexts.FLAWED) {
      faults.cell(number, column, cells[column].flaw());
      cell = Double.NaN;
    } else if (Double.isNaN(value) && !schema.column(column).missingAllowed()) {
      faults.cell(number, column, CellFlaw.MISSING);
    }
    row[column] = cell;
    if (schema.codesOf(column) >= 0) {
      row[schema.codesOf(column)] = cells[column].code();
    }
  }

  /**
   * The cell that names the row's unit.
   *
   * @param column its name, for messages
   * @param name in UTF-8. Not modified.
   * @param to receives the two numbers by which the unit is told from others. Modified.
   */
  public void unit(String column, byte[] name, long[] to, int at) {
    if (!units.put(name, 0, name.length, to, at)) {
      faults.add(place + number + ", column \"" + column + "\": " + CellFlaw.NO_UNIT.rule());
    }
  }

  /** Ends a row of which all cells were given; it is kept unless something was wrong before. */
  public void keepRow() {
    number++;
    if (!faults.any()) {
      rows.append(row);
    }
  }

  /** What is wrong with the rows, one sentence each; empty when nothing is. */
  public List<String> faults() {
    return faults.any() ? faults.exception().faults() : List.of();
  }

  /** The rows before the first fault, if there is one; this must not be used afterwards. */
  public ColumnarTable kept() {
    return rows.finish();
  }
}
