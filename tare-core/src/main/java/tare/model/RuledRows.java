package tare.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
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
 * @param breaking how many rows, the last ones, do not keep the rules after all: none but where a
 *     release is drawn from a model that hardly ever keeps them
 */
public record RuledRows(Table table, double kept, int breaking) {

  /** Candidates per row found, and some more, after which the search is given up. */
  private static final long MOST_CANDIDATES = 2_000;

  private static final int LEAST_BATCH = 2_000;
  private static final int LARGEST_BATCH = 200_000;

  /** Rows that all keep the rules. */
  public RuledRows(Table table, double kept) {
    this(table, kept, 0);
  }

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
    RuledRows ruled = asFarAsPossible(generator, rows, seed, where, progress);
    if (ruled.breaking > 0) {
      throw new IllegalArgumentException(
          "Fewer than one in "
              + MOST_CANDIDATES
              + " of the model's rows keep the rules"
              + where.map(condition -> " and meet \"" + condition + "\"").orElse("")
              + ". Ask for a wider condition, or look at the rules.");
    }
    return ruled;
  }

  /**
   * Draws rows for a release, whatever the model: where hardly any of its rows keeps the rules, the
   * last rows are as they were drawn. The model is paid for, and what noise made of it must not
   * decide whether there is a release.
   */
  public static RuledRows forRelease(
      FittedGenerator generator, int rows, Seed seed, Progress progress) {
    return asFarAsPossible(generator, rows, seed, Optional.empty(), progress);
  }

  private static RuledRows asFarAsPossible(
      FittedGenerator generator, int rows, Seed seed, Optional<RowRule> where, Progress progress) {
    List<RowRule> rules = generator.schema().rules();
    if (rules.isEmpty() && where.isEmpty()) {
      return new RuledRows(generator.sample(rows, seed, progress), 1);
    }
    double[][] values = new double[generator.schema().columnCount()][rows];
    long candidates = 0;
    int found = 0;
    for (int batch = 0;
        found < rows && candidates <= MOST_CANDIDATES * ((long) found + LEAST_BATCH);
        batch++) {
      progress.at("sampling rows", found / (double) rows);
      double rate = Math.max(1e-3, candidates == 0 ? 1 : (found + 1.0) / candidates);
      int size = (int) Math.max(LEAST_BATCH, Math.min(LARGEST_BATCH, 1.1 * (rows - found) / rate));
      Table drawn = generator.sample(size, seed.child("candidates " + batch));
      candidates += size;
      int[] kept = kept(drawn, rules, where);
      int used = Math.min(kept.length, rows - found);
      put(drawn, Arrays.copyOf(kept, used), values, found);
      found += used;
      candidates -= used == kept.length ? 0 : size - 1 - kept[used - 1];
    }
    int missing = rows - found;
    if (missing > 0) {
      Table rest = generator.sample(missing, seed.child("rows that break rules"));
      put(rest, IntStream.range(0, missing).toArray(), values, found);
    }
    return new RuledRows(
        ColumnarTable.of(generator.schema(), values),
        rows == 0 ? 1 : (double) found / candidates,
        missing);
  }

  /** Copies some rows. @param to Modified from row {@code at} on. */
  private static void put(Table from, int[] rows, double[][] to, int at) {
    for (int c = 0; c < to.length; c++) {
      for (int i = 0; i < rows.length; i++) {
        to[c][at + i] = from.value(rows[i], c);
      }
    }
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
