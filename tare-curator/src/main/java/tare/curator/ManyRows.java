package tare.curator;

import java.util.Optional;
import tare.curator.ReleaseRun.Release;
import tare.curator.RowBlocks.Block;
import tare.inference.Replicates;
import tare.progress.Progress;
import tare.release.Bundle;
import tare.table.TableColumns;
import tare.weight.ReplicateLaw;

/*
 * Weights of millions of rows, fitted all at once, would take many times the memory of the rows, and
 * tell nothing that a hundred thousand rows do not. So the law is settled with those, and the rows
 * are drawn and given their replicate weights block by block, as a cluster draws them.
 */

/** Brings a release of some rows to many, on this machine. Reads nothing but the release. */
final class ManyRows {

  private final RowBlocks blocks;
  private final TableColumns rows;
  private final float[][] replicates;
  private int filled;

  private ManyRows(Release some, int count) {
    blocks = RowBlocks.of(some, count);
    rows = new TableColumns(some.bundle().synthetic().schema(), count);
    int copies = some.replicateLaw().map(law -> law.shifts().length).orElse(0);
    replicates = new float[copies][count];
  }

  /**
   * A release of many rows of the law of another, whose rows carry their correction.
   *
   * @param some of fewer rows
   */
  static Release of(Release some, int count, Progress progress) {
    ManyRows many = new ManyRows(some, count);
    for (int b = 0; b < many.blocks.count(); b++) {
      double done = b / (double) many.blocks.count();
      progress.at("drawing rows", done);
      many.add(many.blocks.block(b, () -> progress.at("drawing rows", done)));
    }
    Bundle bundle = some.bundle();
    return new Release(
        new Bundle(
            many.rows.finish(),
            bundle.weights().map(weights -> weights.ofMoreRows(count)),
            some.replicateLaw().map(many::replicates),
            bundle.privacy(),
            bundle.provenance(),
            bundle.model()),
        some.weightsRefused(),
        some.replicateLaw());
  }

  private void add(Block block) {
    int size = block.rows().rowCount();
    for (int c = 0; c < block.rows().schema().columnCount(); c++) {
      for (int r = 0; r < size; r++) {
        rows.put(c, filled + r, block.rows().value(r, c));
      }
    }
    Optional<Replicates> own = block.replicates();
    for (int b = 0; b < replicates.length; b++) {
      System.arraycopy(own.orElseThrow().weights()[b], 0, replicates[b], filled, size);
    }
    filled += size;
  }

  private Replicates replicates(ReplicateLaw law) {
    return new Replicates(replicates, law.covers(), law.leavesOut());
  }
}
