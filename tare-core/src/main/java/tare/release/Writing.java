package tare.release;

import tare.progress.Progress;
import tare.table.RowsRead;
import tare.table.TableWithExtras;

/** How far the writing of a release is, by the cells of its tables; may be ended. */
final class Writing {

  /** What the phase is called. */
  static final String PHASE = "writing the release";

  private final Progress progress;
  private final double cells;
  private double before;

  /**
   * @param cells of all tables that will be written
   */
  Writing(Progress progress, double cells) {
    this.progress = progress;
    this.cells = Math.max(1, cells);
  }

  /** The cells of a bundle's tables, each of which is written twice. */
  static double cells(Bundle bundle) {
    double rows = bundle.synthetic().rowCount();
    int weights = bundle.weights().isPresent() ? ReleaseFolder.WEIGHT_COLUMNS.size() : 0;
    int copies = bundle.replicates().map(r -> r.count()).orElse(0);
    return 2 * rows * (bundle.synthetic().schema().columnCount() + weights + copies);
  }

  /** Hears of the next table. */
  RowsRead of(TableWithExtras rows) {
    int width = rows.table().schema().columnCount() + rows.extras().size();
    double start = before;
    before += (double) width * rows.table().rowCount();
    return done -> at(start + (double) width * done);
  }

  /** Tables are written; what is left is small. */
  void goOn() {
    at(cells);
  }

  private void at(double done) {
    progress.at(PHASE, Math.min(1, done / cells));
  }
}
