package tare.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tare.kernel.linear.MeanCovariance;
import tare.random.Seed;
import tare.table.Table;
import tare.table.TableAppender;
import tare.weight.Tables;

class FeaturesTest {

  /** Rows far from anything synthetic, single synthetic rows, constant columns: always bounded. */
  @ParameterizedTest
  @EnumSource(FeatureKind.class)
  void noRowIsLongerThanTheRadius(FeatureKind kind) {
    Table wild = Tables.mixedRows(500, 3, new Seed(9));
    TableAppender same = new TableAppender(Tables.mixed());
    for (int i = 0; i < 3; i++) {
      same.append(0, 2, 1);
    }
    for (Table synthetic :
        new Table[] {Tables.mixedRows(100, 0, new Seed(1)), wild, same.finish()}) {
      Features features = Features.of(kind, synthetic);
      double[] matrix = features.encode(wild);
      int p = features.width();
      assertThat(matrix).hasSize(500 * p);
      for (int r = 0; r < 500; r++) {
        double squares = 0;
        for (int j = 0; j < p; j++) {
          double value = matrix[r * p + j];
          squares += value * value;
          assertThat(Math.abs(value))
              .isLessThanOrEqualTo(features.largestCoordinate() * (1 + 1e-12));
        }
        assertThat(Math.sqrt(squares)).isLessThanOrEqualTo(features.radius() * (1 + 1e-12));
      }
    }
  }

  @Test
  void whitenedSyntheticRowsHaveAboutUnitCovariance() {
    Table synthetic = Tables.gaussian(5_000, 4, 1, new Seed(3).stream("rows"));
    Features features = Features.of(FeatureKind.WHITENED, synthetic);
    int p = features.width();
    double[] matrix = features.encode(synthetic);
    double[] mean = MeanCovariance.mean(matrix, 5_000, p);
    double[] covariance = MeanCovariance.covariance(matrix, 5_000, p, mean);
    assertThat(mean[0]).isEqualTo(1);
    for (int i = 1; i < p; i++) {
      assertThat(mean[i]).isCloseTo(0, within(0.05));
      for (int j = 1; j < p; j++) {
        // Clipping and the ridge take a little away.
        assertThat(covariance[i * p + j]).isCloseTo(i == j ? 0.93 : 0, within(0.1));
      }
    }
  }

  /** A level that the others imply has no coordinate of its own. */
  @Test
  void whiteningDropsImpliedLevels() {
    Table synthetic = Tables.mixedRows(50, 0, new Seed(1));
    // Intercept; age and its missing; b, c and missing of group; yes of sick.
    assertThat(Features.of(FeatureKind.WHITENED, synthetic).width()).isEqualTo(7);
    assertThat(Features.of(FeatureKind.BOX, synthetic).width()).isEqualTo(9);
  }
}
