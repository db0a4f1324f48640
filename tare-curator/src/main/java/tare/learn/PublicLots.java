package tare.learn;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Lots of public rows of one size: pieces of a shuffled order, shuffled again when it runs out. */
final class PublicLots {

  private final int[] order;
  private final int lotSize;
  private final RandomGenerator random;
  private int at;

  PublicLots(int rows, int lotSize, RandomGenerator random) {
    this.order = new int[rows];
    Arrays.setAll(order, i -> i);
    this.lotSize = Math.min(rows, lotSize);
    this.random = random;
    this.at = rows;
  }

  int[] draw() {
    if (at + lotSize > order.length) {
      shuffle();
      at = 0;
    }
    int[] lot = Arrays.copyOfRange(order, at, at + lotSize);
    at += lotSize;
    return lot;
  }

  private void shuffle() {
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
  }
}
