package tare.generator.gan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class WaveformsTest {

  /** Over hundreds of turns either way, with every fold among the angles. */
  @Test
  void sinesAndCosinesAreThoseOfTheLibrary() {
    double[] angles = new double[80_001];
    Arrays.setAll(angles, i -> (i - 40_000) * Math.PI / 64);
    double[] cosines = angles.clone();
    double[] sines = new double[angles.length];
    Waveforms.put(cosines, sines);
    for (int i = 0; i < angles.length; i++) {
      assertThat(sines[i]).as("sine of %s", angles[i]).isCloseTo(Math.sin(angles[i]), offset(1e-7));
      assertThat(cosines[i])
          .as("cosine of %s", angles[i])
          .isCloseTo(Math.cos(angles[i]), offset(1e-7));
    }
  }
}
