package tare.schema;

import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes a schema as a JSON tree; see {@link SchemaFile} for the form. */
final class SchemaWriter {

  private SchemaWriter() {}

  static ObjectNode write(Schema schema, ObjectNode json) {
    json.put(Keys.PROFILE, Keys.PROFILE_ADDRESS);
    json.put(Keys.NAME, schema.name());
    json.put(Keys.UNIT, schema.unit());
    schema.publicRowCount().ifPresent(count -> json.put(Keys.ROW_COUNT, count));
    ArrayNode fields = json.putArray(Keys.FIELDS);
    for (Column column : schema.columns()) {
      write(column, fields.addObject());
    }
    texts(json.putArray(Keys.MISSING_VALUES), schema.missingValues());
    if (!schema.ignored().isEmpty()) {
      texts(json.putArray(Keys.IGNORE), schema.ignored());
    }
    return json;
  }

  private static void write(Column column, ObjectNode field) {
    field.put("name", column.name());
    ColumnType type = column.type();
    field.put("type", typeName(type));
    if (type instanceof ColumnType.YesNo yesNo) {
      field.putArray(Keys.TRUE_VALUES).add(yesNo.yes());
      field.putArray(Keys.FALSE_VALUES).add(yesNo.no());
    }
    if (!column.missingAllowed() || !(type instanceof ColumnType.YesNo)) {
      ObjectNode constraints = field.putObject(Keys.CONSTRAINTS);
      if (!column.missingAllowed()) {
        constraints.put(Keys.REQUIRED, true);
      }
      constrain(type, constraints);
    }
    own(type, field);
  }

  private static String typeName(ColumnType type) {
    if (type instanceof ColumnType.Numeric) {
      return "number";
    }
    if (type instanceof ColumnType.Whole) {
      return "integer";
    }
    return type instanceof ColumnType.Category ? "string" : "boolean";
  }

  private static void constrain(ColumnType type, ObjectNode constraints) {
    if (type instanceof ColumnType.Numeric numeric) {
      constraints.put(Keys.MINIMUM, numeric.lo()).put(Keys.MAXIMUM, numeric.hi());
    } else if (type instanceof ColumnType.Whole whole) {
      constraints.put(Keys.MINIMUM, whole.lo()).put(Keys.MAXIMUM, whole.hi());
    } else if (type instanceof ColumnType.Category category) {
      texts(constraints.putArray(Keys.ENUM), category.levels());
    }
  }

  private static void own(ColumnType type, ObjectNode field) {
    if (type instanceof ColumnType.Numeric numeric) {
      cuts(numeric.cuts(), field);
    } else if (type instanceof ColumnType.Whole whole) {
      cuts(whole.cuts(), field);
    } else if (type instanceof ColumnType.Category category) {
      category.other().ifPresent(other -> field.put(Keys.OTHER, other));
    }
  }

  private static void cuts(List<Double> cuts, ObjectNode field) {
    if (!cuts.isEmpty()) {
      ArrayNode array = field.putArray(Keys.CUTS);
      cuts.forEach(array::add);
    }
  }

  private static void texts(ArrayNode array, List<String> texts) {
    texts.forEach(array::add);
  }
}
