package tare.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import tare.schema.BadInputException;
import tare.schema.Column;
import tare.schema.DidYouMean;
import tare.schema.Schema;
import tare.schema.UnitRows;
import tare.table.CellRows;
import tare.table.CellRows.Meaning;

/**
 * How the columns of a data frame become those of a schema: settled on the driver, from the two
 * schemas alone.
 *
 * @param schema what the rows are read under
 * @param names the frame's columns that are read, the unit's last if there is one
 * @param fields how each is read
 */
record RowPlan(Schema schema, List<String> names, List<Field> fields) implements Serializable {

  /** How a column's cells are stored. */
  enum Store {
    BYTE,
    SHORT,
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    DECIMAL,
    FLAG,
    TEXT
  }

  /**
   * One column of the frame.
   *
   * @param column its position in the schema; -1 for the column that names the unit
   * @param store how cells are stored
   * @param meaning what its numbers stand for
   * @param unitsPerOne how many stored units make one: a million for microseconds
   * @param precision of a decimal
   * @param scale of a decimal
   */
  record Field(
      int column, Store store, Meaning meaning, double unitsPerOne, int precision, int scale)
      implements Serializable {

    Field(int column, Store store, Meaning meaning, double unitsPerOne) {
      this(column, store, meaning, unitsPerOne, 0, 0);
    }
  }

  /**
   * Finds every declared column in a frame.
   *
   * @throws BadInputException naming all columns that are missing or of another type
   */
  static RowPlan of(StructType frame, Schema schema) {
    List<String> faults = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    List<String> there = List.of(frame.fieldNames());
    for (int c = 0; c < schema.columnCount(); c++) {
      if (CellRows.hasCells(schema, c)) {
        add(frame, there, schema.column(c).name(), c, schema, names, fields, faults);
      }
    }
    schema
        .unitRows()
        .map(UnitRows::column)
        .ifPresent(unit -> add(frame, there, unit, -1, schema, names, fields, faults));
    strangers(there, names, schema).forEach(faults::add);
    if (!faults.isEmpty()) {
      throw new BadInputException("the data frame", faults);
    }
    return new RowPlan(schema, List.copyOf(names), List.copyOf(fields));
  }

  private static void add(
      StructType frame,
      List<String> there,
      String name,
      int column,
      Schema schema,
      List<String> names,
      List<Field> fields,
      List<String> faults) {
    int at = there.indexOf(name);
    if (at < 0) {
      faults.add("It has no column \"" + name + "\"." + DidYouMean.hint(name, there));
      return;
    }
    StructField field = frame.fields()[at];
    Optional<Field> read = field(column, field.dataType());
    boolean fits =
        read.isPresent()
            && (column < 0 || read.get().store() == Store.TEXT || fits(read.get(), schema, column));
    if (!fits) {
      faults.add(
          "Column \""
              + name
              + "\" is of type "
              + field.dataType().simpleString()
              + ", which is not what the schema says. Declare the kind that it has, or write it as"
              + " plain numbers or text.");
      return;
    }
    names.add(name);
    fields.add(read.get());
  }

  private static boolean fits(Field field, Schema schema, int column) {
    return CellRows.map(field.meaning(), schema.column(column).type()).isPresent();
  }

  private static Stream<String> strangers(List<String> there, List<String> names, Schema schema) {
    return there.stream()
        .filter(name -> !names.contains(name) && !schema.isLeftOut(name))
        .filter(name -> schema.columns().stream().map(Column::name).noneMatch(name::equals))
        .map(
            name ->
                "Its column \""
                    + name
                    + "\" is not in the schema. Declare it, or name it under \"tare:ignore\" to"
                    + " leave it out.");
  }

  private static Optional<Field> field(int column, DataType type) {
    if (type instanceof DecimalType decimal) {
      return Optional.of(
          new Field(
              column, Store.DECIMAL, Meaning.NUMBER, 1, decimal.precision(), decimal.scale()));
    }
    if (type.equals(DataTypes.DateType)) {
      return Optional.of(new Field(column, Store.INT, Meaning.DAYS, 1));
    }
    if (type.equals(DataTypes.TimestampType) || type.equals(DataTypes.TimestampNTZType)) {
      return Optional.of(new Field(column, Store.LONG, Meaning.SECONDS, 1e6));
    }
    return store(type).map(store -> new Field(column, store, Meaning.NUMBER, 1));
  }

  private static Optional<Store> store(DataType type) {
    return switch (type.typeName()) {
      case "byte" -> Optional.of(Store.BYTE);
      case "short" -> Optional.of(Store.SHORT);
      case "integer" -> Optional.of(Store.INT);
      case "long" -> Optional.of(Store.LONG);
      case "float" -> Optional.of(Store.FLOAT);
      case "double" -> Optional.of(Store.DOUBLE);
      case "boolean" -> Optional.of(Store.FLAG);
      case "string" -> Optional.of(Store.TEXT);
      default -> Optional.empty();
    };
  }
}
