package tare.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * An attack on outputs of many named numbers, of which few tell the neighbours apart: keeps those
 * whose means differ most in units of their spread, and scores by them together and by the best of
 * them alone.
 */
final class TellingNumbers implements Attack<Map<String, Double>> {

  private static final int TOGETHER = 12;
  private static final int ALONE = 4;

  @Override
  public List<ToDoubleFunction<Map<String, Double>>> learn(
      List<Map<String, Double>> one, List<Map<String, Double>> other) {
    Set<String> names = new TreeSet<>();
    one.forEach(output -> names.addAll(output.keySet()));
    other.forEach(output -> names.addAll(output.keySet()));
    List<String> telling =
        names.stream()
            .sorted(Comparator.comparingDouble(name -> -apart(name, one, other)))
            .limit(TOGETHER)
            .toList();
    List<ToDoubleFunction<Map<String, Double>>> scores = new ArrayList<>();
    for (String name : telling.subList(0, Math.min(ALONE, telling.size()))) {
      scores.add(output -> output.getOrDefault(name, 0.0));
    }
    scores.addAll(
        Attack.vector()
            .<Map<String, Double>>on(
                output ->
                    telling.stream().mapToDouble(name -> output.getOrDefault(name, 0.0)).toArray())
            .learn(one, other));
    return scores;
  }

  /** The difference of means over the standard deviation; zero for what never changes. */
  private static double apart(
      String name, List<Map<String, Double>> one, List<Map<String, Double>> other) {
    double[] of = moments(name, one);
    double[] than = moments(name, other);
    double spread = of[1] + than[1];
    return of[0] == than[0] ? 0 : Math.abs(of[0] - than[0]) / Math.sqrt(spread);
  }

  private static double[] moments(String name, List<Map<String, Double>> outputs) {
    double mean = 0;
    for (Map<String, Double> output : outputs) {
      mean += output.getOrDefault(name, 0.0) / outputs.size();
    }
    double variance = 0;
    for (Map<String, Double> output : outputs) {
      double off = output.getOrDefault(name, 0.0) - mean;
      variance += off * off / outputs.size();
    }
    return new double[] {mean, variance};
  }
}
