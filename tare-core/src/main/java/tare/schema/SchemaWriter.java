package tare.schema;

import java.time.Duration;
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
    schema
        .unitRows()
        .ifPresent(
            units ->
                json.put(Keys.UNIT_COLUMN, units.column())
                    .put(Keys.ROWS_PER_UNIT, units.rowsPerUnit()));
    schema.publicRowCount().ifPresent(count -> json.put(Keys.ROW_COUNT, count));
    ArrayNode fields = json.putArray(Keys.FIELDS);
    for (Identifier identifier : schema.identifiers()) {
      write(identifier, fields.addObject());
    }
    for (int c = 0; c < schema.columnCount(); c++) {
      if (schema.column(c).type() instanceof ColumnType.CodesOf codes) {
        texts(((ObjectNode) fields.get(fields.size() - 1)).putArray(Keys.CODES), codes.codes());
      } else {
        write(schema.column(c), fields.addObject());
      }
    }
    texts(json.putArray(Keys.MISSING_VALUES), schema.missingValues());
    if (!schema.ignored().isEmpty()) {
      texts(json.putArray(Keys.IGNORE), schema.ignored());
    }
    if (!schema.rules().isEmpty()) {
      texts(json.putArray(Keys.RULES), schema.rules().stream().map(RowRule::toString).toList());
    }
    return json;
  }

  private static void write(Identifier identifier, ObjectNode field) {
    field.put("name", identifier.name());
    field.put("type", identifier.kind() == Identifier.Kind.TEXT ? "string" : "integer");
    field.putObject(Keys.CONSTRAINTS).put(Keys.REQUIRED, true).put(Keys.UNIQUE, true);
    boolean dropped = identifier.fate() == Identifier.Fate.DROPPED;
    field.put(Keys.IDENTIFIER, dropped ? "drop" : "new");
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
    if (column.role() == ColumnRole.OUTCOME) {
      field.put(Keys.ROLE, Keys.OUTCOME);
    }
    form(column.form(), field);
  }

  private static void form(CellForm form, ObjectNode field) {
    form.pattern().ifPresent(pattern -> field.put(Keys.FORMAT, pattern));
    if (form.decimal() != '.') {
      field.put(Keys.DECIMAL_CHAR, String.valueOf(form.decimal()));
    }
    form.group().ifPresent(group -> field.put(Keys.GROUP_CHAR, String.valueOf(group)));
    if (!form.missingValues().isEmpty()) {
      texts(field.putArray(Keys.MISSING_VALUES), form.missingValues());
    }
  }

  private static String typeName(ColumnType type) {
    if (type instanceof ColumnType.Temporal time) {
      return time.form().typeName();
    }
    if (type instanceof ColumnType.Stepped stepped) {
      return stepped.steps().places() == 0 ? "integer" : "number";
    }
    if (type instanceof ColumnType.Category category) {
      return category.kind() == ColumnType.LevelKind.CODES ? "integer" : "string";
    }
    if (type instanceof ColumnType.Numeric) {
      return "number";
    }
    return type instanceof ColumnType.Whole ? "integer" : "boolean";
  }

  private static void constrain(ColumnType type, ObjectNode constraints) {
    if (type instanceof ColumnType.Numeric numeric) {
      constraints.put(Keys.MINIMUM, numeric.lo()).put(Keys.MAXIMUM, numeric.hi());
    } else if (type instanceof ColumnType.Whole whole) {
      constraints.put(Keys.MINIMUM, whole.lo()).put(Keys.MAXIMUM, whole.hi());
    } else if (type instanceof ColumnType.Stepped stepped) {
      number(constraints, Keys.MINIMUM, stepped.steps().lo());
      number(constraints, Keys.MAXIMUM, stepped.steps().hi());
    } else if (type instanceof ColumnType.Temporal time) {
      constraints.put(Keys.MINIMUM, time.form().text(time.steps().lo()));
      constraints.put(Keys.MAXIMUM, time.form().text(time.steps().hi()));
    } else if (type instanceof ColumnType.Category category) {
      ArrayNode levels = constraints.putArray(Keys.ENUM);
      if (category.kind() == ColumnType.LevelKind.CODES) {
        category.levels().forEach(level -> levels.add(Long.parseLong(level)));
      } else {
        texts(levels, category.levels());
      }
    }
  }

  private static void own(ColumnType type, ObjectNode field) {
    if (type instanceof ColumnType.Temporal time) {
      if (time.steps().step() != 1) {
        field.put(Keys.STEP, duration(time).toString());
      }
      if (!time.cuts().isEmpty()) {
        texts(field.putArray(Keys.CUTS), time.cuts().stream().map(time.form()::text).toList());
      }
      return;
    }
    if (type instanceof ColumnType.Stepped stepped) {
      number(field, Keys.STEP, stepped.steps().distance());
    }
    cuts(type.declaredCuts(), field);
    if (type instanceof ColumnType.Category category) {
      category.other().ifPresent(other -> field.put(Keys.OTHER, other));
    }
  }

  private static Duration duration(ColumnType.Temporal time) {
    long step = time.steps().step();
    return time.form() == TimeForm.DATE ? Duration.ofDays(step) : Duration.ofSeconds(step);
  }

  /** Whole numbers are written without a point. */
  private static void number(ObjectNode node, String key, double value) {
    if (value == Math.rint(value)) {
      node.put(key, (long) value);
    } else {
      node.put(key, value);
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
