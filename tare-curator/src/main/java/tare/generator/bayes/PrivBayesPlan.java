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
 * @param bins the fine cells of each column
 * @param oneWayNoise the noise on each column's counts
 * @param joints the joint tables, or none when columns are taken as independent
 */
record PrivBayesPlan(List<ColumnBins> bins, CountNoise oneWayNoise, Optional<Joints> joints) {

  /**
   * What is counted of pairs of columns.
   *
   * @param tree tables that join columns not yet joined, at most
   * @param extra tables beyond those, at most
   * @param mostGroups the most groups of a column
   * @param choice how each table is chosen
   * @param noise the noise on each table
   */
  record Joints(int tree, int extra, int mostGroups, ExponentialChoice choice, CountNoise noise) {}

  PrivBayesPlan {
    bins = List.copyOf(bins);
  }

  /** What a fit does to privacy, whatever the rows are. */
  PrivacyEvent event() {
    List<PrivacyEvent> events = new ArrayList<>();
    events.add(new PrivacyEvent.Repeated(oneWayNoise.event(), bins.size()));
    joints.ifPresent(
        joint -> {
          int tables = joint.tree() + joint.extra();
          events.add(new PrivacyEvent.Repeated(joint.choice().event(), tables));
          events.add(new PrivacyEvent.Repeated(joint.noise().event(), tables));
        });
    return new PrivacyEvent.Composed(events);
  }
}
