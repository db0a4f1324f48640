package tare.audit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * How to tell two neighbours apart by an output: proposes scores that are large where the first is
 * more likely. A poor score makes a test weak, never wrong, so scores may be learned, guessed, or
 * given by one who knows the mechanism.
 *
 * @param <O> what the mechanism puts out
 */
@FunctionalInterface
public interface Attack<O> {

  /** Proposes scores after seeing some outputs of each neighbour. */
  List<ToDoubleFunction<O>> learn(List<O> one, List<O> other);

  /** A score given by one who knows what the neighbours do to the output. */
  static <O> Attack<O> score(ToDoubleFunction<O> score) {
    return (one, other) -> List.of(score);
  }

  /** For outputs that repeat, such as choices or small counts: learns how often each one comes. */
  static <O> Attack<O> cells() {
    return (one, other) -> List.of(logRatioOfCells(one, other));
  }

  /** For numbers: the number itself, and a learned ratio of densities. */
  static <O extends Number> Attack<O> number() {
    return (one, other) -> {
      LogRatioBins bins =
          LogRatioBins.learn(
              one.stream().mapToDouble(Number::doubleValue).toArray(),
              other.stream().mapToDouble(Number::doubleValue).toArray());
      return List.of(Number::doubleValue, output -> bins.logRatio(output.doubleValue()));
    };
  }

  /**
   * For vectors of one length: the best linear score (Fisher's), and the sum of the coordinates'
   * learned ratios.
   */
  static Attack<double[]> vector() {
    return (one, other) -> List.of(LinearScore.learn(one, other), sumOfRatios(one, other));
  }

  /** This attack on outputs of another kind, through a public function of them. */
  default <P> Attack<P> on(Function<? super P, ? extends O> view) {
    return (one, other) -> {
      List<ToDoubleFunction<O>> scores =
          learn(one.stream().<O>map(view).toList(), other.stream().<O>map(view).toList());
      List<ToDoubleFunction<P>> viewed = new ArrayList<>();
      for (ToDoubleFunction<O> score : scores) {
        viewed.add(output -> score.applyAsDouble(view.apply(output)));
      }
      return viewed;
    };
  }

  /** Both attacks; the test takes whichever promises more. */
  default Attack<O> and(Attack<O> another) {
    return (one, other) -> {
      List<ToDoubleFunction<O>> scores = new ArrayList<>(learn(one, other));
      scores.addAll(another.learn(one, other));
      return scores;
    };
  }

  private static <O> ToDoubleFunction<O> logRatioOfCells(List<O> one, List<O> other) {
    Map<O, int[]> counts = new HashMap<>();
    one.forEach(output -> counts.computeIfAbsent(output, o -> new int[2])[0]++);
    other.forEach(output -> counts.computeIfAbsent(output, o -> new int[2])[1]++);
    Map<O, Double> ratios = new HashMap<>();
    counts.forEach((output, n) -> ratios.put(output, LogRatioBins.smoothed(n[0], n[1])));
    return output -> ratios.getOrDefault(output, 0.0);
  }

  private static ToDoubleFunction<double[]> sumOfRatios(List<double[]> one, List<double[]> other) {
    int length = one.get(0).length;
    LogRatioBins[] bins = new LogRatioBins[length];
    for (int j = 0; j < length; j++) {
      int coordinate = j;
      bins[j] =
          LogRatioBins.learn(
              one.stream().mapToDouble(x -> x[coordinate]).toArray(),
              other.stream().mapToDouble(x -> x[coordinate]).toArray());
    }
    return output -> {
      double sum = 0;
      for (int j = 0; j < length; j++) {
        sum += bins[j].logRatio(output[j]);
      }
      return sum;
    };
  }
}
