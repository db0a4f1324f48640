package tare.curator;

import tare.model.CandidateLook;
import tare.progress.Progress;

/** Who draws the first blocks of a release to come and adds up what they tell of its weights. */
public interface BlockSums {

  /**
   * {@link RowBlocks#look} at the first blocks, added up in whatever order.
   *
   * @param count how many
   */
  CandidateLook of(RowBlocks blocks, int count, CandidateLook.Bounds bounds);

  /** This machine, one after the other. */
  static BlockSums here(Progress progress) {
    return (blocks, count, bounds) -> {
      CandidateLook all = blocks.look(0, bounds, () -> progress.at("settling weights", 0));
      for (int b = 1; b < count; b++) {
        double done = b / (double) count;
        all = all.plus(blocks.look(b, bounds, () -> progress.at("settling weights", done)));
      }
      return all;
    };
  }
}
