package tare.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.evaluation.EvaluationOptions;
import tare.evaluation.NoisedPairDistance;
import tare.evaluation.NoisedPredictionError;
import tare.evaluation.NoisedRocCurve;
import tare.gate.Gate;
import tare.gate.Mechanism;
import tare.gate.PrivateTable;
import tare.ledger.Ledger;
import tare.noise.SecureNoise;
import tare.release.Bundle;
import tare.schema.ColumnType;
import tare.schema.DidYouMean;
import tare.schema.Schema;
import tare.table.BoundedRows;
import tare.table.Table;
import tare.table.Weights;

/**
 * Numbers about the quality of a release that may be published: each carries noise and is paid for
 * in the ledger of the rows that it reads.
 */
final class ChargedEvaluation {

  private final Output output;
  private final Bundle bundle;
  private final double[] weights;
  private final Optional<String> target;

  ChargedEvaluation(Output output, Bundle bundle, Weights weights, Optional<String> target) {
    this.output = output;
    this.bundle = bundle;
    this.weights = weights.meanOne();
    this.target = target;
  }

  /** Opens the ledger of the rows for a budget. */
  interface LedgerSource {
    Ledger open(PrivacyBudget budget) throws IOException;
  }

  /** A number to buy: its name, its mechanism, and how the answer becomes one number. */
  private record Purchase<R>(String name, Mechanism<R> mechanism, ToDoubleFunction<R> number) {
    double at(Gate gate) {
      return number.applyAsDouble(gate.run(mechanism));
    }
  }

  int run(BoundedRows rows, LedgerSource ledgers, double epsilon) throws IOException {
    int k = rows.schema().rowsPerUnit();
    // All that is bought is pure, so a unit of k rows costs k times what one row does.
    List<Purchase<?>> purchases = purchases(epsilon / k);
    Gate gate =
        new Gate(
            PrivateTable.of(rows),
            ledgers.open(new PrivacyBudget(epsilon, 0)),
            "evaluation",
            new SecureNoise());
    List<PrivacyEvent> events = new ArrayList<>();
    purchases.forEach(purchase -> events.add(purchase.mechanism().event(k)));
    gate.requireRoomFor("this evaluation", events);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("audience", "public");
    json.put("epsilon", epsilon);
    for (Purchase<?> purchase : purchases) {
      double value = purchase.at(gate);
      json.put(purchase.name(), value);
      if (!output.json()) {
        output.out().printf(Locale.ROOT, "%-28s %.4g%n", purchase.name(), value);
      }
    }
    if (output.json()) {
      output.printJson(json);
    } else {
      output.out().printf(Locale.ROOT, "Charged: epsilon %.4g. May be published.%n", epsilon);
    }
    return ExitCode.FINE;
  }

  private List<Purchase<?>> purchases(double epsilon) {
    Table synthetic = bundle.synthetic();
    long n = bundle.privacy().rowCount().used();
    double share = target.isPresent() ? epsilon / 2 : epsilon;
    List<Purchase<?>> purchases = new ArrayList<>();
    purchases.add(
        new Purchase<Double>(
            "mean two-way distance",
            new NoisedPairDistance(synthetic, weights, n, share, EvaluationOptions.DEFAULTS),
            distance -> distance));
    target.ifPresent(name -> purchases.add(prediction(synthetic, name, n, share)));
    return purchases;
  }

  private Purchase<?> prediction(Table synthetic, String name, long n, double epsilon) {
    Schema schema = synthetic.schema();
    if (schema.indexOf(name) < 0) {
      throw new IllegalArgumentException(
          "No column named \""
              + name
              + "\"."
              + DidYouMean.hint(name, schema.columns().stream().map(c -> c.name()).toList()));
    }
    ColumnType type = schema.column(schema.indexOf(name)).type();
    return type.isNumeric()
        ? new Purchase<Double>(
            "squared error of " + name,
            new NoisedPredictionError(synthetic, weights, name, n, epsilon),
            error -> error)
        : new Purchase<NoisedRocCurve.Result>(
            "ROC-AUC of " + name,
            new NoisedRocCurve(synthetic, weights, name, epsilon),
            NoisedRocCurve.Result::auc);
  }
}
