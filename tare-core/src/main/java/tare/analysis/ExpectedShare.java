package tare.analysis;

import java.util.ArrayList;
import java.util.List;
import tare.schema.Column;
import tare.schema.Schema;

/**
 * How far off a typical share of a column, or of a pair of columns, will be in the released rows,
 * from its share among the people that the private rows were drawn from; told from public numbers
 * before anything is spent. Typical is a share where levels are equally common, and numbers are cut
 * into ten parts of equally many rows, or six in a pair.
 *
 * @param name of the column, or of the pair as "a by b"
 * @param share of all rows
 * @param error what 19 of 20 such shares stay below; NaN where nothing can be told
 */
public record ExpectedShare(String name, double share, double error) {

  /** What is promised, for whoever shows such numbers. */
  public static final String PROMISE =
      "19 of 20 such shares of the released rows will be off by less than this from the share among those your rows were"
          + " drawn from. It is reckoned for levels that are equally common, and numbers cut into ten parts of equally"
          + " many rows (six in a pair); commoner ones can be off by more.";

  /** Where it does not hold. */
  public static final String UNLESS =
      "Declare the step of numbers that come rounded, such as weights in fives: without it, parts that end at such a"
          + " number can be off by half the rows that have it.";

  /** A column of numbers is looked at in so many parts. */
  private static final int PARTS = 10;

  /** In a pair it is looked at in as many as a report shows. */
  private static final int PARTS_IN_PAIR = PairPattern.MOST_GROUPS;

  /** One for each column. */
  public static List<ExpectedShare> ofColumns(Schema schema, CountErrors errors) {
    return schema.columns().stream()
        .map(
            column -> {
              double share = typical(column, PARTS);
              return new ExpectedShare(
                  column.name(),
                  share,
                  !column.type().isNumeric()
                      ? errors.levelShare(share)
                      : errors.followed() ? errors.numberShare(share) : Double.NaN);
            })
        .toList();
  }

  /** The first so many pairs, as each would be if it is counted; none when no pair can be. */
  public static List<ExpectedShare> ofPairs(Schema schema, CountErrors errors, int most) {
    List<ExpectedShare> pairs = new ArrayList<>();
    for (int a = 0; a < schema.columnCount() && errors.pairNoise().isPresent(); a++) {
      for (int b = a + 1; b < schema.columnCount() && pairs.size() < most; b++) {
        double share =
            typical(schema.column(a), PARTS_IN_PAIR) * typical(schema.column(b), PARTS_IN_PAIR);
        pairs.add(
            new ExpectedShare(
                schema.column(a).name() + " by " + schema.column(b).name(),
                share,
                errors.pairShare(share, 1).orElseThrow()));
      }
    }
    return pairs;
  }

  /** Why there are none, where no pair is counted. */
  public static String withoutPairs(CountErrors errors) {
    return errors.relations()
        ? "Pairs of columns are not counted one by one at this size and epsilon: what all columns have to do with each other"
            + " is measured at once, and how far shares of two columns are off cannot be told beforehand."
        : "No pair of columns is counted: in the released rows columns will have nothing to do with each other.";
  }

  private static double typical(Column column, int parts) {
    return 1.0 / (column.type().isNumeric() ? parts : column.type().levelCount());
  }

  /** Whether anything can be told of the error. */
  public boolean isKnown() {
    return !Double.isNaN(error);
  }

  /** Whether the share can be seen, in a word or three. */
  public String words() {
    if (!isKnown()) {
      return "not known: of so few rows it is counted once, in even parts of its bounds, and most values may lie in one of them";
    }
    return error < 0.15 * share ? "clear" : error < 0.6 * share ? "rough" : "lost in noise";
  }
}
