package tare.generator.gan;

/*
 * A loop that a compiler can lay out in vectors, where Math.sin and Math.cos are calls. An angle is taken in turns, brought to
 * half a turn either side of 0 and folded to a quarter; the sine of that is a polynomial.
 */

/** Sines and cosines of many angles, good to seven digits for angles up to some thousand. */
final class Waveforms {

  private static final double TURNS = 1 / (2 * Math.PI);

  private static final double C1 = 2 * Math.PI;
  private static final double C3 = -C1 * C1 * C1 / 6;
  private static final double C5 = -C3 * C1 * C1 / 20;
  private static final double C7 = -C5 * C1 * C1 / 42;
  private static final double C9 = -C7 * C1 * C1 / 72;
  private static final double C11 = -C9 * C1 * C1 / 110;

  private Waveforms() {}

  /**
   * @param anglesThenCosines angles, which become their cosines. Modified.
   * @param sines Modified.
   */
  static void put(double[] anglesThenCosines, double[] sines) {
    for (int i = 0; i < sines.length; i++) {
      double turns = anglesThenCosines[i] * TURNS;
      sines[i] = turns - Math.rint(turns);
      double quarterOn = turns + 0.25;
      anglesThenCosines[i] = quarterOn - Math.rint(quarterOn);
    }
    sine(sines);
    sine(anglesThenCosines);
  }

  /** Turns within half a turn of 0 become their sines. @param turns Modified. */
  private static void sine(double[] turns) {
    for (int i = 0; i < turns.length; i++) {
      double turn = turns[i];
      double folded = Math.min(Math.max(turn, -0.5 - turn), 0.5 - turn);
      double square = folded * folded;
      turns[i] =
          folded
              * (C1 + square * (C3 + square * (C5 + square * (C7 + square * (C9 + square * C11)))));
    }
  }
}
