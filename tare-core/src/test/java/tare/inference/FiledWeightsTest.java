package tare.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tare.random.Seed;

/** Weights that were filed against the same weights in memory. */
class FiledWeightsTest {

  private static final int COUNT = 3;
  private static final int BLOCK = 8;
  private static final int ROWS = 2 * BLOCK + 5;

  private final HeldWeights first = block(BLOCK, 1);
  private final HeldWeights second = block(BLOCK, 2);
  private final HeldWeights last = block(ROWS - 2 * BLOCK, 3);

  private static HeldWeights block(int rows, long seed) {
    RandomGenerator random = new Seed(seed).stream("weights");
    float[][] weights = new float[COUNT][rows];
    for (float[] replicate : weights) {
      double[] drawn = random.doubles(rows, 0.1, 2).toArray();
      double sum = IntStream.range(0, rows).mapToDouble(r -> drawn[r]).sum();
      for (int r = 0; r < rows; r++) {
        replicate[r] = (float) (drawn[r] * rows / sum);
      }
    }
    return new HeldWeights(weights);
  }

  private float expected(int replicate, int row) {
    HeldWeights of = row < BLOCK ? first : row < 2 * BLOCK ? second : last;
    return of.weight(replicate, row % BLOCK);
  }

  private FiledWeights filed() {
    FiledWeights.Writer writer = new FiledWeights.Writer(COUNT, BLOCK);
    writer.add(first);
    writer.add(second);
    writer.add(last);
    return writer.finish();
  }

  @Test
  void everyWeightIsReadBackInWhateverOrder() {
    FiledWeights weights = filed();
    assertThat(weights.count()).isEqualTo(COUNT);
    assertThat(weights.rows()).isEqualTo(ROWS);
    for (int b = 0; b < COUNT; b++) {
      for (int r = 0; r < ROWS; r++) {
        assertThat(weights.weight(b, r)).isEqualTo(expected(b, r));
      }
    }
    for (int r = ROWS - 1; r >= 0; r--) {
      for (int b = 0; b < COUNT; b++) {
        assertThat(weights.weight(b, r)).isEqualTo(expected(b, r));
      }
    }
  }

  @Test
  void replicatesOfFiledWeightsAreThoseOfHeldOnes() {
    Replicates replicates = new Replicates(filed(), List.of(), List.of());
    double[] middle = replicates.replicate(1);
    assertThat(middle).hasSize(ROWS);
    assertThat(middle[BLOCK + 2]).isEqualTo(expected(1, BLOCK + 2));
    Replicates some = replicates.of(3, ROWS - 1);
    double ratio = expected(2, 3) / (double) expected(2, ROWS - 1);
    assertThat(some.replicate(2)[0] / some.replicate(2)[1]).isCloseTo(ratio, within(1e-5));
  }

  @Test
  void readersOfManyThreadsDoNotDisturbEachOther() {
    FiledWeights weights = filed();
    boolean same =
        IntStream.range(0, 50_000)
            .parallel()
            .allMatch(i -> weights.weight(i % COUNT, i % ROWS) == expected(i % COUNT, i % ROWS));
    assertThat(same).isTrue();
  }

  @Test
  void blocksThatDoNotFollowAreRefused() {
    FiledWeights.Writer writer = new FiledWeights.Writer(COUNT, BLOCK);
    writer.add(last);
    assertThatThrownBy(() -> writer.add(first)).hasMessageContaining("after 5 rows");
    FiledWeights.Writer other = new FiledWeights.Writer(2, BLOCK);
    assertThatThrownBy(() -> other.add(first)).hasMessageContaining("2 replicates");
    FiledWeights.Writer narrow = new FiledWeights.Writer(COUNT, BLOCK - 1);
    assertThatThrownBy(() -> narrow.add(first)).hasMessageContaining("of 8");
  }
}
