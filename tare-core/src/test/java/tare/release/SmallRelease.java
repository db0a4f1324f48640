package tare.release;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tare.accounting.Neighbours;
import tare.accounting.PrivacyEvent;
import tare.inference.Replicates;
import tare.model.WeightDescription;
import tare.release.PrivacyStatement.Charge;
import tare.release.PrivacyStatement.Loss;
import tare.release.PrivacyStatement.RowCount;
import tare.release.WeightStatement.Quality;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Weights;
import tools.jackson.databind.node.JsonNodeFactory;

/** A small release with every kind of column. */
final class SmallRelease {

  static final Schema SCHEMA =
      new Schema(
          "Small table",
          "person",
          List.of(
              new Column("age", new ColumnType.Whole(18, 90, List.of()), false),
              new Column("income", new ColumnType.Numeric(0, 100, List.of()), true),
              new Column(
                  "home, \"sweet\"",
                  new ColumnType.Category(List.of("own", "rent", "else"), Optional.of("else")),
                  true),
              new Column("ill", new ColumnType.YesNo("no", "yes"), false)),
          OptionalLong.of(4));

  private SmallRelease() {}

  static Bundle weighted() {
    return bundle(Optional.of(statement()));
  }

  static Bundle replicated() {
    Bundle plain = weighted();
    float[][] weights = {{1, 1, 1, 1}, {0.5f, 1.5f, 0.25f, 1.75f}, {4, 0, 0, 0}};
    return new Bundle(
        plain.synthetic(),
        plain.weights(),
        Optional.of(
            new Replicates(weights, List.of("Privacy noise."), List.of("What was left out."))),
        plain.privacy(),
        plain.provenance(),
        plain.model());
  }

  static Bundle unweighted() {
    return bundle(Optional.empty());
  }

  private static Bundle bundle(Optional<WeightStatement> weights) {
    ColumnarTable rows =
        ColumnarTable.of(
            SCHEMA,
            new double[][] {
              {20, 44, 90, 61},
              {0.1, Double.NaN, 99.99, 1.0 / 3},
              {0, 1, Double.NaN, 2},
              {0, 1, 1, 0}
            });
    return new Bundle(rows, weights, privacy(), provenance(), Optional.empty());
  }

  static PrivacyStatement privacy() {
    return new PrivacyStatement(
        "Small table",
        "person",
        Neighbours.ADD_OR_REMOVE_ONE_ROW.words(),
        new Loss(1, 1e-6),
        new Loss(0.97, 1e-6),
        "an accountant",
        new RowCount(4, RowCount.DECLARED),
        List.of(new Charge("fit", new Loss(0.9, 7e-7), new PrivacyEvent.Gaussian(5.5))),
        List.of("The schema."),
        List.of("A note."));
  }

  private static Provenance provenance() {
    return new Provenance(
        "Tare", Instant.parse("2026-01-02T03:04:05Z"), "privbayes", "beta-debiased", 7);
  }

  private static WeightStatement statement() {
    return new WeightStatement(
        new Weights(new double[] {0.5, -0.25, 0, 0.125}).normalised(),
        new WeightDescription(
            "beta-debiased", "gaussian", 0.5, 0.2, JsonNodeFactory.instance.objectNode()),
        new Quality(
            3.8, 0.35, Double.NaN, Double.NaN, 0.2, Verdict.USE_WITH_CARE, List.of("Few rows.")));
  }
}
