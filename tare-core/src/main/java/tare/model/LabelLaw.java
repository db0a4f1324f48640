package tare.model;

import java.util.random.RandomGenerator;

/**
 * The law of the label that a conditional GAN is conditioned on: public, because it was bought, or
 * because nothing is protected.
 *
 * @param probabilities one per level, a missing label counting as the last; empty without a label.
 *     Not copied
 * @param value what networks see of a row's own level; of all others they see zeros
 */
public record LabelLaw(double[] probabilities, float value) {

  /** The law of a generator without labels. */
  public static final LabelLaw NONE = new LabelLaw(new double[0], 1);

  /**
   * The law that noised counts speak of: never zero, so that every label can be drawn and weighed.
   */
  public static LabelLaw ofCounts(long[] noisedCounts, float value) {
    double[] law = new double[noisedCounts.length];
    double total = 0;
    for (int i = 0; i < law.length; i++) {
      law[i] = Math.max(1, noisedCounts[i]);
      total += law[i];
    }
    for (int i = 0; i < law.length; i++) {
      law[i] /= total;
    }
    return new LabelLaw(law, value);
  }

  /** The number of levels. */
  public int levels() {
    return probabilities.length;
  }

  /** A level. */
  public int draw(RandomGenerator random) {
    double left = random.nextDouble();
    for (int i = 0; i < probabilities.length; i++) {
      left -= probabilities[i];
      if (left < 0) {
        return i;
      }
    }
    return probabilities.length - 1;
  }

  /**
   * Draws a level and writes it, one value per level, to two places. @param to Modified. @param
   * also Modified.
   */
  public void draw(RandomGenerator random, float[] to, int at, float[] also, int alsoAt) {
    if (probabilities.length == 0) {
      return;
    }
    int hot = draw(random);
    for (int i = 0; i < probabilities.length; i++) {
      to[at + i] = i == hot ? value : 0f;
      also[alsoAt + i] = i == hot ? value : 0f;
    }
  }
}
