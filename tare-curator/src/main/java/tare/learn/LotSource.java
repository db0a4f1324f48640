package tare.learn;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import tare.gate.PrivateRows;
import tare.noise.PoissonLots;
import tare.table.EncodedRows.RowEncoder;

/** Private examples: they come in lots that chance draws, and in no other way. */
@FunctionalInterface
public interface LotSource {

  /**
   * Lots into which every example enters independently with one probability.
   *
   * @param rate in (0, 1]
   * @param bits 64 uniform bits at a time
   */
  Supplier<Examples> lots(double rate, LongSupplier bits);

  /** Private rows that all have the same target. */
  static LotSource labelled(
      PrivateRows rows, int width, RowEncoder<float[]> encoder, float target) {
    return (rate, bits) -> {
      PrivateRows.Lots lots = rows.lots(width, encoder, rate, bits);
      return () -> new LotExamples(lots.next().rows(), width, target);
    };
  }

  /**
   * Private rows that all have the same target, where the rows of a unit share one clip: whoever
   * has several is clipped as a whole, and a sum moves no further than by the clip for a unit with
   * any number of rows (docs/proofs/dp-sgd.md). So every unit counts about alike.
   */
  static LotSource sharedByUnits(
      PrivateRows rows, int width, RowEncoder<float[]> encoder, float target) {
    return (rate, bits) -> {
      PrivateRows.Lots lots = rows.lots(width, encoder, rate, bits);
      return () -> {
        PrivateRows.Lot lot = lots.next();
        return new SharedExamples(
            new LotExamples(lot.rows(), width, target), SharedExamples.shares(lot.starts()));
      };
    };
  }

  /** Examples that are at hand. */
  static LotSource of(Examples rows) {
    return (rate, bits) -> {
      PoissonLots chance = new PoissonLots(rate, bits);
      return () -> rows.picked(chance.draw(rows.size()));
    };
  }
}
