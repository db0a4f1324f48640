package tare.generator.bayes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tare.accounting.PrivacyEvent;
import tare.model.ColumnBins;
import tare.noise.ExponentialChoice;

/**
 * All that {@link PrivBayes} fixes from public numbers before a row is read. Its event is the whole
 * price of a fit.
 *
 * @param bins the cells in which each column is counted first
 * @param oneWayNoise the noise on the counts of a column that is counted once
 * @param rounds the columns that are counted several times
 * @param joints the joint tables, or none when columns are taken as independent
 */
record PrivBayesPlan(
    List<ColumnBins> bins, CountNoise oneWayNoise, Rounds rounds, Optional<Joints> joints) {

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
   * What is counted of pairs of columns.
   *
   * @param tree tables that join columns not yet joined, at most
   * @param extra tables beyond those, at most
   * @param mostGroups the most groups of a column
   * @param largestTable the most cells of a clique of the model
   * @param choice how each table is chosen
   * @param noise the noise on each table
   */
  record Joints(
      int tree,
      int extra,
      int mostGroups,
      long largestTable,
      ExponentialChoice choice,
      CountNoise noise) {}

  PrivBayesPlan {
    bins = List.copyOf(bins);
  }

  /** The noise on each table of counts of a column. */
  CountNoise noiseOf(int column) {
    return rounds.columns().contains(column) ? rounds.noise() : oneWayNoise;
  }

  /** What a fit does to privacy, whatever the rows are. */
  PrivacyEvent event() {
    List<PrivacyEvent> events = new ArrayList<>();
    int followed = rounds.columns().size();
    if (followed < bins.size()) {
      events.add(new PrivacyEvent.Repeated(oneWayNoise.event(), bins.size() - followed));
    }
    if (followed > 0) {
      events.add(new PrivacyEvent.Repeated(rounds.noise().event(), rounds.count() * followed));
    }
    joints.ifPresent(
        joint -> {
          int tables = joint.tree() + joint.extra();
          events.add(new PrivacyEvent.Repeated(joint.choice().event(), tables));
          events.add(new PrivacyEvent.Repeated(joint.noise().event(), tables));
        });
    return new PrivacyEvent.Composed(events);
  }
}
