package tare.generator.gan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tare.audit.Attack;
import tare.audit.Claim;
import tare.audit.DpTester;
import tare.gate.PrivateRows;
import tare.gate.PrivateRows.Vectors;
import tare.gate.SmallTables;
import tare.gate.VectorArrays;
import tare.noise.DiscreteGaussian;
import tare.noise.NoiseSource;
import tare.noise.SeededNoise;
import tare.random.Seed;
import tare.table.BoundedRows;
import tare.table.EncodedRows.RowEncoder;
import tare.table.Table;

class TeachersPartsTest {

  /**
   * Chance alone sends a row to its teacher: all parts are about as large, and other chance gives
   * other parts. A part of 1,000 rows in 5 misses 140 to 260 with probability below 1e-5.
   */
  @Test
  void rowsAreSpreadByChance() {
    double[][] rows = new double[1000][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[] {i / 1000.0, i % 3};
    }
    List<float[]> parts = parts(rows, 1);
    assertThat(parts).hasSize(5);
    assertThat(parts).allSatisfy(part -> assertThat(part.length).isBetween(140, 260));
    assertThat(parts(rows, 2).get(0)).isNotEqualTo(parts.get(0));
    assertThat(parts(rows, 1).get(0)).isEqualTo(parts.get(0));
  }

  /**
   * The hunt: a person of four rows more or less changes one teacher's part and no other, whoever
   * else there is. The person comes last, so that all others draw the same.
   */
  @Test
  void aPersonIsWithOneTeacher() {
    for (int seed = 1; seed <= 50; seed++) {
      assertThat(partsMoved(units(20, 4), units(20, 0), seed)).isEqualTo(1);
    }
  }

  /** The twin: rows that go their own ways reach several teachers, each with a vote. */
  @Test
  void rowsOnTheirOwnReachSeveralTeachers() {
    int most = 0;
    for (int seed = 1; seed <= 50; seed++) {
      most = Math.max(most, partsMoved(alone(20, 4), alone(20, 0), seed));
    }
    assertThat(most).isEqualTo(4);
  }

  private static int partsMoved(PrivateRows one, PrivateRows other, long seed) {
    List<float[]> with = parts(one, seed);
    List<float[]> without = parts(other, seed);
    int moved = 0;
    for (int t = 0; t < 5; t++) {
      moved += Arrays.equals(with.get(t), without.get(t)) ? 0 : 1;
    }
    return moved;
  }

  /**
   * Worst-case teachers, who vote yes if and only if they saw the person, put to the tester: with
   * one teacher a person the noise of one vote is enough, with rows on their own it is not. False
   * alarms: 1e-6.
   */
  @Test
  void theVotesOfTeachersKeepTheirClaimForAPerson() {
    assertThat(testVotes(units(20, 4), units(20, 0)).accepted()).isTrue();
    assertThat(testVotes(alone(20, 4), alone(20, 0)).accepted()).isFalse();
  }

  private static DpTester.Result testVotes(PrivateRows one, PrivateRows other) {
    NoiseSource noise = new SeededNoise(9);
    DiscreteGaussian law = DiscreteGaussian.of(2);
    Function<PrivateRows, Supplier<Long>> run =
        rows ->
            () -> {
              long votes = 0;
              for (Vectors vectors : Teachers.parts(rows, FIRST, 1, 5, noise)) {
                float[] part = VectorArrays.array(vectors, 1);
                votes += part.length > 0 && part[part.length - 1] > 0.5 ? 1 : 0;
              }
              return law.addTo(votes, noise);
            };
    return DpTester.test(
        run.apply(one),
        run.apply(other),
        Claim.of(law.event()),
        Attack.cells(),
        DpTester.Options.DEFAULTS.withSamples(20_000));
  }

  /**
   * A teacher that has its first row takes more draws than before: were they drawn from a chance
   * that teachers share, all others would learn from other rows, and many votes would change.
   */
  @Test
  void aRowMoreWithOneTeacherLeavesTheOthersAsTheyAre() {
    Teachers without = taught(new float[0]);
    Teachers with = taught(new float[] {0.3f, 0.8f});
    float[] probes = randomRows(300, "probes");
    for (int row = 0; row < 300; row++) {
      long changed = with.votes(probes, row).value()[0] - without.votes(probes, row).value()[0];
      assertThat(Math.abs(changed)).isLessThanOrEqualTo(1);
    }
  }

  /** Forty teachers of which the first has these rows, after some steps. */
  private static Teachers taught(float[] first) {
    List<Vectors> parts = new ArrayList<>(List.of(VectorArrays.of(first, 2)));
    for (int t = 1; t < 40; t++) {
      parts.add(VectorArrays.of(randomRows(3, "part " + t), 2));
    }
    Teachers teachers = Teachers.on(2, parts, 4, 0.1, new Seed(4));
    for (int i = 0; i < 20; i++) {
      teachers.learn(randomRows(50, "made " + i), () -> {});
    }
    return teachers;
  }

  private static float[] randomRows(int count, String name) {
    RandomGenerator random = new Seed(7).stream(name);
    float[] values = new float[2 * count];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat();
    }
    return values;
  }

  /** Persons of one row, and one of several, whose rows are told by their value. */
  private static PrivateRows units(int others, int rows) {
    Table table = rows(others, rows);
    int[] starts = new int[others + (rows > 0 ? 2 : 1)];
    for (int u = 0; u < starts.length; u++) {
      starts[u] = u <= others ? u : others + rows;
    }
    return PrivateRows.of(new BoundedRows(table, starts));
  }

  private static PrivateRows alone(int others, int rows) {
    return PrivateRows.of(rows(others, rows));
  }

  private static Table rows(int others, int rows) {
    double[][] cells = new double[others + rows][];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = new double[] {i < others ? i / 1000.0 : 1, i % 3};
    }
    return SmallTables.of(cells);
  }

  private static final RowEncoder<float[]> FIRST =
      (row, out, at) -> out[at] = (float) row.number(0);

  private static List<float[]> parts(PrivateRows rows, long seed) {
    return Teachers.parts(rows, FIRST, 1, 5, new SeededNoise(seed)).stream()
        .map(part -> VectorArrays.array(part, 1))
        .toList();
  }

  private static List<float[]> parts(double[][] rows, long seed) {
    return parts(PrivateRows.of(SmallTables.of(rows)), seed);
  }
}
