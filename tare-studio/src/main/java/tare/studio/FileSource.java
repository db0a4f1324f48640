package tare.studio;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.BoundedRows;
import tare.table.CsvOptions;
import tare.table.RowsRead;
import tare.table.SchemaCheck;
import tare.table.SchemaDraft;
import tare.table.Table;
import tare.table.TableFile;
import tare.table.UnitFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A file of rows.
 *
 * @param layout how it is laid out, where it is text
 */
record FileSource(Path file, CsvOptions layout) implements TableSource {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final int SHOWN_CELLS = 8;

  @Override
  public String words() {
    return String.valueOf(file.getFileName());
  }

  @Override
  public Path beside() {
    return file;
  }

  @Override
  public SchemaDraft draft(SchemaDraft.Known known) throws IOException {
    return SchemaDraft.of(file, layout, known);
  }

  @Override
  public BoundedRows read(Schema schema, RowsRead heard) throws IOException {
    return UnitFile.read(file, schema, layout.withHeard(heard));
  }

  @Override
  public List<SchemaCheck.Finding> findings(Schema schema) throws IOException {
    return SchemaCheck.of(file, TableFile.read(file, schema, layout), schema, layout);
  }

  @Override
  public List<String> cells(ColumnDraft column) throws IOException {
    return column.isNumber() ? numbers(column) : levels(column.name());
  }

  private List<String> numbers(ColumnDraft column) throws IOException {
    ColumnType any = new ColumnType.Numeric(-1e300, 1e300, List.of());
    Schema one =
        new Schema(
            "cells",
            "row",
            List.of(new Column(column.name(), any, true, column.cells(any))),
            OptionalLong.empty(),
            List.of("", "NA", "NULL"),
            List.of());
    Table cells = TableFile.read(file, one, layout.withIgnoreUnknownColumns(true));
    List<String> shown = new ArrayList<>();
    for (int row = 0; row < Math.min(SHOWN_CELLS, cells.rowCount()); row++) {
      shown.add(
          cells.missing(row, 0)
              ? "(missing)"
              : Double.toString(cells.number(row, 0)).replaceAll("\\.0$", ""));
    }
    return shown;
  }

  /** The texts that were seen, where they are few enough to be levels. */
  private List<String> levels(String column) throws IOException {
    List<String> seen = new ArrayList<>();
    JsonNode draft = MAPPER.readTree(draft(SchemaDraft.Known.NOTHING).json());
    for (JsonNode field : draft.path("fields")) {
      if (field.path("name").asString("").equals(column)) {
        field.path("constraints").path("enum").forEach(level -> seen.add(level.asString()));
      }
    }
    seen.removeIf(level -> level.startsWith(SchemaFile.TODO));
    return seen;
  }

  @Override
  public List<String> arguments() {
    List<String> words = new ArrayList<>(List.of(file.toString()));
    if (layout.delimiter() != ',') {
      words.add("--delimiter");
      words.add(layout.delimiter() == '\t' ? "tab" : String.valueOf(layout.delimiter()));
    }
    if (!layout.encoding().equals(StandardCharsets.UTF_8)) {
      words.add("--encoding");
      words.add(CsvOptions.nameOf(layout.encoding()));
    }
    return words;
  }
}
