package tare.bench;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;
import tare.kernel.mlp.Activation;
import tare.kernel.mlp.Loss;
import tare.kernel.mlp.MlpPass;
import tare.kernel.mlp.MlpShape;
import tare.kernel.mlp.StepRule;
import tare.learn.DpSgd;
import tare.learn.DpSgdPlan;
import tare.learn.Examples;
import tare.learn.LotSource;
import tare.noise.SecureNoise;
import tare.random.Seed;

/**
 * Training steps per second beside torch, in one run, turn by turn: one hidden layer of 100 ReLU
 * units, log loss, lots of 256, plain steps, one thread each. Counted in CPU seconds of the thread
 * that works, which a busy machine does not distort as it does the clock; ratios are medians over
 * rounds, each of a round's neighbouring turns, because the machine's speed wanders. Beside them
 * stand each side's best turns, which a neighbour on the same core disturbed least.
 *
 * <p>Ours: without privacy, and DP (Poisson lots, ghost clipping, noise from the CSPRNG). Torch's:
 * without privacy, and DP with stored per-example gradients, which is how Opacus does it. Opacus
 * itself, 1.4 on torch 1.13, was measured before at 8.9, 104 and 499 steps a second for 784, 30 and
 * 4 inputs.
 *
 * <p>Usage: {@code DpSgdBesideTorch [rounds] [inputs ...]}; needs the vector module. Where there is
 * no {@code python3} with torch ({@code PYTHON} names another interpreter) torch's side is skipped.
 */
public final class DpSgdBesideTorch {

  private static final int WIDTH = 100;
  private static final int LOT = 256;
  private static final int STEPS_PER_LOOK = 10; // a look at the clock takes microseconds
  private static final int ROWS = 10_240;
  private static final double CLIP = 1;
  private static final double SIGMA = 1;
  private static final Map<Integer, Double> OPACUS = Map.of(784, 8.9, 30, 104.0, 4, 499.0);

  private static final String SCRIPT =
      """
      import sys, time, torch
      torch.set_num_threads(1)
      lot, width = 256, 100
      print('ready', flush=True)
      for line in sys.stdin:
          kind, d, seconds = line.split()
          d, seconds = int(d), float(seconds)
          torch.manual_seed(1)
          X = torch.randn(10240, d)
          y = torch.randint(0, 2, (10240, 1)).float()
          w1 = torch.randn(d, width) / d ** 0.5
          b1, w2, b2 = torch.zeros(width), torch.randn(width, 1) / 10, torch.zeros(1)
          net = torch.nn.Sequential(torch.nn.Linear(d, width), torch.nn.ReLU(), torch.nn.Linear(width, 1))
          loss = torch.nn.BCEWithLogitsLoss()
          rule = torch.optim.SGD(net.parameters(), lr=0.01)
          def plain():
              i = torch.randint(0, 10240, (lot,))
              rule.zero_grad()
              loss(net(X[i]), y[i]).backward()
              rule.step()
          def per_example():
              i = torch.nonzero(torch.rand(10240) < lot / 10240)[:, 0]
              x = X[i]
              h = x @ w1 + b1
              a = h.relu()
              e = torch.sigmoid(a @ w2 + b2) - y[i]
              f = (e @ w2.t()) * (h > 0)
              stored = [torch.einsum('ni,nj->nij', x, f), f, torch.einsum('ni,nj->nij', a, e), e]
              norms = sum(g.flatten(1).pow(2).sum(1) for g in stored).sqrt()
              factor = (1 / norms).clamp(max=1)
              for p, g in zip((w1, b1, w2, b2), stored):
                  total = torch.einsum('n,n...->...', factor, g) + torch.randn_like(p)
                  p -= 0.01 / lot * total
          step = plain if kind == 'plain' else per_example
          for _ in range(3):
              step()
          steps, start = 0, time.thread_time()
          while time.thread_time() - start < seconds:
              for _ in range(10):
                  step()
              steps += 10
          print(steps / (time.thread_time() - start), flush=True)
      """;

  private DpSgdBesideTorch() {}

  public static void main(String[] args) throws IOException {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 40;
    List<Integer> inputs =
        args.length > 1
            ? Arrays.stream(args).skip(1).map(Integer::valueOf).toList()
            : List.of(784, 30, 4);
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    try (PythonPeer torch = new PythonPeer(SCRIPT)) {
      for (int d : inputs) {
        compare(d, rounds, torch, out);
      }
    }
  }

  private static void compare(int d, int rounds, PythonPeer torch, PrintStream out)
      throws IOException {
    double[] plain = new double[rounds];
    double[] dp = new double[rounds];
    double[] torchPlain = new double[rounds];
    double[] cost = new double[rounds];
    double[] besideTorch = new double[rounds];
    Steps withoutPrivacy = new Steps(d, false);
    Steps withPrivacy = new Steps(d, true);
    withoutPrivacy.perSecond(3); // until the JIT compilers are done
    withPrivacy.perSecond(3);
    for (int r = 0; r < rounds; r++) {
      plain[r] = withoutPrivacy.perSecond(0.1);
      dp[r] = withPrivacy.perSecond(0.1);
      torchPlain[r] = torch.ask("plain " + d + " 0.1");
      cost[r] = plain[r] / dp[r];
      besideTorch[r] = dp[r] / torchPlain[r];
    }
    double torchDp = torch.ask("per_example " + d + " 2");
    out.printf(
        Locale.ROOT,
        "d = %d: steps/s Tare without privacy %.0f (best %.0f), DP %.0f (%.0f); torch without privacy"
            + " %.0f (%.0f), DP with stored gradients %.1f%n",
        d,
        Turns.median(plain),
        Turns.best(plain),
        Turns.median(dp),
        Turns.best(dp),
        Turns.median(torchPlain),
        Turns.best(torchPlain),
        torchDp);
    out.printf(
        Locale.ROOT,
        "        a DP step costs %.2f (best by best %.2f); Tare's DP over torch without privacy %.2f"
            + " (%.2f), over torch's DP %.1f, over Opacus measured before %.1f (%.1f)%n",
        Turns.median(cost),
        Turns.best(plain) / Turns.best(dp),
        Turns.median(besideTorch),
        Turns.best(dp) / Turns.best(torchPlain),
        Turns.median(dp) / torchDp,
        Turns.median(dp) / OPACUS.getOrDefault(d, Double.NaN),
        Turns.best(dp) / OPACUS.getOrDefault(d, Double.NaN));
  }

  /** A training that goes on for as long as it is asked to. */
  private static final class Steps {
    private final Examples rows;
    private final DpSgd engine;
    private final float[] parameters;
    private final float[] direction;
    private final StepRule.Optimiser optimiser;

    Steps(int d, boolean dp) {
      RandomGenerator random = new Seed(1).stream("rows");
      float[] inputs = new float[ROWS * d];
      float[] targets = new float[ROWS];
      for (int i = 0; i < inputs.length; i++) {
        inputs[i] = (float) random.nextGaussian();
      }
      for (int i = 0; i < ROWS; i++) {
        targets[i] = random.nextInt(2);
      }
      rows = Examples.of(inputs, d, targets);
      MlpShape shape = MlpShape.oneHidden(d, WIDTH, 1, Activation.RELU);
      MlpPass pass = new MlpPass(shape, MlpPass.DEFAULT_CAPACITY);
      double rate = LOT / (double) ROWS;
      engine =
          dp
              ? DpSgd.privately(
                  new DpSgdPlan(rate, SIGMA, Long.MAX_VALUE, CLIP, LOT),
                  pass,
                  Loss.LOG,
                  LotSource.of(rows),
                  new SecureNoise())
              : DpSgd.withoutPrivacy(
                  DpSgdPlan.nonPrivate(rate, Long.MAX_VALUE, LOT),
                  pass,
                  Loss.LOG,
                  LotSource.of(rows),
                  random);
      parameters = shape.initialParameters(random);
      direction = new float[parameters.length];
      optimiser = new StepRule.Plain(0.01).start(parameters.length);
    }

    double perSecond(double seconds) {
      double start = Turns.cpuSeconds();
      long steps = 0;
      double spent = 0;
      while (spent < seconds) {
        for (int i = 0; i < STEPS_PER_LOOK; i++) {
          engine.direction(parameters, Examples.none(rows.width()), new int[0], 0, direction);
          optimiser.step(parameters, direction);
        }
        steps += STEPS_PER_LOOK;
        spent = Turns.cpuSeconds() - start;
      }
      return steps / spent;
    }
  }
}
