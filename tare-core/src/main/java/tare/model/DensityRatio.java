package tare.model;

import tare.table.Table;

/**
 * A fitted generator whose discriminator was trained with log loss on real and made-up rows in
 * equal expected number, so that its logit estimates log(real density / synthetic density). Public,
 * like the generator.
 */
public interface DensityRatio {

  /** Estimated log ratios at rows of the generator's schema. */
  double[] logRatios(Table rows);
}
