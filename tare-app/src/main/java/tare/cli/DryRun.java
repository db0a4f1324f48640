package tare.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tare.accounting.EventJson;
import tare.accounting.EventWords;
import tare.curator.Forecast;
import tare.curator.ReleasePlan;
import tare.curator.UnitAdvice;
import tare.schema.Schema;

/** Prints what a release would charge and the noise to expect. */
final class DryRun {

  private DryRun() {}

  static int print(Schema schema, ReleasePlan plan, @Nullable Long assumedRows, Output output) {
    if (schema.publicRowCount().isEmpty() && assumedRows == null) {
      throw new IllegalArgumentException(
          "The schema declares no public row count, and a dry run reads no row. Say how many rows to reckon"
              + " with: --assume-rows N.");
    }
    long n = assumedRows != null ? assumedRows : schema.publicRowCount().getAsLong();
    Forecast forecast = Forecast.of(schema, plan, n);
    if (output.json()) {
      output.printJson(facts(forecast, plan, n));
      return ExitCode.FINE;
    }
    PrintWriter out = output.out();
    out.println("Dry run: no row was read and nothing was charged.");
    out.printf(Locale.ROOT, "Reckoning with %,d rows.%n", n);
    int rows = Forecast.rows(schema, plan, n);
    long wanted = plan.rows().isPresent() ? plan.rows().getAsInt() : n;
    if (rows < wanted) {
      out.printf(
          Locale.ROOT,
          "Memory (-Xmx) has room for %,d synthetic rows and not %,d.%n",
          rows,
          wanted);
    }
    out.println();
    for (Forecast.Charge charge : forecast.charges()) {
      out.printf(
          Locale.ROOT,
          "  %-34s share epsilon = %.4g, delta = %.3g%n      %s%n",
          charge.purpose(),
          charge.share().epsilon(),
          charge.share().delta(),
          EventWords.of(charge.event()));
    }
    out.printf(
        Locale.ROOT,
        "%nTogether, composed: epsilon = %.4g at delta = %.3g (asked for: %.4g).%n",
        forecast.epsilon(),
        plan.budget().delta(),
        plan.budget().epsilon());
    forecast
        .expectedLogNoise()
        .ifPresent(
            noise ->
                out.printf(
                    Locale.ROOT,
                    "Expected noise in a log weight: sd %.3g, reckoned at rows spread evenly over the schema. %s%n",
                    noise,
                    noise > 1
                        ? "Weights will likely be judged not usable: raise epsilon or the weights' share, or leave them out (--weights none)."
                        : "Weights can work at this size."));
    UnitAdvice.of(schema, plan, n, forecast).ifPresent(out::println);
    return ExitCode.FINE;
  }

  private static Map<String, Object> facts(Forecast forecast, ReleasePlan plan, long n) {
    List<Map<String, Object>> charges = new ArrayList<>();
    for (Forecast.Charge charge : forecast.charges()) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("purpose", charge.purpose());
      json.put("epsilon", charge.share().epsilon());
      json.put("delta", charge.share().delta());
      json.put("event", EventJson.toNode(charge.event()));
      charges.add(json);
    }
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("rows", n);
    facts.put("charges", charges);
    facts.put("epsilon", forecast.epsilon());
    facts.put("delta", plan.budget().delta());
    if (forecast.expectedLogNoise().isPresent()) {
      facts.put("expected_log_noise", forecast.expectedLogNoise().getAsDouble());
    }
    return facts;
  }
}
