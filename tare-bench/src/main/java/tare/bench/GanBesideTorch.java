package tare.bench;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import tare.accounting.PrivacyBudget;
import tare.gate.Mechanism;
import tare.gate.PrivateRows;
import tare.generator.GeneratorTask;
import tare.generator.gan.Gan;
import tare.generator.gan.GanOptions;
import tare.generator.gan.WaveOptions;
import tare.model.FittedGenerator;
import tare.noise.SecureNoise;
import tare.random.Seed;
import tare.schema.Column;
import tare.schema.ColumnType;
import tare.schema.Schema;
import tare.table.ColumnarTable;
import tare.table.Table;

/**
 * Private GANs at the sizes of MNIST and Adult, on made-up rows.
 *
 * <p>{@code mnist}: DPCGAN, 60,000 rows of 784 numbers and one of 10 labels, lots of 512, hidden
 * width 128, beside the same training in torch with stored per-example gradients, which is how
 * Opacus does it; whole steps of discriminator and generator, in CPU seconds, turn by turn, one
 * thread each. {@code adult}: DPGAN, 48,842 rows of 6 whole numbers and 9 columns of levels, 50
 * epochs, in seconds. {@code memory}: the heap that is left after a training of one and of four
 * times as many steps.
 *
 * <p>Usage: {@code GanBesideTorch mnist [rounds] | adult | memory}; needs the vector module. Where
 * there is no {@code python3} with torch ({@code PYTHON} names another interpreter) torch's side is
 * skipped.
 */
public final class GanBesideTorch {

  private static final int PIXELS = 784;
  private static final int LOT = 512;
  private static final int WIDTH = 128;
  private static final int ROWS = 60_000;
  private static final int STEPS = 600;

  private static final String SCRIPT =
      """
      import sys, time, torch
      torch.set_num_threads(1)
      lot, width, d, labels, noise, n = 512, 128, 784, 10, 64, 60000
      torch.manual_seed(1)
      X = torch.rand(n, d) * 2 - 1
      L = torch.nn.functional.one_hot(torch.randint(0, labels, (n,)), labels).float()
      w1 = torch.randn(d + labels, width) / (d + labels) ** 0.5
      b1, w2, b2 = torch.zeros(width), torch.zeros(width, 1), torch.zeros(1)
      D = [w1, b1, w2, b2]
      judge = torch.optim.Adam(D, lr=0.004, betas=(0.5, 0.999))
      net = torch.nn.Sequential(torch.nn.Linear(noise + labels, width), torch.nn.ReLU(),
          torch.nn.Linear(width, width), torch.nn.ReLU(), torch.nn.Linear(width, d), torch.nn.Tanh())
      rule = torch.optim.Adam(net.parameters(), lr=0.0005, betas=(0.5, 0.999))
      def made():
          l = torch.nn.functional.one_hot(torch.randint(0, labels, (lot,)), labels).float()
          return torch.cat([net(torch.cat([torch.randn(lot, noise), l], 1)), l], 1)
      def clipped(x, target):
          h = x @ w1 + b1
          a = h.relu()
          e = torch.sigmoid(a @ w2 + b2) - target
          f = (e @ w2.t()) * (h > 0)
          stored = [torch.einsum('ni,nj->nij', x, f), f, torch.einsum('ni,nj->nij', a, e), e]
          norms = sum(g.flatten(1).pow(2).sum(1) for g in stored).sqrt()
          factor = (1 / norms).clamp(max=1)
          return [torch.einsum('n,n...->...', factor, g) for g in stored]
      def step():
          fake = made()
          i = torch.nonzero(torch.rand(n) < lot / n)[:, 0]
          real = clipped(torch.cat([X[i], L[i]], 1), 1.0)
          other = clipped(fake.detach(), 0.0)
          for p, g, h in zip(D, real, other):
              p.grad = (g + h + torch.randn_like(p)) / lot
          judge.step()
          logit = (fake @ w1 + b1).relu() @ w2 + b2
          rule.zero_grad()
          torch.nn.functional.softplus(-logit).mean().backward()
          rule.step()
      print('ready', flush=True)
      for line in sys.stdin:
          step()
          steps, start = 0, time.thread_time()
          while time.thread_time() - start < 2:
              step()
              steps += 1
          print(steps / (time.thread_time() - start), flush=True)
      """;

  private GanBesideTorch() {}

  public static void main(String[] args) throws IOException {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    String what = args.length > 0 ? args[0] : "mnist";
    switch (what) {
      case "mnist" -> mnist(args.length > 1 ? Integer.parseInt(args[1]) : 5, out);
      case "adult" -> adult(out);
      case "memory" -> memory(out);
      default -> throw new IllegalArgumentException("Ask for mnist, adult or memory. Got: " + what);
    }
  }

  private static void mnist(int rounds, PrintStream out) throws IOException {
    Table rows = digits();
    GanOptions options =
        GanOptions.DEFAULTS.withHiddenWidth(WIDTH).withLotSize(LOT).withWaves(WaveOptions.NONE);
    Mechanism<FittedGenerator> few = dpcgan(rows, options.withEpochs(epochs(1)));
    Mechanism<FittedGenerator> many = dpcgan(rows, options.withEpochs(epochs(STEPS + 1)));
    double[] ours = new double[rounds];
    double[] torchs = new double[rounds];
    seconds(many, rows); // until the JIT compilers are done
    try (PythonPeer torch = new PythonPeer(SCRIPT)) {
      for (int r = 0; r < rounds; r++) {
        ours[r] = STEPS / (seconds(many, rows) - seconds(few, rows));
        torchs[r] = torch.ask("");
      }
    }
    double our = Turns.median(ours);
    double their = Turns.median(torchs);
    out.printf(
        Locale.ROOT,
        "DPCGAN, 60,000 x 784, 10 labels: steps/s Tare %.1f, torch with stored gradients %.2f, ratio"
            + " %.1f%n",
        our,
        their,
        our / their);
  }

  /** The epochs that make so many steps. */
  private static double epochs(int steps) {
    return steps * (double) LOT / ROWS;
  }

  private static Mechanism<FittedGenerator> dpcgan(Table rows, GanOptions options) {
    GeneratorTask task =
        new GeneratorTask(rows.schema(), ROWS, new PrivacyBudget(1, 1e-6), new Seed(1));
    return new Gan(Gan.Kind.DPCGAN, options).mechanism(task);
  }

  private static double seconds(Mechanism<FittedGenerator> training, Table rows) {
    double start = Turns.cpuSeconds();
    training.apply(PrivateRows.of(rows), new SecureNoise());
    return Turns.cpuSeconds() - start;
  }

  private static Table digits() {
    List<Column> columns = new ArrayList<>();
    for (int p = 0; p < PIXELS; p++) {
      columns.add(new Column("p" + p, new ColumnType.Numeric(0, 1, List.of()), false));
    }
    List<String> digits = IntStream.range(0, 10).mapToObj(Integer::toString).toList();
    columns.add(new Column("label", new ColumnType.Category(digits, Optional.empty()), false));
    return random(new Schema("digits", "digit", columns, OptionalLong.empty()), ROWS);
  }

  /** Rows of chance, every column on its own. */
  private static Table random(Schema schema, int rows) {
    RandomGenerator random = new Seed(2).stream("rows");
    double[][] columns = new double[schema.columnCount()][rows];
    for (int c = 0; c < columns.length; c++) {
      ColumnType type = schema.column(c).type();
      for (int r = 0; r < rows; r++) {
        columns[c][r] =
            type.isNumeric()
                ? Math.rint(
                    type.lowerBound()
                        + (type.upperBound() - type.lowerBound()) * random.nextDouble())
                : random.nextInt(type.levelCount());
      }
    }
    return ColumnarTable.of(schema, columns);
  }

  /** Columns as wide as Adult's. */
  private static Schema people() {
    List<Column> columns = new ArrayList<>();
    for (int most : new int[] {90, 1_500_000, 16, 99_999, 4_356, 99}) {
      columns.add(new Column("n" + most, new ColumnType.Whole(0, most, List.of()), false));
    }
    for (int levels : new int[] {8, 16, 7, 14, 6, 5, 2, 41, 2}) {
      List<String> names = IntStream.range(0, levels).mapToObj(i -> "l" + i).toList();
      columns.add(
          new Column(
              "c" + columns.size(), new ColumnType.Category(names, Optional.empty()), false));
    }
    return new Schema("people", "person", columns, OptionalLong.empty());
  }

  private static void adult(PrintStream out) {
    Table rows = random(people(), 48_842);
    long start = System.nanoTime();
    double cpu = Turns.cpuSeconds();
    training(rows, 50).apply(PrivateRows.of(rows), new SecureNoise());
    out.printf(
        Locale.ROOT,
        "DPGAN, 48,842 x 15, 50 epochs: %.1f s (%.1f s of CPU)%n",
        (System.nanoTime() - start) / 1e9,
        Turns.cpuSeconds() - cpu);
  }

  private static Mechanism<FittedGenerator> training(Table rows, double epochs) {
    GeneratorTask task =
        new GeneratorTask(rows.schema(), rows.rowCount(), new PrivacyBudget(1, 1e-6), new Seed(1));
    return new Gan(
            Gan.Kind.DPGAN, GanOptions.DEFAULTS.withEpochs(epochs).withWaves(WaveOptions.NONE))
        .mechanism(task);
  }

  private static void memory(PrintStream out) {
    Table rows = random(people(), 10_000);
    training(rows, 5).apply(PrivateRows.of(rows), new SecureNoise());
    for (int epochs : new int[] {10, 40}) {
      FittedGenerator fitted =
          training(rows, epochs).apply(PrivateRows.of(rows), new SecureNoise());
      System.gc();
      double heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6;
      out.printf(
          Locale.ROOT,
          "DPGAN, 10,000 x 15, %d epochs: %.2f MB of heap after it, model of kind %s%n",
          epochs,
          heap,
          fitted.kind());
    }
  }
}
