package tare.kernel.special;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tare.random.Seed;

class FftTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 64, 256})
  void forwardIsTheSlowSumInBitReversedOrder(int size) {
    RandomGenerator random = new Seed(1).stream("fft");
    double[] re = random.doubles(size, -1, 1).toArray();
    double[] im = random.doubles(size, -1, 1).toArray();
    double[] fastRe = re.clone();
    double[] fastIm = im.clone();
    Fft.ofSize(size).forward(fastRe, fastIm);
    int bits = Integer.numberOfTrailingZeros(size);
    for (int k = 0; k < size; k++) {
      double sumRe = 0;
      double sumIm = 0;
      for (int j = 0; j < size; j++) {
        double angle = -2 * Math.PI * ((long) j * k % size) / size;
        sumRe += re[j] * Math.cos(angle) - im[j] * Math.sin(angle);
        sumIm += re[j] * Math.sin(angle) + im[j] * Math.cos(angle);
      }
      int place = bits == 0 ? 0 : Integer.reverse(k) >>> (32 - bits);
      assertThat(fastRe[place]).isCloseTo(sumRe, within(1e-12));
      assertThat(fastIm[place]).isCloseTo(sumIm, within(1e-12));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16, 1 << 15})
  void inverseUndoesForward(int size) {
    RandomGenerator random = new Seed(2).stream("fft");
    double[] re = random.doubles(size, -1, 1).toArray();
    double[] im = random.doubles(size, -1, 1).toArray();
    double[] backRe = re.clone();
    double[] backIm = im.clone();
    Fft.ofSize(size).forward(backRe, backIm);
    Fft.ofSize(size).inverse(backRe, backIm);
    assertThat(backRe).containsExactly(re, within(1e-14));
    assertThat(backIm).containsExactly(im, within(1e-14));
  }

  @Test
  void refusesSizesThatAreNoPowersOfTwo() {
    assertThatThrownBy(() -> Fft.ofSize(12)).hasMessageContaining("Got: 12");
    assertThatThrownBy(() -> Fft.ofSize(4).forward(new double[4], new double[3]))
        .hasMessage("Both arrays must have 4 values. Got: 4 and 3");
  }
}
