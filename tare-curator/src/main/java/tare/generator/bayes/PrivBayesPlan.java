package tare.generator.bayes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import tare.accounting.PrivacyEvent;
import tare.model.ColumnBins;
import tare.noise.ExponentialChoice;
import tare.noise.Uses;

/**
 * All that {@link PrivBayes} fixes from public numbers before a row is read. Its event is the whole
 * price of a fit.
 *
 * @param bins the cells in which each column is counted first
 * @param oneWayNoise the noise on the counts of a column that is counted once
 * @param rounds the columns that are counted several times
 * @param joints the joint tables, or none when columns are taken as independent
 * @param relations what is measured of all columns together where there are too few rows for tables
 */
record PrivBayesPlan(
    List<ColumnBins> bins,
    CountNoise oneWayNoise,
    Rounds rounds,
    Optional<Joints> joints,
    Optional<RelationPlan> relations) {

  /**
   * Numbers whose cells follow the rows.
   *
   * @param columns their positions
   * @param count how often each is counted
   * @param noise the noise on each of a column's counts
   * @param perPart the rows that a cell must hold to be divided in two, twice over
   */
  record Rounds(List<Integer> columns, int count, CountNoise noise, double perPart) {
    Rounds {
      columns = List.copyOf(columns);
    }
  }

  /**
   * What is counted of pairs and triples of columns.
   *
   * @param tree tables that join columns not yet joined, at most
   * @param extra tables beyond those, at most
   * @param triples tables of three columns, or pairs or columns counted again
   * @param largestTriple the most cells of a table of three columns
   * @param mostGroups the most groups of a column
   * @param limits how large the model may become
   * @param choice how each table is chosen
   * @param noise the noise on each table
   * @param relation how far a table must stand out of its noise for its columns to be joined, see
   *     {@link TableShrinkage.Shrunk#strength()}; empty where every table is taken as it is
   */
  record Joints(
      int tree,
      int extra,
      int triples,
      double largestTriple,
      int mostGroups,
      ModelLimits limits,
      ExponentialChoice choice,
      CountNoise noise,
      OptionalDouble relation) {

    /** With more extra tables than this, several are chosen between two fits. */
    private static final int MOST_REFITS = 40;

    /** The most tables, single columns among them, that rows are weighed by. */
    static final int MOST_WEIGHED = 200;

    /** How many extra tables are chosen between two fits. */
    int batch() {
      return batch(extra);
    }

    private static int batch(int extra) {
      return (extra + MOST_REFITS - 1) / MOST_REFITS;
    }

    /** How often the model is fitted while pairs are chosen. */
    static int refits(int extra) {
      int batch = Math.max(1, batch(extra));
      return (extra + batch - 1) / batch;
    }

    /** How many of the tables that pairs leave are chosen between two fits: no more fits again. */
    int batchOf(int left) {
      int refits = Math.max(1, refits(extra));
      return (left + refits - 1) / refits;
    }

    /**
     * Whether pairs are counted that the cliques have no room for: with more tables it would take
     * too long to weigh rows by all of them, and tables that are shrunk are too few for it.
     *
     * @param columns how many there are
     */
    boolean bearsLoosePairs(int columns) {
      return relation.isEmpty() && columns + count() <= MOST_WEIGHED;
    }

    /** How many tables there are in all. */
    int count() {
      return tree + extra + triples;
    }

    /** The choices of all tables. */
    Uses<long[], Integer> choices() {
      return new Uses<>(choice, tree + extra + triples);
    }

    /** The counts of all tables. */
    Uses<long[], long[]> tables() {
      return noise.tables(tree + extra + triples);
    }
  }

  PrivBayesPlan {
    bins = List.copyOf(bins);
  }

  /** The noise on each table of counts of a column. */
  CountNoise noiseOf(int column) {
    return rounds.columns().contains(column) ? rounds.noise() : oneWayNoise;
  }

  /** The counts of columns that are counted once. */
  Uses<long[], long[]> countedOnce() {
    return oneWayNoise.tables(bins.size() - rounds.columns().size());
  }

  /** The counts of columns that are counted in rounds. */
  Uses<long[], long[]> countedInRounds() {
    return rounds.noise().tables((long) rounds.count() * rounds.columns().size());
  }

  /** What a fit does to privacy, whatever the rows are: all that it may draw. */
  PrivacyEvent event() {
    List<Uses<?, ?>> uses = new ArrayList<>(List.of(countedOnce(), countedInRounds()));
    joints.ifPresent(joint -> uses.addAll(List.of(joint.choices(), joint.tables())));
    relations.ifPresent(all -> uses.addAll(List.of(all.glance(), all.uses())));
    return new PrivacyEvent.Composed(
        uses.stream().filter(some -> some.times() > 0).map(Uses::event).toList());
  }
}
