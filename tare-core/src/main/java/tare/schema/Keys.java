package tare.schema;

import java.util.List;

/** The keys of a schema file. */
final class Keys {

  static final String PROFILE = "$schema";
  static final String PROFILE_ADDRESS = "https://datapackage.org/profiles/2.0/tableschema.json";
  static final String NAME = "tare:name";
  static final String UNIT = "tare:unit";
  static final String UNIT_COLUMN = "tare:unitColumn";
  static final String ROWS_PER_UNIT = "tare:rowsPerUnit";
  static final String ROW_COUNT = "tare:publicRowCount";
  static final String IGNORE = "tare:ignore";
  static final String RULES = "tare:rules";
  static final String FIELDS = "fields";
  static final String MISSING_VALUES = "missingValues";

  static final String TRUE_VALUES = "trueValues";
  static final String FALSE_VALUES = "falseValues";
  static final String CONSTRAINTS = "constraints";
  static final String CUTS = "tare:cuts";
  static final String OTHER = "tare:other";
  static final String STEP = "tare:step";
  static final String CODES = "tare:codes";
  static final String IDENTIFIER = "tare:identifier";
  static final String ROLE = "tare:role";

  /** The one role that a column can be given. */
  static final String OUTCOME = "outcome";

  static final String FORMAT = "format";
  static final String DECIMAL_CHAR = "decimalChar";
  static final String GROUP_CHAR = "groupChar";

  static final String REQUIRED = "required";
  static final String MINIMUM = "minimum";
  static final String MAXIMUM = "maximum";
  static final String ENUM = "enum";
  static final String UNIQUE = "unique";
  static final String CATEGORIES = "categories";

  /** Keys of the file; title and description are for people and are not kept. */
  static final List<String> OF_FILE =
      List.of(
          PROFILE,
          NAME,
          UNIT,
          UNIT_COLUMN,
          ROWS_PER_UNIT,
          ROW_COUNT,
          IGNORE,
          RULES,
          FIELDS,
          MISSING_VALUES,
          "title",
          "description");

  static final List<String> OF_FIELD =
      List.of(
          "name",
          "type",
          "title",
          "description",
          TRUE_VALUES,
          FALSE_VALUES,
          CONSTRAINTS,
          CUTS,
          OTHER,
          STEP,
          CODES,
          IDENTIFIER,
          ROLE,
          FORMAT,
          DECIMAL_CHAR,
          GROUP_CHAR,
          MISSING_VALUES,
          CATEGORIES,
          "categoriesOrdered");

  static final List<String> OF_CONSTRAINTS = List.of(REQUIRED, UNIQUE, MINIMUM, MAXIMUM, ENUM);

  private Keys() {}
}
