package tare.curator;

import java.util.Optional;
import tare.curator.ReleaseRun.Release;
import tare.curator.RowBlocks.Block;
import tare.inference.FiledWeights;
import tare.inference.Replicates;
import tare.progress.Progress;
import tare.release.Bundle;
import tare.table.TableColumns;
import tare.weight.ReplicateLaw;

/*
 * Weights of millions of rows, fitted all at once, would take many times the memory of the rows, and
 * tell nothing that a hundred thousand rows do not. So the law is settled with those, and the rows
 * are drawn and given their replicate weights block by block, as a cluster draws them. Replicate
 * weights go to a file at once: they take more than the rows, and nothing asks for all of them.
 */

/** Brings a release of some rows to many, on this machine. Reads nothing but the release. */
final class ManyRows {

  private final RowBlocks blocks;
  private final TableColumns rows;
  private final Optional<FiledWeights.Writer> replicates;
  private int filled;

  private ManyRows(Release some, int count, DrawnBlocks drawn) {
    blocks = RowBlocks.of(some, count, drawn);
    rows = new TableColumns(some.bundle().synthetic().schema(), count);
    replicates =
        some.replicateLaw()
            .map(law -> new FiledWeights.Writer(law.shifts().length, RowBlocks.ROWS));
  }

  /**
   * A release of many rows of the law of another, whose rows carry their correction.
   *
   * @param some of fewer rows
   * @param drawn blocks of it that were drawn before
   */
  static Release of(Release some, int count, DrawnBlocks drawn, Progress progress) {
    drawn.noMore();
    ManyRows many = new ManyRows(some, count, drawn);
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
    replicates.ifPresent(file -> file.add(block.replicates().orElseThrow().weights()));
    filled += size;
  }

  private Replicates replicates(ReplicateLaw law) {
    return new Replicates(replicates.orElseThrow().finish(), law.covers(), law.leavesOut());
  }
}
