package tare.studio;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tare.schema.Schema;
import tare.table.BoundedRows;
import tare.table.RowsRead;
import tare.table.SchemaCheck;
import tare.table.SchemaDraft;

/** Where the rows are, and how they are read; keeps none of them. */
sealed interface TableSource permits FileSource, DatabaseSource {

  /** What it is called on the pages. */
  String words();

  /** What schema, ledger and kept results lie beside, and are named after. */
  Path beside();

  /** A schema to be finished by a person. */
  SchemaDraft draft(SchemaDraft.Known known) throws IOException;

  /** All rows, under a schema. @param heard may end the reading by throwing */
  BoundedRows read(Schema schema, RowsRead heard) throws IOException;

  /** What a steward should know of the rows; private. */
  List<SchemaCheck.Finding> findings(Schema schema) throws IOException;

  /** A few cells of a column; private. */
  List<String> cells(ColumnDraft column) throws IOException;

  /** What a command line names it by, one word each. */
  List<String> arguments();
}
