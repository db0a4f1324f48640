package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static tare.gate.SmallTables.GROUPS;
import static tare.gate.SmallTables.larger;
import static tare.gate.SmallTables.smaller;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.audit.ReplayAudit.Pipeline;
import tare.audit.ReplayAudit.Result;
import tare.gate.Gate;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.mechanism.NoisedCount;
import tare.mechanism.NoisedCounts;
import tare.mechanism.PrivateChoice;
import tare.noise.DiscreteGaussian;
import tare.noise.DiscreteLaplace;
import tare.noise.GridGaussian;
import tare.noise.NoiseSource;
import tare.noise.SeededNoise;
import tare.noise.SphericalNoise;
import tare.table.Cells;

/** An honest pipeline passes; each planted fault is named. No chance is involved. */
class ReplayAuditTest {

  private static Result audit(Pipeline pipeline) {
    return ReplayAudit.audit(
        pipeline, larger(), List.of(smaller()), new PrivacyBudget(100, 1e-6), new SeededNoise(1));
  }

  /** A mechanism that also tells its caller how many rows there are, around the gate. */
  private record Whispering(List<Integer> heard) implements Mechanism<Long> {
    @Override
    public String purpose() {
      return "whisper";
    }

    @Override
    public PrivacyEvent event() {
      return DiscreteLaplace.of(1).event();
    }

    @Override
    public Long apply(PrivateRows privateRows, NoiseSource noise) {
      heard.add((int) privateRows.counts(Cells.ONE)[0]);
      return 0L;
    }
  }

  private static int exactCount(Gate gate) {
    List<Integer> heard = new ArrayList<>();
    long ignored = gate.run(new Whispering(heard));
    assertThat(ignored).isZero();
    return heard.get(0);
  }

  private static void faultIs(Pipeline pipeline, String words) {
    Result result = audit(pipeline);
    assertThat(result.passed()).isFalse();
    assertThat(result.summary()).contains("VIOLATED").contains(words);
  }

  @Test
  void anHonestAdaptivePipelinePasses() {
    Result result =
        audit(
            gate -> {
              long n = NoisedCount.usable(gate.run(NoisedCount.withEpsilon(1)));
              long[] counts =
                  gate.run(new NoisedCounts("groups", GROUPS, DiscreteLaplace.of(1 + 1.0 / n)));
              counts[0]++; // A pipeline may work in place on what it has bought.
              int best = gate.run(PrivateChoice.of("best", t -> t.counts(GROUPS), 1, 0.5));
              return List.of(n, counts, best, Map.of("best", best), Optional.of("done"));
            });
    assertThat(result.faults()).isEmpty();
    assertThat(result.mechanisms()).isEqualTo(3);
    assertThat(result.largestShare()).isEqualTo(1);
    assertThat(result.summary()).contains("stands").contains("3 mechanisms");
  }

  @Test
  void anExactCountAmongTheArtefactsIsFound() {
    faultIs(gate -> "rows: " + exactCount(gate), "public outcome differs");
  }

  @Test
  void anExactCountInsideAMechanismIsFound() {
    faultIs(
        gate -> {
          int n = exactCount(gate);
          return gate.run(
              Claimed.vector(
                  "mean",
                  table -> new double[] {table.counts(Cells.ONE)[0] / (double) n},
                  GridGaussian.of(1, 1, 1)));
        },
        "What \"mean\" holds");
  }

  @Test
  void noiseScaledByTheRowsIsFound() {
    faultIs(
        gate -> gate.run(new NoisedCount(DiscreteGaussian.of(exactCount(gate)))),
        "event of \"count rows\" depends on the rows");
  }

  @Test
  void aMechanismMoreOrLessIsFound() {
    faultIs(
        gate -> exactCount(gate) > 2 ? gate.run(NoisedCount.withEpsilon(1)) : Long.valueOf(0),
        "did not run on the neighbour");
    faultIs(
        gate -> exactCount(gate) < 3 ? gate.run(NoisedCount.withEpsilon(1)) : Long.valueOf(0),
        "ran on the neighbour only");
    faultIs(
        gate ->
            exactCount(gate) > 2
                ? gate.run(NoisedCount.withEpsilon(1))
                : gate.run(new NoisedCounts("groups", GROUPS, DiscreteLaplace.of(1))),
        "became \"groups\"");
  }

  @Test
  void anErrorThatDependsOnTheRowsIsFound() {
    faultIs(
        gate -> {
          if (exactCount(gate) > 2) {
            throw new IllegalArgumentException("Too many rows.");
          }
          return "fine";
        },
        "failure IllegalArgumentException");
    faultIs(
        gate -> {
          throw new IOException("There are " + exactCount(gate) + " rows.");
        },
        "There are 3 rows.");
  }

  @Test
  void aStatisticThatMovesByMoreThanItsClaimIsFound() {
    faultIs(
        gate ->
            gate.run(
                Claimed.vector(
                    "twice the count",
                    table -> new double[] {2 * table.counts(Cells.ONE)[0]},
                    GridGaussian.of(1, 1, 1))),
        "moved by 2.0 times its claim");
  }

  /** A mechanism from a function, with the event that it claims. */
  private record Made(String purpose, PrivacyEvent event, Inside inside)
      implements Mechanism<Object> {
    @Override
    public Object apply(PrivateRows privateRows, NoiseSource noise) {
      return inside.run(privateRows, noise);
    }
  }

  private interface Inside {
    Object run(PrivateRows rows, NoiseSource noise);
  }

  private static Pipeline made(PrivacyEvent event, Inside inside) {
    return gate -> gate.run(new Made("made", event, inside));
  }

  private static final PrivacyEvent EPSILON_ONE = DiscreteLaplace.of(1).event();

  @Test
  void anHonestMechanismOfManyMeasurementsPasses() {
    Inside inside =
        (rows, noise) -> {
          long[] noised = new NoisedCounts("", GROUPS, DiscreteLaplace.of(4)).apply(rows, noise);
          int best = PrivateChoice.of("", t -> t.counts(GROUPS), 1, 0.25).apply(rows, noise);
          double[] mean =
              Claimed.vector(
                      "",
                      t -> new double[] {t.counts(Cells.ONE)[0], noised[best]},
                      GridGaussian.of(5, 1, 2))
                  .apply(rows, noise);
          double[] round =
              SphericalNoise.of(0.25, 1, 2)
                  .addTo(new double[] {rows.counts(Cells.ONE)[0], 0}, noise);
          return List.of(noised, best, mean, round);
        };
    PrivacyEvent event =
        new PrivacyEvent.Composed(
            DiscreteLaplace.of(4).event(),
            new PrivacyEvent.Exponential(0.25),
            new PrivacyEvent.Gaussian(5),
            new PrivacyEvent.Spherical(0.25));
    Result result = audit(made(event, inside));
    assertThat(result.faults()).isEmpty();
    assertThat(result.largestShare()).isBetween(0.5, 1.00001);
  }

  @Test
  void anEventThatClaimsLessThanIsLostIsFound() {
    faultIs(
        made(
            EPSILON_ONE,
            (rows, noise) -> DiscreteLaplace.of(0.8).addTo(rows.counts(Cells.ONE)[0], noise)),
        "loses 1.25");
    // Two tables of counts for the price of one.
    faultIs(
        made(
            EPSILON_ONE,
            (rows, noise) -> {
              NoisedCounts counts = new NoisedCounts("", GROUPS, DiscreteLaplace.of(1));
              return List.of(counts.apply(rows, noise), counts.apply(rows, noise));
            }),
        "loses 2.0");
    // A choice whose scores one row moves by three.
    faultIs(
        made(
            new PrivacyEvent.Exponential(1),
            (rows, noise) ->
                PrivateChoice.ofMonotone("", t -> new long[] {3 * t.counts(Cells.ONE)[0], 0}, 1, 1)
                    .apply(rows, noise)),
        "times the epsilon of its event");
  }

  @Test
  void cellsReadOffTheDataAreFound() {
    faultIs(
        made(
            EPSILON_ONE,
            (rows, noise) -> {
              List<Long> seen = new ArrayList<>();
              for (long count : rows.counts(GROUPS)) {
                if (count > 0) {
                  seen.add(DiscreteLaplace.of(1).addTo(count, noise));
                }
              }
              return seen;
            }),
        "measures, or in which order");
  }

  @Test
  void anExactValueInTheOutputIsFound() {
    faultIs(
        made(
            EPSILON_ONE,
            (rows, noise) ->
                Math.max(
                        rows.counts(Cells.ONE)[0],
                        DiscreteLaplace.of(1).addTo(rows.counts(Cells.ONE)[0], noise))
                    + rows.counts(Cells.ONE)[0]),
        "depends on rows beyond what it measures");
  }

  @Test
  void theInsideOfAMechanismThatDrawsItsOwnBitsIsLeftToOtherTests() {
    Result result =
        audit(made(EPSILON_ONE, (rows, noise) -> rows.counts(Cells.ONE)[0] + noise.nextLong(9)));
    assertThat(result.faults()).isEmpty();
    assertThat(result.largestShare()).isZero();
  }

  /** Of training noise at least its width and number are held against the recording. */
  @Test
  void trainingNoiseThatFollowsTheRowsIsFound() {
    faultIs(
        made(
            EPSILON_ONE,
            (rows, noise) -> {
              float[] direction = new float[3];
              noise.fillGaussian((float) rows.counts(Cells.ONE)[0], direction, 0, 3);
              return direction;
            }),
        "measures, or in which order");
    faultIs(
        made(
            EPSILON_ONE,
            (rows, noise) -> {
              float[] direction = new float[3];
              for (long i = rows.counts(Cells.ONE)[0]; i > 0; i--) {
                noise.fillGaussian(1f, direction, 0, 3);
              }
              return direction;
            }),
        "measures, or in which order");
  }

  @Test
  void aFileWhoseLengthTellsIsFound(@TempDir Path folder) {
    faultIs(
        gate -> {
          Path file = folder.resolve("padding.txt");
          Files.writeString(file, "x".repeat(exactCount(gate)));
          return folder;
        },
        "public outcome differs");
  }

  @Test
  void fingerprintsTellValuesApartAndNotInstances() {
    assertThat(Fingerprint.of(new double[] {1, 2})).isEqualTo(Fingerprint.of(new double[] {1, 2}));
    assertThat(Fingerprint.of(new double[] {1, 2}))
        .isNotEqualTo(Fingerprint.of(new double[] {2, 1}))
        .isNotEqualTo(Fingerprint.of(new float[] {1, 2}));
    assertThat(Fingerprint.of(List.of("ab", "c"))).isNotEqualTo(Fingerprint.of(List.of("a", "bc")));
    assertThat(Fingerprint.of(larger())).isEqualTo(Fingerprint.of(larger()));
    assertThat(Fingerprint.of(larger())).isNotEqualTo(Fingerprint.of(smaller()));
    assertThat(Fingerprint.of(DiscreteGaussian.of(2)))
        .isEqualTo(Fingerprint.of(DiscreteGaussian.of(2)))
        .isNotEqualTo(Fingerprint.of(DiscreteGaussian.of(Math.nextUp(2.0))));
    assertThat(Fingerprint.of(null)).isNotEqualTo(Fingerprint.of("null"));
    double[] shared = {1};
    assertThat(Fingerprint.of(List.of(shared, shared)))
        .isEqualTo(Fingerprint.of(List.of(shared, new double[] {1})));
    Object[] cycle = new Object[1];
    cycle[0] = cycle;
    assertThat(Fingerprint.of(cycle)).isEqualTo(Fingerprint.of(cycle));
  }
}
