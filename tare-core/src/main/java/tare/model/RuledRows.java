package tare.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tare.progress.Progress;
import tare.random.Seed;
import tare.schema.RowRule;
import tare.table.ColumnarTable;
import tare.table.Table;

/**
 * Rows of a fitted generator that keep all rules of its schema, and meet a condition if one is
 * asked for. Candidates are drawn until enough of them do, so the rows have the model's law given
 * the rules and the condition. All of it is public: it costs no privacy.
 *
 * @param table the rows
 * @param kept the share of candidates that were kept: what is far below one says that the model
 *     knows little of the rules, or that few of its rows meet the condition
 */
public record RuledRows(Table table, double kept) {

  /** Candidates per row asked for, and some more, after which the search is given up. */
  private static final long MOST_CANDIDATES = 2_000;

  private static final int LEAST_BATCH = 2_000;
  private static final int LARGEST_BATCH = 200_000;

  /**
   * Draws rows.
   *
   * @throws IllegalArgumentException when hardly any row of the model meets the condition
   */
  public static RuledRows sample(
      FittedGenerator generator, int rows, Seed seed, Optional<RowRule> where) {
    return sample(generator, rows, seed, where, Progress.SILENT);
  }

  /**
   * Draws rows.
   *
   * @param progress hears how far it is
   * @throws IllegalArgumentException when hardly any row of the model meets the condition
   */
  public static RuledRows sample(
      FittedGenerator generator, int rows, Seed seed, Optional<RowRule> where, Progress progress) {
    List<RowRule> rules = generator.schema().rules();
    if (rules.isEmpty() && where.isEmpty()) {
      return new RuledRows(generator.sample(rows, seed, progress), 1);
    }
    double[][] values = new double[generator.schema().columnCount()][rows];
    long candidates = 0;
    int found = 0;
    for (int batch = 0; found < rows; batch++) {
      progress.at("sampling rows", found / (double) rows);
      if (candidates > MOST_CANDIDATES * (rows + LEAST_BATCH)) {
        throw new IllegalArgumentException(
            "Fewer than one in "
                + MOST_CANDIDATES
                + " of the model's rows keep the rules"
                + where.map(condition -> " and meet \"" + condition + "\"").orElse("")
                + ". Ask for a wider condition, or look at the rules.");
      }
      double rate = Math.max(1e-3, candidates == 0 ? 1 : (found + 1.0) / candidates);
      int size = (int) Math.max(LEAST_BATCH, Math.min(LARGEST_BATCH, 1.1 * (rows - found) / rate));
      Table drawn = generator.sample(size, seed.child("candidates " + batch));
      candidates += size;
      int[] kept = kept(drawn, rules, where);
      int used = Math.min(kept.length, rows - found);
      for (int c = 0; c < values.length; c++) {
        for (int i = 0; i < used; i++) {
          values[c][found + i] = drawn.value(kept[i], c);
        }
      }
      found += used;
      candidates -= used == kept.length ? 0 : size - 1 - kept[used - 1];
    }
    return new RuledRows(
        ColumnarTable.of(generator.schema(), values), rows == 0 ? 1 : (double) rows / candidates);
  }

  private static int[] kept(Table table, List<RowRule> rules, Optional<RowRule> where) {
    List<Integer> kept = new ArrayList<>();
    for (int r = 0; r < table.rowCount(); r++) {
      RowRule.Values row = values(table, r);
      if (rules.stream().allMatch(rule -> rule.keptBy(row))
          && where.map(condition -> condition.metBy(row)).orElse(true)) {
        kept.add(r);
      }
    }
    return kept.stream().mapToInt(Integer::intValue).toArray();
  }

  private static RowRule.Values values(Table table, int row) {
    return new RowRule.Values() {
      @Override
      public double number(int column) {
        return table.number(row, column);
      }

      @Override
      public int level(int column) {
        return table.level(row, column);
      }

      @Override
      public boolean missing(int column) {
        return table.missing(row, column);
      }
    };
  }
}
