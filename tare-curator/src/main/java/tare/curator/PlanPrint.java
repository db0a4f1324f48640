package tare.curator;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import tare.accounting.EventJson;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.weight.WeightEstimator;

/**
 * Tells one plan of a release from another, as far as its events hang on it: budget, split,
 * methods, schema, and the events themselves at a number of rows that is public. Where the
 * synthetic rows choose an event, its method stands for it.
 */
final class PlanPrint {

  private static final int LETTERS = 16;

  private PlanPrint() {}

  static String of(Schema schema, ReleasePlan plan, Forecast forecast) {
    boolean byRows = plan.estimator().map(WeightEstimator::choosesEventByRows).orElse(false);
    List<Forecast.Charge> charges = forecast.charges();
    StringBuilder text = new StringBuilder();
    text.append(plan.budget()).append(plan.split()).append(plan.weightsName());
    plan.generator().ifPresent(fitter -> text.append(fitter.name()));
    text.append(SchemaFile.toJson(schema));
    charges.subList(0, charges.size() - (byRows ? 1 : 0)).stream()
        .map(charge -> charge.purpose() + EventJson.write(charge.event()))
        .forEach(text::append);
    return hash(text.toString());
  }

  private static String hash(String text) {
    try {
      byte[] sum =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sum).substring(0, LETTERS);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("Every Java has SHA-256.", e);
    }
  }
}
