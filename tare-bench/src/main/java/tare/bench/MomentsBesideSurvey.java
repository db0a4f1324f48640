package tare.bench;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import tare.accounting.PrivacyBudget;
import tare.accounting.ReleaseBudget;
import tare.analysis.CountErrors;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.generator.GeneratorTask;
import tare.generator.bayes.PrivBayes;
import tare.kernel.regression.EntropyTilt;
import tare.kernel.regression.QuadraticMoments;
import tare.kernel.regression.TiltRows;
import tare.model.FittedGenerator;
import tare.model.MomentWeights;
import tare.model.Resampling;
import tare.noise.SimulatedNoise;
import tare.progress.Progress;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;
import tare.weight.MomentFit;
import tare.weight.MomentOptions;
import tare.weight.MomentReplicates;
import tare.weight.WeightTask;

/**
 * How long moments, rows drawn by them and replicates take, phase by phase; and one tilt of the
 * released rows beside {@code calibrate(calfun = "raking")} of R's survey package on the same rows,
 * moments and targets.
 *
 * <p>Usage: {@code MomentsBesideSurvey [rows] [columns] [replicates] [seed]}; 50,000, 20, 50 and 1
 * if not given. How many pairs are bought, by the release and by each rerun, hangs on the noise,
 * and so does the time: look at several seeds. Without R, or without its package, that part is
 * skipped.
 */
public final class MomentsBesideSurvey {

  private static final String CALIBRATE =
      """
      suppressMessages(library(survey))
      a <- commandArgs(TRUE)
      n <- as.integer(a[2]); m <- as.integer(a[3])
      x <- matrix(readBin(a[1], "double", n * m, endian = "little"), n, m, byrow = TRUE)
      target <- readBin(a[4], "double", m, endian = "little")
      d <- data.frame(x)
      design <- svydesign(~1, weights = rep(1, n), data = d)
      population <- c("(Intercept)" = n, setNames(n * target, names(d)))
      formula <- as.formula(paste("~", paste(names(d), collapse = "+")))
      from <- proc.time()
      w <- weights(calibrate(design, formula, population, calfun = "raking", epsilon = 1e-5))
      took <- proc.time() - from
      cat(took[["user.self"]] + took[["sys.self"]], max(abs(colSums(w * x) / n - target)), "\\n")
      """;

  private final PrintStream out;
  private final int rows;
  private final Schema schema;

  private MomentsBesideSurvey(PrintStream out, int rows, int columns) {
    this.out = out;
    this.rows = rows;
    this.schema = schema(rows, columns);
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    int rows = args.length > 0 ? Integer.parseInt(args[0]) : 50_000;
    int columns = args.length > 1 ? Integer.parseInt(args[1]) : 20;
    int replicates = args.length > 2 ? Integer.parseInt(args[2]) : MomentReplicates.DEFAULT_COUNT;
    long seed = args.length > 3 ? Long.parseLong(args[3]) : 1;
    new MomentsBesideSurvey(out, rows, columns).run(replicates, new Seed(seed));
  }

  private void run(int replicates, Seed seed) throws IOException, InterruptedException {
    PrivateRows made = PrivateRows.of(drawn());
    SimulatedNoise noise = new SimulatedNoise(seed);
    PrivacyBudget half = new PrivacyBudget(0.5, 5e-7);
    GeneratorTask task = new GeneratorTask(schema, rows, half, new Seed(2));
    Mechanism<FittedGenerator> mechanism = new PrivBayes().mechanism(task);
    FittedGenerator model = timed("generator", () -> mechanism.apply(made, noise));
    Table candidates =
        timed("candidates", () -> model.sample(Resampling.candidates(rows), new Seed(3)));
    WeightTask weighing =
        new WeightTask(
            schema,
            candidates,
            model,
            rows,
            half,
            ReleaseBudget.of(half),
            OptionalDouble.of(
                CountErrors.of(List.of(mechanism.event()), schema.columnCount(), rows)
                    .orElseThrow()
                    .columnNoise()),
            new Seed(4),
            Progress.SILENT);
    MomentFit fit = timed("public map", () -> MomentFit.of(weighing, MomentOptions.DEFAULTS));
    MomentWeights weights =
        timed("moments and tilt", () -> fit.weights(fit.mechanism().apply(made, noise)));
    Table released =
        timed(
            "drawing rows",
            () -> candidates.select(Resampling.chosen(candidates, weights, rows, new Seed(5))));
    double[] ones = new double[rows];
    Arrays.fill(ones, 1);
    MomentReplicates reruns =
        MomentReplicates.of(
            fit,
            weights,
            MomentReplicates.Refit.possible(new PrivBayes(), task),
            candidates,
            seed.child("replicates"),
            Progress.SILENT);
    timed(replicates + " replicates", () -> reruns.weigh(reruns.law(replicates), released, ones));
    beside(weights, released);
  }

  /** One tilt to moments that the rows have under weights by chance. */
  private void beside(MomentWeights weights, Table released)
      throws IOException, InterruptedException {
    QuadraticMoments moments = weights.map().moments();
    double[] encoded = weights.map().features().encode(released);
    double[] even = new double[rows];
    Arrays.fill(even, 1.0 / rows);
    RandomGenerator random = new Seed(7).stream("targets");
    double[] chance = new double[rows];
    for (int r = 0; r < rows; r++) {
      chance[r] = -Math.log1p(-random.nextDouble()) / rows;
    }
    double total = Arrays.stream(chance).sum();
    TiltRows seen = new TiltRows(encoded, rows, moments);
    double[] target = seen.sums(chance);
    for (int j = 0; j < target.length; j++) {
      target[j] /= total;
    }
    double[] slack = new double[target.length];
    Arrays.fill(slack, 1e-6);
    double from = Turns.cpuSeconds();
    EntropyTilt.Solution tilt =
        new EntropyTilt(seen, even).solve(target, slack, new double[target.length]);
    double ours = Turns.cpuSeconds() - from;
    double missed = 0;
    for (int j = 0; j < target.length; j++) {
      missed = Math.max(missed, Math.abs(tilt.means()[j] - target[j]));
    }
    out.printf(
        Locale.ROOT,
        "one tilt, %d moments: %.2f s of CPU, misses %.1e%n",
        moments.size(),
        ours,
        missed);
    double[] all = new double[Math.multiplyExact(rows, moments.size())];
    for (int r = 0; r < rows; r++) {
      moments.put(encoded, r * moments.width(), all, r * moments.size());
    }
    out.println("survey::calibrate, seconds of CPU and what it misses: " + calibrated(all, target));
  }

  private String calibrated(double[] all, double[] target)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("moments");
    Path script = Files.writeString(folder.resolve("calibrate.R"), CALIBRATE);
    Path matrix = Files.write(folder.resolve("matrix"), bytes(all));
    Path wanted = Files.write(folder.resolve("target"), bytes(target));
    List<String> command =
        List.of("Rscript", script.toString(), matrix.toString(), Integer.toString(rows));
    List<String> arguments = new ArrayList<>(command);
    arguments.addAll(List.of(Integer.toString(target.length), wanted.toString()));
    String answer = "";
    boolean done = false;
    try {
      Process process =
          new ProcessBuilder(arguments).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      done = process.waitFor() == 0;
    } catch (IOException e) {
      done = false; // no R here
    }
    for (Path file : List.of(script, matrix, wanted, folder)) {
      Files.delete(file);
    }
    return done ? answer.strip() : "skipped: no R, no survey package, or no solution";
  }

  private static byte[] bytes(double[] values) {
    ByteBuffer buffer =
        ByteBuffer.allocate(Math.multiplyExact(values.length, Double.BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    buffer.asDoubleBuffer().put(values);
    return buffer.array();
  }

  private <R> R timed(String phase, Supplier<R> work) {
    long from = System.nanoTime();
    double before = processSeconds();
    R result = work.get();
    out.printf(
        Locale.ROOT,
        "%-18s %6.2f s, %6.2f s of CPU%n",
        phase,
        (System.nanoTime() - from) / 1e9,
        processSeconds() - before);
    return result;
  }

  private static double processSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
  }

  /** Numbers and yes/no columns in turn, all of them leaning on one hidden number. */
  private Table drawn() {
    RandomGenerator random = new Seed(1).stream("rows");
    double[][] values = new double[schema.columnCount()][rows];
    for (int r = 0; r < rows; r++) {
      double hidden = random.nextGaussian();
      for (int c = 0; c < values.length; c++) {
        double value = 0.5 * hidden + random.nextGaussian();
        values[c][r] = c % 2 == 0 ? Math.max(-6, Math.min(6, value)) : value > 0.3 ? 1 : 0;
      }
    }
    return ColumnarTable.of(schema, values);
  }

  private static Schema schema(int rows, int columns) {
    List<Column> all = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      ColumnType type =
          c % 2 == 0 ? new ColumnType.Numeric(-6, 6, List.of()) : new ColumnType.YesNo("no", "yes");
      all.add(new Column("c" + c, type, false));
    }
    return new Schema("bench", "person", all, OptionalLong.of(rows));
  }
}
