package tare.generator.bayes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import tare.generator.bayes.TableShrinkage.Shrunk;

/**
 * All noised tables that a model is fitted to: those of single columns first, then those of chosen
 * ones, where they are few and small shrunk towards independent columns ({@link TableShrinkage}).
 * Public.
 */
final class KnownTables {

  private final List<NoisedTable> tables = new ArrayList<>();
  private final List<NoisedTable> loose = new ArrayList<>();
  private final TableShrinkage shrinkage;
  private final double variance;
  private final boolean shrinks;
  private final double total;

  /**
   * Starts with the tables of single columns.
   *
   * @param variance of the noise of a table that is counted once
   * @param shrinks whether tables of pairs are shrunk
   * @param total the public row count
   */
  KnownTables(List<OneWay> columns, double variance, boolean shrinks, double total) {
    int[] sizes = columns.stream().mapToInt(column -> column.grouping().size()).toArray();
    boolean[] ordered = new boolean[sizes.length];
    for (int c = 0; c < sizes.length; c++) {
      ordered[c] = columns.get(c).bins().ordered();
      tables.add(columns.get(c).table());
    }
    this.shrinkage = new TableShrinkage(sizes, ordered);
    this.variance = variance;
    this.shrinks = shrinks;
    this.total = total;
  }

  /** The tables that the cliques hold. */
  List<NoisedTable> held() {
    return tables;
  }

  /** Those and the pairs that they do not hold. */
  List<NoisedTable> all() {
    return Stream.concat(tables.stream(), loose.stream()).toList();
  }

  /** Whether there are pairs that the cliques do not hold. */
  boolean areLoose() {
    return !loose.isEmpty();
  }

  /** Takes in the noised counts of a candidate. @param noised Modified. */
  void hear(Candidate candidate, double[] noised) {
    candidate.times++;
    for (int i = 0; candidate.times > 1 && i < noised.length; i++) {
      double before = candidate.noised[i];
      noised[i] = before + (noised[i] - before) / candidate.times;
    }
    candidate.noised = noised;
  }

  /** How far a pair's noised counts stand out of their noise: {@link Shrunk#strength()}. */
  double strength(Candidate pair) {
    return shrunk(pair).strength();
  }

  /** Adds what was heard of a candidate, or puts it in the place of what was heard before. */
  void keep(Candidate candidate) {
    boolean pair = candidate.columns().size() == 2;
    double[] counts = shrinks && pair ? shrunk(candidate).counts() : candidate.noised;
    double[] variances = new double[counts.length];
    Arrays.fill(variances, variance / candidate.times);
    NoisedTable table = new NoisedTable(candidate.columns(), counts, variances);
    List<NoisedTable> among = candidate.loose ? loose : tables;
    if (candidate.table >= 0) {
      among.set(candidate.table, table);
    } else {
      candidate.table = among.size();
      among.add(table);
    }
  }

  /**
   * Adds what was heard of each of a pair's columns, and nothing of them together, or puts it in
   * the place of what was heard before.
   */
  void keepColumns(Candidate pair) {
    if (pair.sums < 0) {
      pair.sums = tables.size();
      tables.add(sums(pair, 0));
      tables.add(sums(pair, 1));
    } else {
      tables.set(pair.sums, sums(pair, 0));
      tables.set(pair.sums + 1, sums(pair, 1));
    }
  }

  private NoisedTable sums(Candidate pair, int axis) {
    int column = pair.columns().get(axis);
    double[] sums = TableShrinkage.sums(pair.noised, size(column), axis == 0);
    double[] variances = new double[sums.length];
    Arrays.fill(variances, variance / pair.times * pair.noised.length / sums.length);
    return new NoisedTable(List.of(column), sums, variances);
  }

  private int size(int column) {
    return tables.get(column).counts().length;
  }

  private Shrunk shrunk(Candidate pair) {
    return shrinkage.towardsProduct(
        tables.get(pair.first()),
        tables.get(pair.second()),
        pair.noised,
        variance / pair.times,
        total);
  }
}
