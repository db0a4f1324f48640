package tare.schema;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * What everyone may know about a table before a row is read: its columns with their declared types,
 * what one row stands for, and, if the curator chooses to make it public, the number of rows.
 *
 * @param name a short name for the data set
 * @param unit what one row stands for, in a word or two ("patient"): the unit that privacy protects
 * @param columns the columns in file order, names all different
 * @param publicRowCount the number of rows, when the curator declares it public; never read off the
 *     data
 * @param missingValues how the file writes a missing cell, for instance the empty text or {@code
 *     NA}; the first one is written
 * @param ignored columns of the file that are left out on purpose, for instance an identifier
 * @param identifiers columns of the file that name rows or persons
 * @param rules what every row of a release keeps to, beyond its columns' types
 * @param unitRows how the unit is told when it may have several rows; if empty, privacy protects a
 *     row
 */
public record Schema(
    String name,
    String unit,
    List<Column> columns,
    OptionalLong publicRowCount,
    List<String> missingValues,
    List<String> ignored,
    List<Identifier> identifiers,
    List<RowRule> rules,
    Optional<UnitRows> unitRows)
    implements Serializable {

  public Schema {
    columns = List.copyOf(columns);
    ignored = List.copyOf(ignored);
    identifiers = List.copyOf(identifiers);
    rules = List.copyOf(rules);
    missingValues = List.copyOf(missingValues);
    Rules.requireText("The name of a schema", name);
    Rules.requireText("The unit of a schema, what one row stands for,", unit);
    Rules.require(!columns.isEmpty(), "A schema must declare at least one column", "none");
    List<String> names = new ArrayList<>(columns.stream().map(Column::name).toList());
    identifiers.forEach(identifier -> names.add(identifier.name()));
    Rules.requireDistinct("Column names", names);
    Rules.require(
        publicRowCount.isEmpty() || publicRowCount.getAsLong() >= 1,
        "A public row count must be at least 1",
        publicRowCount);
    missingValues.forEach(value -> Rules.requirePlain("A missing value", value));
    ignored.forEach(left -> Rules.requireText("The name of a column left out", left));
    Rules.requireDistinct("Missing values", missingValues);
    for (Column column : columns) {
      requireTellable(column, missingOf(column, missingValues));
    }
    for (String declared : names) {
      Rules.require(
          !ignored.contains(declared),
          "A column must not be both declared and left out",
          "\"" + declared + "\"");
    }
    for (int c = 0; c < columns.size(); c++) {
      if (columns.get(c).type() instanceof ColumnType.CodesOf codes) {
        Rules.require(
            c > 0 && isNumbersOf(columns.get(c - 1), codes),
            "A column of codes must follow its column of numbers, which may be missing",
            "\"" + columns.get(c).name() + "\"");
        for (String code : codes.codes()) {
          Rules.require(
              columns.get(c - 1).type().number(code).isPresent(),
              "A code in a column of numbers or times must be written like one, such as -7 or"
                  + " 9999-12-31; declare a word as one of its missing values",
              "\"" + code + "\"");
        }
        requireTellable(columns.get(c), missingOf(columns.get(c - 1), missingValues));
      }
    }
    Rules.requireDistinct("Names of columns left out", ignored);
    if (unitRows.isPresent()) {
      Rules.require(
          columns.stream().map(Column::name).noneMatch(unitRows.get().column()::equals),
          "The column that names the unit must not be released too; declare it as an identifier or"
              + " not at all",
          "\"" + unitRows.get().column() + "\"");
    }
  }

  /** A schema whose files leave a missing cell empty. */
  public Schema(String name, String unit, List<Column> columns, OptionalLong publicRowCount) {
    this(name, unit, columns, publicRowCount, List.of(""), List.of());
  }

  /** A schema without identifiers and rules. */
  public Schema(
      String name,
      String unit,
      List<Column> columns,
      OptionalLong publicRowCount,
      List<String> missingValues,
      List<String> ignored) {
    this(name, unit, columns, publicRowCount, missingValues, ignored, List.of(), List.of());
  }

  /** A schema whose rows are each a unit of their own. */
  public Schema(
      String name,
      String unit,
      List<Column> columns,
      OptionalLong publicRowCount,
      List<String> missingValues,
      List<String> ignored,
      List<Identifier> identifiers,
      List<RowRule> rules) {
    this(
        name,
        unit,
        columns,
        publicRowCount,
        missingValues,
        ignored,
        identifiers,
        rules,
        Optional.empty());
  }

  /** What travels to other machines: the text of its file. */
  private record Text(String json) implements Serializable {
    private Object readResolve() {
      return SchemaFile.parse("a schema on its way", json);
    }
  }

  private Object writeReplace() {
    return new Text(SchemaFile.text(this));
  }

  private static boolean isNumbersOf(Column numbers, ColumnType.CodesOf codes) {
    return numbers.name().equals(codes.column())
        && numbers.type().isNumeric()
        && numbers.missingAllowed();
  }

  private static List<String> missingOf(Column column, List<String> ofAll) {
    List<String> own = column.form().missingValues();
    return own.isEmpty() ? ofAll : own;
  }

  /** How the file writes a missing cell of a column; the first one is written. */
  public List<String> missingValues(Column column) {
    return missingOf(column, missingValues);
  }

  /** The position of the column that holds a column's codes, or -1 when it has none. */
  public int codesOf(int column) {
    boolean coded =
        column + 1 < columns.size() && columns.get(column + 1).type() instanceof ColumnType.CodesOf;
    return coded ? column + 1 : -1;
  }

  /** How many rows of a unit are used at most. */
  public int rowsPerUnit() {
    return unitRows.map(UnitRows::rowsPerUnit).orElse(1);
  }

  /** The same, using another number of a unit's rows; as it is where a row is a unit. */
  public Schema withRowsPerUnit(int rows) {
    return new Schema(
        name,
        unit,
        columns,
        publicRowCount,
        missingValues,
        ignored,
        identifiers,
        rules,
        unitRows.map(units -> new UnitRows(units.column(), rows)));
  }

  /** What privacy protects, in a word or two: the unit if it is told by a column, else a row. */
  public String protectedUnit() {
    return unitRows.isPresent() ? unit : "row";
  }

  /** The identifiers that a release has, made up anew. */
  public List<Identifier> madeUp() {
    return identifiers.stream()
        .filter(identifier -> identifier.fate() == Identifier.Fate.MADE_UP)
        .toList();
  }

  /** Whether a column of the file is passed over on purpose. */
  public boolean isLeftOut(String column) {
    return ignored.contains(column)
        || unitRows.filter(units -> units.column().equals(column)).isPresent()
        || identifiers.stream().anyMatch(identifier -> identifier.name().equals(column));
  }

  /** The schema of the rows once they are read: cells in plain form, dropped identifiers gone. */
  public Schema plain() {
    List<Column> read = new ArrayList<>();
    for (Column column : columns) {
      read.add(
          new Column(
              column.name(),
              column.type(),
              column.missingAllowed(),
              column.form().plain(),
              column.role()));
    }
    return new Schema(
        name, unit, read, publicRowCount, missingValues, ignored, madeUp(), rules, unitRows);
  }

  /** A level that is also a missing value could not be told from it. */
  private static void requireTellable(Column column, List<String> missingValues) {
    if (column.type().isNumeric()) {
      return;
    }
    for (String level : column.type().levels()) {
      Rules.require(
          !missingValues.contains(level),
          "A level of column \"" + column.name() + "\" must not be a missing value too",
          "\"" + level + "\"");
    }
  }

  /** The positions of the declared outcomes. */
  public List<Integer> outcomes() {
    return IntStream.range(0, columns.size())
        .filter(c -> columns.get(c).role() == ColumnRole.OUTCOME)
        .boxed()
        .toList();
  }

  /** The column at a position. */
  public Column column(int index) {
    return columns.get(index);
  }

  /** The number of columns. */
  public int columnCount() {
    return columns.size();
  }

  /** The position of a named column, or -1. */
  public int indexOf(String columnName) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(columnName)) {
        return i;
      }
    }
    return -1;
  }
}
