package tare.table;

import java.util.List;

/** What a file of rows held: the declared columns as a table, and the extra columns asked for. */
public record TableWithExtras(Table table, List<ExtraColumn> extras) {

  public TableWithExtras {
    extras = List.copyOf(extras);
    for (ExtraColumn extra : extras) {
      if (extra.values().length != table.rowCount()) {
        throw new IllegalArgumentException(
            "An extra column must have one value per row. Got another number for \""
                + extra.name()
                + "\".");
      }
    }
  }

  /** The values of an extra column by its name. */
  public double[] extra(String name) {
    return extras.stream()
        .filter(extra -> extra.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No extra column named \"" + name + "\"."))
        .values();
  }
}
