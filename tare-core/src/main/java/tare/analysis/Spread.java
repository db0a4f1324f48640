package tare.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import tare.kernel.mcmc.ChainDiagnostics;
import tare.kernel.mcmc.MarkovChain;

/** Draws of one parameter moved away from their mean. */
final class Spread {

  private Spread() {}

  /**
   * Chains in which one parameter has at least a wanted standard deviation.
   *
   * @param log whether mean and standard deviation are those of the parameter's logarithm
   */
  static List<MarkovChain> of(List<MarkovChain> chains, int parameter, double wanted, boolean log) {
    DoubleUnaryOperator to = log ? Math::log : DoubleUnaryOperator.identity();
    DoubleUnaryOperator back = log ? Math::exp : DoubleUnaryOperator.identity();
    double[][] draws = new double[chains.size()][];
    for (int c = 0; c < draws.length; c++) {
      double[][] all = chains.get(c).draws();
      draws[c] = new double[all.length];
      for (int i = 0; i < all.length; i++) {
        draws[c][i] = to.applyAsDouble(all[i][parameter]);
      }
    }
    double mean = ChainDiagnostics.mean(draws);
    double factor = Math.max(1, wanted / ChainDiagnostics.sd(draws));
    List<MarkovChain> spread = new ArrayList<>();
    for (int c = 0; c < draws.length; c++) {
      double[][] moved = chains.get(c).draws().clone();
      for (int i = 0; i < moved.length; i++) {
        moved[i] = moved[i].clone();
        moved[i][parameter] = back.applyAsDouble(mean + factor * (draws[c][i] - mean));
      }
      spread.add(chains.get(c).withDraws(moved));
    }
    return spread;
  }
}
