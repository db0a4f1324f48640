package tare.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.gate.SmallTables;
import tare.noise.NoiseSource;
import tare.noise.SeededNoise;
import tare.table.Table;

/** A list of statistical cases in the making. */
abstract class CaseList {

  /** The planted fault: noise is divided by this. */
  static final double FAULT = 1.175;

  private final long firstSeed;
  private final List<DpCase<?>> cases = new ArrayList<>();

  CaseList(long firstSeed) {
    this.firstSeed = firstSeed;
  }

  final List<DpCase<?>> cases() {
    return List.copyOf(cases);
  }

  /** The claim stands with the whole noise and falls with 1/1.175 of it. */
  final <R> void pair(
      String name,
      DoubleFunction<Mechanism<R>> atNoise,
      Table one,
      Table other,
      Claim claim,
      Attack<R> attack,
      int samples) {
    add(name, atNoise.apply(1), one, other, claim, attack, samples, true);
    add(name, atNoise.apply(1 / FAULT), one, other, claim, attack, samples, false);
  }

  final <R> void add(
      String name,
      Mechanism<R> mechanism,
      Table one,
      Table other,
      Claim claim,
      Attack<R> attack,
      int samples,
      boolean stands) {
    NoiseSource noise = new SeededNoise(firstSeed + cases.size());
    cases.add(
        new DpCase<R>(
            name,
            () -> mechanism.apply(PrivateRows.of(one), noise),
            () -> mechanism.apply(PrivateRows.of(other), noise),
            claim,
            attack,
            samples,
            stands));
  }

  /** Rows that are all alike. */
  static Table rows(int count) {
    double[][] rows = new double[count][];
    Arrays.fill(rows, new double[] {1, 1});
    return SmallTables.of(rows);
  }
}
