package tare.analysis;

import java.util.ArrayList;
import java.util.List;
import tare.schema.Column;
import tare.schema.Schema;

/**
 * How sure a typical share of a column, or of a pair of columns, will be; told from public numbers
 * before anything is spent. Typical is a share where values are about equally common, and numbers
 * are cut into ten parts.
 *
 * @param name of the column, or of the pair as "a by b"
 * @param share of all rows
 * @param error half the width of the interval that holds the truth in 19 of 20 releases
 */
public record ExpectedShare(String name, double share, double error) {

  /** A column of numbers is looked at in so many parts. */
  private static final int PARTS = 10;

  /** One for each column. */
  public static List<ExpectedShare> ofColumns(Schema schema, CountErrors errors) {
    return schema.columns().stream()
        .map(
            column ->
                new ExpectedShare(
                    column.name(),
                    typical(column),
                    column.type().isNumeric()
                        ? errors.numberShare(typical(column), 1)
                        : errors.levelShare(typical(column))))
        .toList();
  }

  /** The first so many pairs, as each would be if it is counted; none when no pair can be. */
  public static List<ExpectedShare> ofPairs(Schema schema, CountErrors errors, int most) {
    List<ExpectedShare> pairs = new ArrayList<>();
    for (int a = 0; a < schema.columnCount() && errors.pairNoise().isPresent(); a++) {
      for (int b = a + 1; b < schema.columnCount() && pairs.size() < most; b++) {
        double share = typical(schema.column(a)) * typical(schema.column(b));
        pairs.add(
            new ExpectedShare(
                schema.column(a).name() + " by " + schema.column(b).name(),
                share,
                errors.pairShare(share, 1).orElseThrow()));
      }
    }
    return pairs;
  }

  private static double typical(Column column) {
    return 1.0 / (column.type().isNumeric() ? PARTS : column.type().levelCount());
  }

  /** Whether the share can be seen, in a word or three. */
  public String words() {
    return error < 0.15 * share ? "clear" : error < 0.6 * share ? "rough" : "lost in noise";
  }
}
