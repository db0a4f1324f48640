package tare.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tare.accounting.EventJson;
import tare.accounting.EventWords;
import tare.analysis.CountErrors;
import tare.analysis.ExpectedShare;
import tare.analysis.WeightDiagnostics;
import tare.curator.Forecast;
import tare.curator.ReleasePlan;
import tare.curator.UnitAdvice;
import tare.schema.Schema;
import tare.weight.Moments;

/** Prints what a release would charge and the noise to expect. */
final class DryRun {

  /** So many lines of columns, and of pairs, are printed. */
  private static final int MOST_SHOWN = 12;

  private static final int MOST_PAIRS = 10_000;

  private DryRun() {}

  /**
   * Prints.
   *
   * @param whyTheseWeights why they were chosen, where nobody asked for them
   */
  static int print(
      Schema schema,
      ReleasePlan plan,
      Optional<String> whyTheseWeights,
      @Nullable Long assumedRows,
      Output output) {
    if (schema.publicRowCount().isEmpty() && assumedRows == null) {
      throw new IllegalArgumentException(
          "The schema declares no public row count, and a dry run reads no row. Say how many rows to reckon"
              + " with: --assume-rows N.");
    }
    long n = assumedRows != null ? assumedRows : schema.publicRowCount().getAsLong();
    Forecast forecast = Forecast.of(schema, plan, n);
    if (output.json()) {
      output.printJson(facts(schema, forecast, plan, n));
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
    whyTheseWeights.ifPresent(why -> out.println("Weights: " + why));
    forecast
        .expectedLogNoise()
        .ifPresent(
            noise ->
                out.printf(
                    Locale.ROOT,
                    "Expected noise in a log weight: sd %.3g, reckoned at rows spread evenly over the schema. %s%n",
                    noise,
                    noise > mostNoise(plan)
                        ? "Weights will likely be judged not usable: raise epsilon or the weights' share, or leave them out (--weights none)."
                        : "Weights can work at this size."));
    accuracy(schema, errors(schema, forecast, plan, n), out);
    UnitAdvice.of(schema, plan, n, forecast).ifPresent(out::println);
    return ExitCode.FINE;
  }

  /** Beyond this the verdict on weights is not to use them. */
  private static double mostNoise(ReleasePlan plan) {
    return plan.weightsName().equals(Moments.NAME)
        ? WeightDiagnostics.MOST_NOISE_OF_MOMENTS
        : WeightDiagnostics.MOST_NOISE;
  }

  private static Optional<CountErrors> errors(
      Schema schema, Forecast forecast, ReleasePlan plan, long n) {
    return CountErrors.of(
            forecast.charges().stream().map(Forecast.Charge::event).toList(),
            schema.columnCount(),
            n)
        .map(errors -> errors.withDrawn(Forecast.rows(schema, plan, n)));
  }

  /** How sure shares will be, in the words of the studio's plan. */
  private static void accuracy(Schema schema, Optional<CountErrors> errors, PrintWriter out) {
    out.println();
    if (errors.isEmpty()) {
      out.println(
          "This generator does not tell beforehand how far its shares may be off. privbayes and independent do.");
      return;
    }
    out.println("How sure shares will be: " + ExpectedShare.PROMISE);
    out.println(ExpectedShare.UNLESS);
    print(ExpectedShare.ofColumns(schema, errors.get()), schema.columnCount(), out);
    long pairs = schema.columnCount() * (schema.columnCount() - 1L) / 2;
    if (pairs > 0) {
      out.println(
          errors.get().pairNoise().isPresent()
              ? "Pairs that the generator chooses to count; of others nothing can be told:"
              : ExpectedShare.withoutPairs(errors.get()));
      print(ExpectedShare.ofPairs(schema, errors.get(), MOST_SHOWN), pairs, out);
    }
  }

  private static void print(List<ExpectedShare> all, long count, PrintWriter out) {
    List<ExpectedShare> shown = all.subList(0, Math.min(MOST_SHOWN, all.size()));
    for (ExpectedShare one : shown) {
      out.printf(
          Locale.ROOT,
          "  %-34s a share of %5.1f %%: %s%s%n",
          one.name(),
          100 * one.share(),
          one.isKnown() ? String.format(Locale.ROOT, "± %.2g %%, ", 100 * one.error()) : "",
          one.words());
    }
    if (!shown.isEmpty() && shown.size() < count) {
      out.printf(Locale.ROOT, "  and %,d more; alike with as many levels%n", count - shown.size());
    }
  }

  private static List<Map<String, Object>> json(List<ExpectedShare> all) {
    return all.stream()
        .map(
            one -> {
              Map<String, Object> json = new LinkedHashMap<>();
              json.put("name", one.name());
              json.put("share", one.share());
              if (one.isKnown()) {
                json.put("error", one.error());
              }
              return json;
            })
        .toList();
  }

  private static Map<String, Object> facts(
      Schema schema, Forecast forecast, ReleasePlan plan, long n) {
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
    errors(schema, forecast, plan, n)
        .ifPresent(
            errors -> {
              facts.put("expected_shares", json(ExpectedShare.ofColumns(schema, errors)));
              facts.put(
                  "expected_pair_shares", json(ExpectedShare.ofPairs(schema, errors, MOST_PAIRS)));
            });
    return facts;
  }
}
