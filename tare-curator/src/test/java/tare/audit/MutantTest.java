package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tare.audit.MutantLoader.Place;
import tare.audit.MutantLoader.Place.Argument;
import tare.audit.MutantLoader.Place.Call;
import tare.audit.MutantLoader.Place.Constant;
import tare.audit.MutantLoader.Place.Field;
import tare.audit.MutantLoader.Place.Result;

/**
 * Every number that a guarantee hangs on, off by 1.3 to 3 in the compiled code, and the privacy
 * test that must fail then. Each such test passes on the code as it is, in the same loader.
 */
class MutantTest {

  private static final Path TRUST = Path.of("../docs/trust.md");

  /**
   * One fault.
   *
   * @param kind what is off
   * @param mechanism whose guarantee hangs on it
   * @param type the class that is broken, below tare
   * @param factor by how much
   * @param killer the test that must fail, as package.Class#method below tare
   */
  private record Mutant(
      String kind, String mechanism, String type, Place place, double factor, String killer) {

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%s of %s times %.3g: %s", kind, mechanism, factor, killer);
    }

    /** The line of docs/trust.md. */
    String line() {
      return String.format(
          Locale.ROOT,
          "| %s | %s | %s `%s` times %.3g | %s |",
          kind,
          mechanism,
          type.substring(type.lastIndexOf('.') + 1),
          where(),
          factor,
          killer.substring(killer.lastIndexOf('.') + 1).replace('#', ' '));
    }

    private String where() {
      if (place instanceof Call call) {
        return call.method() + " > " + call.callee();
      }
      if (place instanceof Argument argument) {
        return argument.method() + " > " + argument.callee() + "(..)";
      }
      if (place instanceof Field field) {
        return field.method() + " > ." + field.field();
      }
      return place instanceof Constant constant
          ? constant.method() + " > " + constant.value()
          : place.method();
    }
  }

  private static final List<Mutant> MUTANTS = new ArrayList<>();

  private static void plant(
      String kind, String mechanism, String type, Place place, String killer, double... factors) {
    for (double factor : factors) {
      MUTANTS.add(new Mutant(kind, mechanism, type, place, factor, killer));
    }
  }

  private static final double LESS = 1 / 1.3;
  private static final double HALF = 0.5;
  private static final double THIRD = 1 / 3.0;

  static {
    String drawn = "audit.DrawnAsChargedTest#";
    String beta = "BetaNoised, BetaDebiased";
    String output = "OutputNorm, OutputLaplace";
    plant(
        "bound",
        beta,
        "weight.BetaWeights",
        new Call("noise", "sensitivity"),
        drawn + "betaNoised",
        LESS,
        HALF,
        THIRD);
    plant(
        "bound",
        beta,
        "weight.LogisticFit",
        new Result("sensitivity"),
        drawn + "betaDebiased",
        LESS,
        HALF);
    plant(
        "bound",
        output,
        "weight.LogisticFit",
        new Result("sensitivity"),
        drawn + "outputNorm",
        LESS,
        THIRD);
    plant(
        "bound",
        output,
        "weight.OutputWeights",
        new Call("plan", "largestSingularValue"),
        drawn + "outputNorm",
        LESS,
        HALF,
        THIRD);
    plant(
        "share",
        beta,
        "weight.CoefficientNoise",
        new Call("calibrated", "sigma"),
        drawn + "betaNoised",
        HALF);
    plant(
        "tolerance",
        beta,
        "weight.LogisticFit",
        new Argument("coefficients", "withGradientTolerance"),
        "weight.SolverToleranceTest#theGradientIsAsSmallAsTheProofAsks",
        300);
    plant(
        "penalty",
        beta,
        "weight.LogisticFit",
        new Argument("coefficients", "fill"),
        "weight.SolverToleranceTest#theGradientIsAsSmallAsTheProofAsks",
        LESS,
        HALF);
    plant(
        "public n",
        beta,
        "weight.LogisticFit",
        new Field("coefficients", "n"),
        "weight.SolverToleranceTest#theGradientIsAsSmallAsTheProofAsks",
        LESS,
        HALF);
    plant(
        "clip",
        beta,
        "model.WhitenedFeatures",
        new Field("put", "clip"),
        drawn + "featuresAreNoLongerThanTheirRadius",
        1.3,
        3);
    plant(
        "scale",
        "GridGaussian",
        "noise.GridGaussian",
        new Result("sigmaInSteps"),
        drawn + "outputNorm",
        LESS,
        HALF);
    plant(
        "scale",
        "GridGaussian",
        "noise.GridGaussian",
        new Argument("<init>", "of"),
        drawn + "outputNorm",
        LESS,
        THIRD);
    plant(
        "event",
        "GridGaussian",
        "noise.GridGaussian",
        new Field("event", "noiseMultiplier"),
        drawn + "outputNorm",
        1.3,
        2);
    plant(
        "share",
        "NoisedCount",
        "mechanism.NoisedCount",
        new Argument("withEpsilon", "of"),
        drawn + "count",
        LESS,
        HALF);
    plant(
        "statistic",
        "NoisedCount",
        "mechanism.NoisedCount",
        new Call("apply", "exact"),
        drawn + "count",
        2,
        3);
    plant(
        "scale",
        "NoisedSum, moments",
        "mechanism.NoisedSum",
        new Call("apply", "clipInSteps"),
        drawn + "moments",
        LESS);
    plant(
        "scale",
        "NoisedSum, moments",
        "mechanism.NoisedSum",
        new Field("apply", "noiseMultiplier"),
        drawn + "moments",
        LESS);
    plant(
        "event",
        "NoisedSum, moments",
        "mechanism.NoisedSum",
        new Field("event", "noiseMultiplier"),
        drawn + "moments",
        1.3);
    plant(
        "clip",
        "NoisedSum, moments",
        "mechanism.NoisedSum",
        new Call("clip", "clipInSteps"),
        "mechanism.NoisedSumTest#noRowMovesTheSumByMoreThanTheClip",
        2,
        3);
    plant(
        "count of events",
        "PrivBayes",
        "generator.bayes.PrivBayesPlan",
        new Call("event", "size"),
        drawn + "privBayes",
        HALF,
        2 * THIRD);
    plant(
        "count of events",
        "independent columns",
        "generator.bayes.PrivBayesPlan",
        new Call("event", "size"),
        drawn + "independentColumns",
        HALF);
    plant(
        "count of events",
        "PrivBayes",
        "generator.bayes.PrivBayesPlan",
        new Call("lambda$event$0", "extra"),
        drawn + "privBayes",
        0,
        HALF);
    plant(
        "count of events",
        "PrivBayes",
        "generator.bayes.PrivBayesPlan",
        new Call("lambda$event$0", "tree"),
        drawn + "privBayes",
        0,
        HALF);
    plant(
        "count of draws",
        "PrivBayes",
        "generator.bayes.PrivBayesMechanism",
        new Call("apply", "extra"),
        drawn + "privBayes",
        2,
        3);
    plant(
        "range",
        "PrivateChoice, PrivBayes",
        "noise.ExponentialChoice",
        new Constant("of", 2),
        drawn + "privBayes",
        LESS,
        HALF);
    plant(
        "scores",
        "PrivBayes",
        "generator.bayes.PairSearch",
        new Call("score", "distance"),
        "audit.FrontDoorReplayTest#privBayes",
        2,
        3);
    plant("rate", "DPGAN", "learn.DpSgd", new Call("<init>", "samplingRate"), drawn + "dpgan", 1.3);
    plant(
        "rate", "DP-MLP", "learn.DpSgd", new Call("<init>", "samplingRate"), drawn + "dpMlp", 1.3);
    plant(
        "scale",
        "DP-MLP",
        "learn.DpSgd",
        new Call("begin", "noiseMultiplier"),
        drawn + "dpMlp",
        LESS);
    plant("scale", "DPGAN", "learn.DpSgd", new Call("begin", "clip"), drawn + "dpgan", LESS);
    plant(
        "event: rate",
        "DPGAN, DP-MLP",
        "learn.DpSgdPlan",
        new Field("event", "samplingRate"),
        drawn + "dpMlp",
        LESS);
    plant(
        "event: steps",
        "DPGAN, DP-MLP",
        "learn.DpSgdPlan",
        new Field("event", "steps"),
        drawn + "dpMlp",
        LESS);
    plant(
        "event: noise",
        "DPGAN, DP-MLP",
        "learn.DpSgdPlan",
        new Field("event", "noiseMultiplier"),
        drawn + "dpgan",
        1.3);
    plant("steps", "DP-MLP", "learn.Training", new Call("run", "steps"), drawn + "dpMlp", 1.3);
    plant(
        "clip",
        "DPGAN, DP-MLP",
        "learn.DpSgd",
        new Result("boundedFactor"),
        "learn.DpSgdTest#noRowMovesASumByMoreThanTheClip",
        1.3,
        2,
        3);
    plant(
        "clip",
        "DPGAN, DP-MLP",
        "learn.DpSgd",
        new Call("clipFactor", "clip"),
        "learn.DpSgdTest#noRowMovesASumByMoreThanTheClip",
        1.3,
        2);
    plant(
        "share of a unit",
        "DPGAN",
        "learn.DpSgd",
        new Call("push", "share"),
        "learn.UnitClipTest#noUnitMovesASumByMoreThanTheClip",
        1.3,
        2,
        3);
    plant(
        "event",
        "NoisedCounts, label noise of DPCGAN",
        "noise.DiscreteLaplace",
        new Field("event", "scale"),
        drawn + "dpcgan",
        1.3,
        2);
    plant(
        "event",
        "NoisedCount",
        "noise.DiscreteLaplace",
        new Field("event", "scale"),
        drawn + "count",
        1.3,
        3);
    plant(
        "event",
        "PATE-GAN votes",
        "noise.DiscreteGaussian",
        new Field("event", "sigma"),
        drawn + "pateGan",
        1.3,
        2);
    plant(
        "count of events",
        "PATE-GAN",
        "generator.gan.PateGan",
        new Call("votes", "queries"),
        drawn + "pateGan",
        HALF,
        2 * THIRD);
    plant(
        "scale",
        "PATE-GAN",
        "generator.gan.PateGan$PateTraining",
        new Argument("apply", "of"),
        drawn + "pateGan",
        LESS,
        HALF);
    plant(
        "statistic",
        "PATE-GAN",
        "generator.gan.Teachers",
        new Result("votes"),
        drawn + "pateGan",
        3);
    plant(
        "count of draws",
        "PATE-GAN",
        "generator.gan.PateGanTrainer",
        new Call("ask", "queriesPerRound"),
        drawn + "pateGan",
        2,
        3);
    plant(
        "which row where",
        "PATE-GAN",
        "generator.gan.Teachers",
        new Call("*", "nextLong"),
        "generator.gan.TeachersPartsTest#rowsAreSpreadByChance",
        0,
        HALF);
    plant(
        "bound",
        "NoisedPairDistance",
        "evaluation.NoisedPairDistance",
        new Result("sensitivity"),
        "evaluation.NoisedMetricsTest#theEventIsThatOfTheEpsilonAskedFor",
        LESS,
        HALF);
    plant(
        "share",
        "a whole release",
        "accounting.ReleaseBudget",
        new Result("epsilon"),
        drawn + "sharesSumToTheBudget",
        HALF,
        THIRD);
    plant(
        "count of events",
        "PrivBayes",
        "generator.bayes.PrivBayesPlan",
        new Call("event", "size"),
        "audit.FrontDoorReplayTest#privBayes",
        HALF);
    plant(
        "limit",
        "ledger",
        "accounting.Accounting",
        new Call("within", "epsilon"),
        "gate.GateTest#readsNothingWhenRefused",
        2,
        3);
  }

  static Stream<Mutant> mutants() {
    return MUTANTS.stream();
  }

  static Stream<String> killers() {
    return MUTANTS.stream().map(Mutant::killer).distinct();
  }

  @ParameterizedTest
  @MethodSource("mutants")
  void isKilled(Mutant mutant) throws ReflectiveOperationException {
    MutantLoader loader = new MutantLoader(mutant.type(), mutant.place(), mutant.factor());
    Throwable death = run(loader, mutant.killer());
    assertThat(loader.changed()).as("places that were changed").isPositive();
    assertThat(death).as("survived: " + mutant).isNotNull();
  }

  @ParameterizedTest
  @MethodSource("killers")
  void itsTestPassesOnTheCodeAsItIs(String killer) throws ReflectiveOperationException {
    MutantLoader loader = new MutantLoader("none.None", new Result("none"), 1);
    assertThat(run(loader, killer)).isNull();
  }

  /** Runs a test method in a loader. */
  private static @Nullable Throwable run(ClassLoader loader, String killer)
      throws ReflectiveOperationException {
    String[] parts = killer.split("#");
    Class<?> type = loader.loadClass("tare." + parts[0]);
    Constructor<?> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    Method method = type.getDeclaredMethod(parts[1]);
    method.setAccessible(true);
    try {
      method.invoke(constructor.newInstance());
      return null;
    } catch (InvocationTargetException e) {
      return e.getCause();
    }
  }

  /** docs/trust.md has this very table. */
  @Test
  void theTableStandsInTheDocs() throws IOException {
    assertThat(MUTANTS).hasSizeGreaterThanOrEqualTo(60);
    List<String> lines = Files.readAllLines(TRUST);
    assertThat(lines).containsAll(MUTANTS.stream().map(Mutant::line).toList());
  }
}
