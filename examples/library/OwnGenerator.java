package elsewhere;

import java.nio.file.Path;
import java.util.Map;
import java.util.random.RandomGenerator;
import tare.accounting.PrivacyBudget;
import tare.accounting.PrivacyEvent;
import tare.curator.GeneratorFitters;
import tare.curator.ReleasePlan;
import tare.curator.ReleaseRun;
import tare.gate.Gate;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.gate.PrivateTable;
import tare.generator.GeneratorFitter;
import tare.generator.GeneratorTask;
import tare.ledger.Ledger;
import tare.mechanism.NoisedCounts;
import tare.model.FittedGenerator;
import tare.model.ModelFormat;
import tare.noise.DiscreteLaplace;
import tare.noise.NoiseSource;
import tare.noise.SecureNoise;
import tare.progress.Progress;
import tare.random.Seed;
import tare.release.ReleaseFolder;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.schema.SchemaFile;
import tare.table.Cells;
import tare.table.ColumnarTable;
import tare.table.CsvOptions;
import tare.table.Row;
import tare.table.Table;
import tare.table.TableFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A generator from outside: it buys how many rows lie in the lower half of the first column, and
 * knows nothing else. Two names under META-INF/services make it known to Tare.
 */
public final class OwnGenerator implements GeneratorFitter {

  @Override
  public String name() {
    return "halves";
  }

  @Override
  public Mechanism<FittedGenerator> mechanism(GeneratorTask task) {
    return new Fit(
        task.schema(),
        new NoisedCounts(
            "count halves",
            new Halves(task.schema()),
            DiscreteLaplace.of(1 / task.budget().epsilon())));
  }

  /** A row is in one of two cells, so both counts together cost what one does. */
  private record Fit(Schema schema, NoisedCounts counts) implements Mechanism<FittedGenerator> {

    @Override
    public String purpose() {
      return "fit halves";
    }

    @Override
    public PrivacyEvent event() {
      return counts.event();
    }

    @Override
    public FittedGenerator apply(PrivateRows privateRows, NoiseSource noise) {
      long[] noised = counts.apply(privateRows, noise);
      double lower = Math.max(1, noised[0]);
      double upper = Math.max(1, noised[1]);
      return new Model(schema, lower / (lower + upper));
    }
  }

  /** Whether the first column's number is in the lower half of its declared range. */
  private record Halves(Schema schema) implements Cells {

    @Override
    public int size() {
      return 2;
    }

    @Override
    public int of(Row row) {
      ColumnType type = schema.column(0).type();
      return 2 * row.number(0) < type.lowerBound() + type.upperBound() ? 0 : 1;
    }
  }

  /** What came out: one number, and the schema. */
  private record Model(Schema schema, double lowerShare) implements FittedGenerator {

    @Override
    public String kind() {
      return "halves";
    }

    @Override
    public Table sample(int rows, Seed seed) {
      RandomGenerator random = seed.stream("halves");
      double[][] columns = new double[schema.columnCount()][rows];
      for (int c = 0; c < columns.length; c++) {
        for (int r = 0; r < rows; r++) {
          columns[c][r] = c == 0 ? first(random) : uniform(schema.column(c).type(), random);
        }
      }
      return ColumnarTable.of(schema, columns);
    }

    private double first(RandomGenerator random) {
      ColumnType type = schema.column(0).type();
      double half = (type.upperBound() - type.lowerBound()) / 2;
      double from = type.lowerBound() + (random.nextDouble() < lowerShare ? 0 : half);
      return from + half * random.nextDouble();
    }

    private static double uniform(ColumnType type, RandomGenerator random) {
      return type.isNumeric()
          ? type.lowerBound() + (type.upperBound() - type.lowerBound()) * random.nextDouble()
          : random.nextInt(type.levelCount());
    }

    @Override
    public JsonNode parameters() {
      return JsonNodeFactory.instance.objectNode().put("lower_share", lowerShare);
    }
  }

  /** Reads the model back, in any program that has this class on its class path. */
  public static final class Format implements ModelFormat {

    @Override
    public String kind() {
      return "halves";
    }

    @Override
    public FittedGenerator read(Schema schema, JsonNode parameters) {
      double share = parameters.path("lower_share").asDouble(Double.NaN);
      if (!(share > 0 && share < 1)) {
        throw new IllegalArgumentException("\"lower_share\" must be in (0, 1). Got: " + share);
      }
      return new Model(schema, share);
    }
  }

  /** Makes a release with it (DATA.csv SCHEMA.json FOLDER), or samples one again (FOLDER). */
  public static void main(String[] args) throws Exception {
    if (args.length == 1) {
      FittedGenerator model = ReleaseFolder.read(Path.of(args[0])).model().orElseThrow();
      System.out.println(model.kind() + " " + model.sample(7, new Seed(1)).rowCount());
      return;
    }
    Schema schema = SchemaFile.read(Path.of(args[1]));
    ReleasePlan plan =
        ReleasePlan.of(new PrivacyBudget(1, 1e-6))
            .withGenerator(GeneratorFitters.named("halves"))
            .withRows(300);
    Gate gate =
        new Gate(
            PrivateTable.of(TableFile.read(Path.of(args[0]), schema, CsvOptions.DEFAULTS)),
            Ledger.inMemory(plan.budget()), // for the example; real rows need a ledger on disk
            "own generator",
            new SecureNoise());
    ReleaseFolder.write(
        Path.of(args[2]), ReleaseRun.run(gate, plan, Progress.SILENT), Map.of());
    System.out.println("made");
  }
}
