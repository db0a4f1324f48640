package tare.model;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A coarser partition of a column: every fine cell belongs to one group. Made from public, noised
 * one-way counts, so that joint tables are cut where the rows are and not larger than noise allows.
 */
public final class Grouping implements Serializable {

  private final int[] groupOf;
  private final int size;

  private Grouping(int[] groupOf, int size) {
    this.groupOf = groupOf;
    this.size = size;
  }

  /** All cells in one group. */
  public static Grouping single(int cells) {
    return new Grouping(new int[cells], 1);
  }

  /**
   * The partition that a list of group numbers describes; groups are numbered from 0 without gap.
   */
  static Grouping of(List<Integer> groups) {
    int size = groups.stream().mapToInt(g -> g + 1).max().orElse(0);
    int[] groupOf = groups.stream().mapToInt(Integer::intValue).toArray();
    boolean[] used = new boolean[size];
    for (int group : groupOf) {
      if (group < 0) {
        throw new IllegalArgumentException("Groups are numbered from 0. Got: " + group);
      }
      used[group] = true;
    }
    for (boolean some : used) {
      if (!some) {
        throw new IllegalArgumentException("Every group must have a cell. Got: " + groups);
      }
    }
    return new Grouping(groupOf, size);
  }

  /**
   * Merges cells until there are at most {@code most} groups, each with at least {@code least}
   * estimated rows (or only one group is left). Numbers merge with neighbours, the lightest pair
   * first; levels merge into one pool, the rarest first.
   *
   * @param estimates estimated rows per fine cell, from noised counts. Not modified.
   */
  public static Grouping merged(ColumnBins bins, double[] estimates, int most, double least) {
    return bins.ordered()
        ? mergedNumbers(bins, estimates, most, least)
        : mergedLevels(estimates, most, least);
  }

  private static Grouping mergedLevels(double[] estimates, int most, double least) {
    int cells = estimates.length;
    List<Integer> rarestFirst = new ArrayList<>();
    for (int i = 0; i < cells; i++) {
      rarestFirst.add(i);
    }
    rarestFirst.sort(Comparator.comparingDouble(i -> estimates[i]));
    int inPool = 0;
    while (inPool < cells && !settled(rarestFirst, estimates, inPool, most, least)) {
      inPool++;
    }
    int[] groupOf = new int[cells];
    for (int level : rarestFirst.subList(inPool, cells)) {
      groupOf[level] = 1;
    }
    int next = inPool > 0 ? 1 : 0;
    for (int i = 0; i < cells; i++) {
      groupOf[i] = groupOf[i] == 0 ? 0 : next++;
    }
    return new Grouping(groupOf, next);
  }

  /** Whether pooling the rarest {@code inPool} levels is enough. */
  private static boolean settled(
      List<Integer> rarestFirst, double[] estimates, int inPool, int most, double least) {
    int groups = estimates.length - inPool + (inPool > 0 ? 1 : 0);
    double poolRows = 0;
    for (int level : rarestFirst.subList(0, inPool)) {
      poolRows += estimates[level];
    }
    return groups <= most
        && (inPool == 0 || poolRows >= least)
        && estimates[rarestFirst.get(inPool)] >= least;
  }

  private static Grouping mergedNumbers(
      ColumnBins bins, double[] estimates, int most, double least) {
    List<Double> rows = new ArrayList<>();
    List<Integer> ends = new ArrayList<>();
    for (int i = 0; i < bins.values(); i++) {
      rows.add(estimates[i]);
      ends.add(i);
    }
    boolean missing = bins.size() > bins.values();
    boolean missingApart = missing && estimates[bins.values()] >= least && most > 1;
    int mostValues = Math.max(1, missingApart ? most - 1 : most);
    while (rows.size() > 1 && (rows.size() > mostValues || lightest(rows) < least)) {
      int at = rows.size() > mostValues ? lightestPair(rows) : pairOfLightest(rows);
      rows.set(at, rows.get(at) + rows.get(at + 1));
      rows.remove(at + 1);
      ends.remove(at);
    }
    int[] groupOf = new int[bins.size()];
    for (int i = 0, group = 0; i < bins.values(); i++) {
      groupOf[i] = group;
      if (i == ends.get(group)) {
        group++;
      }
    }
    if (missing) {
      groupOf[bins.values()] = missingApart ? rows.size() : 0;
    }
    return new Grouping(groupOf, rows.size() + (missingApart ? 1 : 0));
  }

  private static double lightest(List<Double> rows) {
    return rows.stream().mapToDouble(Double::doubleValue).min().orElse(0);
  }

  private static int lightestPair(List<Double> rows) {
    int best = 0;
    for (int i = 1; i + 1 < rows.size(); i++) {
      if (rows.get(i) + rows.get(i + 1) < rows.get(best) + rows.get(best + 1)) {
        best = i;
      }
    }
    return best;
  }

  private static int pairOfLightest(List<Double> rows) {
    int light = 0;
    for (int i = 1; i < rows.size(); i++) {
      if (rows.get(i) < rows.get(light)) {
        light = i;
      }
    }
    if (light == 0) {
      return 0;
    }
    if (light == rows.size() - 1) {
      return light - 1;
    }
    return rows.get(light - 1) <= rows.get(light + 1) ? light - 1 : light;
  }

  /** The same groups over finer cells. @param cellOf the cell of each finer one. Not modified. */
  public Grouping finer(int[] cellOf) {
    return new Grouping(Arrays.stream(cellOf).map(cell -> groupOf[cell]).toArray(), size);
  }

  /** The number of groups. */
  public int size() {
    return size;
  }

  /** The number of fine cells. */
  int cells() {
    return groupOf.length;
  }

  /** The group of a fine cell. */
  public int of(int cell) {
    return groupOf[cell];
  }

  /** Sums fine values by group. @param fine one value per fine cell. Not modified. */
  public double[] sums(double[] fine) {
    double[] sums = new double[size];
    for (int i = 0; i < fine.length; i++) {
      sums[groupOf[i]] += fine[i];
    }
    return sums;
  }

  /** The number of fine cells in each group. */
  public int[] members() {
    int[] members = new int[size];
    for (int group : groupOf) {
      members[group]++;
    }
    return members;
  }

  /** The group number of every fine cell. */
  List<Integer> groups() {
    List<Integer> groups = new ArrayList<>();
    for (int group : groupOf) {
      groups.add(group);
    }
    return groups;
  }
}
