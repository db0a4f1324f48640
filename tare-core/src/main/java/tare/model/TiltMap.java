package tare.model;

import java.io.Serializable;
import tare.kernel.regression.QuadraticMoments;
import tare.kernel.regression.TiltRows;
import tare.table.Table;

/**
 * What a tilt sees of rows: moments of a public map, then coarse shares of single columns.
 *
 * @param features the map from rows to vectors
 * @param moments which products of its coordinates count
 * @param shares may be none
 */
public record TiltMap(MomentFeatures features, QuadraticMoments moments, ShareFeatures shares)
    implements Serializable {

  /** The number of moments and shares. */
  public int size() {
    return moments.size() + shares.width();
  }

  /** The same moments with other shares. */
  public TiltMap withShares(ShareFeatures others) {
    return new TiltMap(features, moments, others);
  }

  /** Rows as a tilt sees them. */
  public TiltRows rows(Table table) {
    return TiltRows.ofColumns(
        features.columns(table), table.rowCount(), moments, shares.codes(table), shares.width());
  }

  /** Rows whose moments are known already. @param seen the same rows under other shares */
  public TiltRows rows(Table table, TiltRows seen) {
    return seen.withCodes(shares.codes(table), shares.width());
  }
}
