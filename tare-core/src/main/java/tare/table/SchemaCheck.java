package tare.table;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Formulas;
import tare.schema.Identifier;
import tare.schema.Schema;

/**
 * What a steward should know about rows that fit their schema before they are released: cells that
 * would be clamped, identifiers that repeat, a row count that is not the declared one, levels never
 * seen, columns that never change. Each fact is private: it is for the curator's screen only.
 */
public final class SchemaCheck {

  /**
   * One fact with what to do about it.
   *
   * @param serious whether a release would promise or hold what is not so
   */
  public record Finding(String fact, String remedy, boolean serious) {}

  private final Schema schema;
  private final List<Finding> findings = new ArrayList<>();

  private SchemaCheck(Schema schema) {
    this.schema = schema;
  }

  /** Looks at rows that were read under a schema, and at the file itself where it is CSV. */
  public static List<Finding> of(Path file, Table table, Schema schema, CsvOptions options)
      throws IOException {
    SchemaCheck check = new SchemaCheck(schema);
    BoundedRows used = UnitFile.bounded(file, table, schema, options);
    check.count(table, used.table().rowCount());
    if (schema.unitRows().isPresent()) {
      check.units(table, used);
    }
    check.spreads(table);
    if (!TableFile.isParquet(file)) {
      check.texts(file, options);
    }
    return check.findings;
  }

  /** Looks at rows that were read under a schema from somewhere that has no file. */
  public static List<Finding> of(BoundedRows rows, Schema schema) {
    SchemaCheck check = new SchemaCheck(schema);
    check.count(rows.table(), rows.table().rowCount());
    check.spreads(rows.table());
    return check.findings;
  }

  /** Of the schema alone, so that no row decides it. */
  private void formulas() {
    List<String> formulas = Formulas.in(schema);
    if (!formulas.isEmpty()) {
      add(
          formulas.size()
              + " names or levels begin like a formula (=, +, - or @), the first of them: \""
              + formulas.get(0)
              + "\".",
          "Who opens synthetic.csv in a spreadsheet would run them. Rename them if you can.",
          false);
    }
  }

  private void spreads(Table table) {
    formulas();
    for (int c = 0; c < table.schema().columnCount(); c++) {
      spread(table, c);
    }
  }

  private void count(Table table, int used) {
    long declared = schema.publicRowCount().orElse(used);
    if (declared != used) {
      add(
          "The file has "
              + table.rowCount()
              + " rows"
              + (used == table.rowCount() ? "" : ", of which " + used + " are used")
              + "; the schema declares "
              + declared
              + ".",
          "Correct \"tare:publicRowCount\", or delete it: then a noised count is bought.",
          true);
    }
  }

  /** How units and their rows lie to the declared most. */
  private void units(Table table, BoundedRows used) {
    int most = schema.rowsPerUnit();
    int[] starts = used.starts();
    int largest = 0;
    for (int u = 1; u < starts.length; u++) {
      largest = Math.max(largest, starts[u] - starts[u - 1]);
    }
    int left = table.rowCount() - used.table().rowCount();
    if (left > 0) {
      add(
          "Of "
              + table.rowCount()
              + " rows "
              + left
              + " are not used: some of the "
              + (starts.length - 1)
              + " units ("
              + schema.unit()
              + ") have more than "
              + most
              + ".",
          "That is what \"tare:rowsPerUnit\" is for; a larger one uses more rows, and each gets more"
              + " noise.",
          false);
    } else if (largest < most) {
      add(
          "No unit has more than " + largest + " rows, and noise is made for " + most + ".",
          "If that is public knowledge, declare a smaller \"tare:rowsPerUnit\"; if only these rows"
              + " say so, leave it.",
          false);
    }
  }

  private void suspects(Table table, int column) {
    Column declared = table.schema().column(column);
    SuspectCodes codes = new SuspectCodes();
    for (int r = 0; r < table.rowCount(); r++) {
      codes.see(table.number(r, column));
    }
    if (!codes.found().isEmpty()) {
      add(
          "Column \""
              + declared.name()
              + "\": "
              + codes.cells()
              + " cells hold "
              + String.join(", ", codes.found())
              + ", apart from all others: a code, perhaps, and no amount.",
          "Declare it under \"missingValues\" of the field if it stands for missing, under"
              + " \"tare:codes\" if it stands for something else.",
          false);
    }
  }

  private void spread(Table table, int column) {
    Column declared = table.schema().column(column);
    if (declared.type().isNumeric() && !(declared.type() instanceof ColumnType.Temporal)) {
      suspects(table, column);
    }
    Set<Double> seen = new HashSet<>();
    int wanted = declared.type().isNumeric() ? 2 : declared.type().levelCount() + 1;
    for (int r = 0; r < table.rowCount() && seen.size() < wanted; r++) {
      seen.add(table.value(r, column));
    }
    if (seen.size() == 1) {
      add(
          "Column \"" + declared.name() + "\" holds one value only.",
          "Leave it out by its name under \"tare:ignore\": it costs budget and says nothing.",
          false);
    } else if (!declared.type().isNumeric()) {
      List<String> never = new ArrayList<>();
      for (int level = 0; level < declared.type().levelCount(); level++) {
        if (!seen.contains((double) level)) {
          never.add(declared.type().levels().get(level));
        }
      }
      neverSeen(declared, never);
    }
  }

  private void neverSeen(Column column, List<String> never) {
    if (!never.isEmpty()) {
      List<String> shown = never.subList(0, Math.min(8, never.size()));
      add(
          "Column \""
              + column.name()
              + "\": "
              + never.size()
              + " levels are never seen: "
              + String.join(", ", shown)
              + (never.size() > shown.size() ? ", ..." : "")
              + ".",
          "Check how the file spells them. Keep levels that could occur: the list is public.",
          false);
    }
  }

  // --- what only the file's own texts tell ----------------------------------------------------

  private void texts(Path file, CsvOptions options) throws IOException {
    String source = String.valueOf(file.getFileName());
    try (InputStream in = Files.newInputStream(file)) {
      CsvScanner scanner =
          new CsvScanner(PackedInput.open(source, in, options.encoding()), options.delimiter());
      scanner.next();
      List<Watch> watches = watches(scanner);
      while (scanner.next()) {
        for (Watch watch : watches) {
          watch.see(scanner);
        }
      }
      watches.forEach(watch -> watch.tell(this));
    }
  }

  private List<Watch> watches(CsvScanner scanner) throws CharacterCodingException {
    List<Watch> watches = new ArrayList<>();
    for (int f = 0; f < scanner.fields(); f++) {
      String name = scanner.text(f);
      int column = schema.indexOf(name);
      if (column >= 0 && !(schema.column(column).type() instanceof ColumnType.CodesOf)) {
        watches.add(new CellWatch(f, schema, column));
      }
      for (Identifier identifier : schema.identifiers()) {
        if (identifier.name().equals(name)) {
          watches.add(new NameWatch(f, name));
        }
      }
    }
    return watches;
  }

  private interface Watch {
    void see(CsvScanner scanner) throws CharacterCodingException;

    void tell(SchemaCheck check);
  }

  /** Counts the cells of a column that reading changes. */
  private static final class CellWatch implements Watch {
    private final int field;
    private final Column column;
    private final CellTexts texts;
    private final int other;
    private final Set<String> levels;
    private long clamped;
    private long rounded;
    private long others;

    CellWatch(int field, Schema schema, int position) {
      this.field = field;
      column = schema.column(position);
      texts = new CellTexts(schema, position);
      other =
          column.type() instanceof ColumnType.Category category && category.other().isPresent()
              ? category.levels().indexOf(category.other().get())
              : -1;
      levels = other < 0 ? Set.of() : new HashSet<>(column.type().levels());
    }

    @Override
    public void see(CsvScanner scanner) throws CharacterCodingException {
      double value = texts.ofText(scanner.bytes(), scanner.start(field), scanner.end(field));
      ColumnType type = column.type();
      if (!type.isNumeric()) {
        others += value == other && !levels.contains(scanner.text(field)) ? 1 : 0;
      } else if (value < type.lowerBound() || value > type.upperBound()) {
        clamped++;
      } else if (!Double.isNaN(value) && Math.abs(type.nearest(value) - value) > 1e-9) {
        rounded++;
      }
    }

    @Override
    public void tell(SchemaCheck check) {
      String where = "Column \"" + column.name() + "\": ";
      if (clamped > 0) {
        check.add(
            where + clamped + " cells lie outside the bounds and would be clamped to them.",
            "Widen the bounds to what is possible; declare a number such as -999 that stands for"
                + " missing under \"missingValues\", or for something else under \"tare:codes\".",
            true);
      }
      if (rounded > 0) {
        check.add(
            where + rounded + " cells lie between two steps and would be rounded.",
            "Declare a smaller \"tare:step\", or none.",
            false);
      }
      if (others > 0) {
        check.add(
            where + others + " cells are no declared level and would become the one for others.",
            "Declare the levels that matter.",
            false);
      }
    }
  }

  /** Tells whether a name comes again. */
  private static final class NameWatch implements Watch {
    private final int field;
    private final String name;
    private final Set<String> seen = new HashSet<>();
    private long again;

    NameWatch(int field, String name) {
      this.field = field;
      this.name = name;
    }

    @Override
    public void see(CsvScanner scanner) throws CharacterCodingException {
      again += seen.add(scanner.text(field)) ? 0 : 1;
    }

    @Override
    public void tell(SchemaCheck check) {
      if (again > 0) {
        check.add(
            "Identifier \"" + name + "\" repeats: " + again + " rows have one that came before.",
            "If it names the person, a release protects a row and not a person: declare"
                + " \"tare:unitColumn\" and \"tare:rowsPerUnit\", or keep one row a person.",
            true);
      }
    }
  }

  private void add(String fact, String remedy, boolean serious) {
    findings.add(new Finding(fact, remedy, serious));
  }
}
