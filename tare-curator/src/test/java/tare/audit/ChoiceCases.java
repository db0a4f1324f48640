package tare.audit;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import tare.gate.Mechanism;
import tare.mechanism.PrivateChoice;
import tare.table.Cells;
import tare.table.RowPass;

/** Choices at the odds they may have, at 1.175 times that, and as if scores were monotone. */
final class ChoiceCases extends CaseList {

  private ChoiceCases() {
    super(3000);
  }

  static List<DpCase<?>> all() {
    ChoiceCases list = new ChoiceCases();
    list.choices();
    list.choicesThatAreNotMonotone();
    return list.cases();
  }

  /** One candidate against several that are as good: the rarer it is, the nearer to epsilon. */
  private static final int RIVALS = 4;

  private static int runsOfChoice(double epsilon, double loss) {
    double odds = 1.0 / RIVALS;
    double otherOdds = odds * Math.exp(-loss);
    return DpCase.runs(odds / (1 + odds), otherOdds / (1 + otherOdds), epsilon, 0);
  }

  /** The first score moves one way with each row beyond two, its rivals' the other way or not. */
  private static Function<RowPass, long[]> scores(long up, long down) {
    return table -> {
      long more = table.counts(Cells.ONE)[0] - 2;
      long[] scores = new long[1 + RIVALS];
      Arrays.fill(scores, 1, scores.length, down * (1 - more));
      scores[0] = -up * (1 - more);
      return scores;
    };
  }

  private void choices() {
    for (double epsilon : new double[] {3, 4}) {
      int samples = runsOfChoice(epsilon, FAULT * epsilon);
      for (long s : new long[] {1, 3}) {
        String name = ", epsilon " + epsilon + ", sensitivity " + s;
        Claim claim = Claim.of(epsilon, 0);
        choice(
            "choice" + name,
            noise -> PrivateChoice.of("choose", scores(s, s), s, epsilon / noise),
            claim,
            samples);
        choice(
            "choice among monotone scores" + name,
            noise -> PrivateChoice.ofMonotone("choose", scores(s, 0), s, epsilon / noise),
            claim,
            samples);
        choice(
            "choice among real scores" + name,
            noise -> PrivateChoice.ofReal("choose", real(scores(s, s)), s / 7.0, epsilon / noise),
            claim,
            samples);
      }
    }
  }

  private static Function<RowPass, double[]> real(Function<RowPass, long[]> scores) {
    return table -> Arrays.stream(scores.apply(table)).mapToDouble(s -> s / 7.0).toArray();
  }

  private void choice(
      String name, DoubleFunction<Mechanism<Integer>> atNoise, Claim claim, int samples) {
    pair(name, atNoise, rows(2), rows(3), claim, Attack.score(i -> i == 0 ? 1 : 0), samples);
  }

  /** Scores that move both ways, chosen among as if they moved one way: twice epsilon. */
  private void choicesThatAreNotMonotone() {
    for (double epsilon : new double[] {1, 2, 3}) {
      for (long s : new long[] {1, 3}) {
        PrivateChoice wrong = PrivateChoice.ofMonotone("choose", scores(s, s), s, epsilon);
        add(
            "choice as if monotone, epsilon " + epsilon + ", sensitivity " + s,
            wrong,
            rows(2),
            rows(3),
            Claim.of(epsilon, 0),
            Attack.score(i -> i == 0 ? 1 : 0),
            runsOfChoice(epsilon, 2 * epsilon),
            false);
      }
    }
  }
}
