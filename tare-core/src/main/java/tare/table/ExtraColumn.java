package tare.table;

/**
 * A column of plain numbers that travels in a file beside a table, such as its weights.
 *
 * @param values one per row; not copied
 */
public record ExtraColumn(String name, double[] values) {}
