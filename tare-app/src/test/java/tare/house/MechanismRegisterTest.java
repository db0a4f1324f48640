package tare.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tare.gate.Mechanism;

/**
 * Every mechanism has a proof page, a hunt for counterexamples and a statistical test, and they
 * really run it. A new mechanism fails the build until it stands here with all of them.
 */
class MechanismRegisterTest {

  private static final Path ROOT = Path.of("..");
  private static final Path TESTS = ROOT.resolve("tare-curator/src/test/java/tare");

  /**
   * Where a mechanism's claim is proved, hunted and tested; none for what reads no row or protects
   * nobody.
   */
  private record Evidence(String proof, List<String> tests) {
    static final Evidence NOT_NEEDED = new Evidence("", List.of());

    boolean names(String test) {
      return tests.stream().anyMatch(named -> named.endsWith("/" + test));
    }
  }

  private static final Map<String, Evidence> REGISTER = new TreeMap<>();

  private static void register(String mechanism, String proof, String... tests) {
    REGISTER.put("tare." + mechanism, new Evidence(proof, List.of(tests)));
  }

  static {
    String ready = "audit/ReadyMechanismsTest";
    String hunt = "audit/MechanismHuntTest";
    String counted = "audit/CountsDrawnAsChargedTest";
    String trained = "audit/GansDrawnAsChargedTest";
    String drawn = "audit/WeightsDrawnAsChargedTest";
    register("mechanism.NoisedCount", "counts", hunt, ready, counted);
    register("mechanism.NoisedCounts", "counts", hunt, ready);
    register("mechanism.NoisedSum", "vector", hunt, "mechanism/NoisedSumTest", ready);
    register("mechanism.NoisedVector", "vector", hunt, ready);
    register("mechanism.PrivateChoice", "exponential", hunt, ready);
    String metrics = "evaluation/NoisedMetricsTest";
    String replayed = "audit/MetricReplayTest";
    register("evaluation.NoisedPairDistance", "pair-distance", hunt, metrics, replayed);
    register("evaluation.NoisedPredictionError", "prediction-error", hunt, metrics, replayed);
    register("evaluation.NoisedRocCurve", "roc-curve", hunt, metrics, replayed);
    register(
        "generator.bayes.PrivBayesMechanism",
        "privbayes",
        "generator/bayes/PrivBayesSensitivityTest",
        "generator/bayes/PrivBayesPrivacyTest",
        counted);
    String gan = "generator/gan/GanPrivacyTest";
    register("generator.gan.Gan$GanTraining", "gan", "learn/DpSgdTest", gan, trained);
    register("generator.gan.PateGan$PateTraining", "pate-gan", gan, trained);
    String logistic = "weight/LogisticSensitivityTest";
    register(
        "weight.BetaWeights$BetaMechanism",
        "logistic-weights",
        hunt,
        logistic,
        "noise/VectorNoiseTest",
        drawn);
    register(
        "weight.OutputWeights$OutputMechanism",
        "output-noise",
        hunt,
        "weight/OutputNoiseTest",
        drawn);
    register("weight.Moments$MomentMechanism", "moment-weights", hunt, "weight/MomentsPrivacyTest");
    register(
        "weight.DpMlp$DpMlpTraining", "dp-sgd", "learn/DpSgdTest", "learn/DpSgdPrivacyTest", drawn);
    register("curator.UnitPlans$Fit", "units", "audit/UnitPrivacyTest", counted);
    REGISTER.put("tare.weight.Discriminator$Free", Evidence.NOT_NEEDED); // reads no row: event None
    REGISTER.put("tare.weight.LogReg$OpenLogisticFit", Evidence.NOT_NEEDED); // says NonPrivate
    REGISTER.put("tare.weight.Mlp$OpenMlpTraining", Evidence.NOT_NEEDED); // says NonPrivate
  }

  @Test
  void everyMechanismIsRegistered() {
    Set<String> found =
        house().stream()
            .filter(type -> type.isAssignableTo(Mechanism.class) && !type.isInterface())
            .map(JavaClass::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(found).isEqualTo(REGISTER.keySet());
  }

  @TestFactory
  List<DynamicTest> everyRegisteredMechanismHasItsEvidence() {
    return REGISTER.entrySet().stream()
        .filter(entry -> !entry.getValue().equals(Evidence.NOT_NEEDED))
        .map(e -> DynamicTest.dynamicTest(e.getKey(), () -> assertEvidence(e.getValue())))
        .toList();
  }

  /**
   * The named tests really run the mechanism: each has a line in docs/trust.md on which it is
   * broken, or a number of it is off, and a test named here fails. MutantTest runs these lines.
   */
  @TestFactory
  List<DynamicTest> everyRegisteredMechanismIsRunByItsTests() throws IOException {
    List<String> table =
        Files.readAllLines(ROOT.resolve("docs/trust.md")).stream()
            .filter(line -> line.endsWith(" |") && line.contains("` broken | "))
            .toList();
    return REGISTER.entrySet().stream()
        .filter(entry -> !entry.getValue().equals(Evidence.NOT_NEEDED))
        .map(
            e ->
                DynamicTest.dynamicTest(
                    e.getKey(),
                    () ->
                        assertThat(table).anyMatch(line -> breaks(line, e.getKey(), e.getValue()))))
        .toList();
  }

  private static boolean breaks(String line, String mechanism, Evidence evidence) {
    String[] cells = line.split(" \\| ");
    return cells[2].startsWith(mechanism.substring(mechanism.lastIndexOf('.') + 1) + " `")
        && evidence.names(cells[3].split(" ")[0]);
  }

  /** Where bounds are stated, and the page that proves them. */
  private static final Map<String, String> BOUNDS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("tare.mechanism.Counting", "counts"),
              Map.entry("tare.mechanism.NoisedSum", "vector"),
              Map.entry("tare.mechanism.PrivateChoice", "exponential"),
              Map.entry("tare.evaluation.NoisedPairDistance", "pair-distance"),
              Map.entry("tare.evaluation.NoisedPredictionError", "prediction-error"),
              Map.entry("tare.generator.bayes.ColumnRounds", "privbayes"),
              Map.entry("tare.generator.bayes.PairSearch", "privbayes"),
              Map.entry("tare.generator.gan.Teachers", "pate-gan"),
              Map.entry("tare.weight.LogisticFit", "logistic-weights"),
              Map.entry("tare.weight.OutputWeights", "output-noise"),
              Map.entry("tare.generator.bayes.RelationSums", "privbayes")));

  /** A bound is stated where it is proved, and nowhere else. */
  @Test
  void everyStatedBoundHasItsProof() throws IOException {
    Set<String> found =
        house().stream()
            .filter(type -> !type.getPackageName().equals("tare.noise"))
            .filter(type -> type.getCodeUnitCallsFromSelf().stream().anyMatch(STATES_A_BOUND))
            .map(JavaClass::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(found).isEqualTo(BOUNDS.keySet());
    for (String page : BOUNDS.values()) {
      assertThat(Files.readString(ROOT.resolve("docs/proofs/" + page + ".md")))
          .containsPattern("\\*\\*(Proof|Sensitivity)\\.\\*\\*");
    }
  }

  private static final Predicate<JavaCall<?>> STATES_A_BOUND =
      call ->
          Set.of("tare.noise.BoundedStatistic", "tare.noise.Exact")
                  .contains(call.getTargetOwner().getName())
              && Set.of("<init>", "counts", "then").contains(call.getName());

  /** Raw bits of noise that no law explains, and what they are for. */
  private static final Map<String, String> RAW_BITS =
      Map.of(
          "tare.generator.gan.Teachers", "which teacher a row goes to",
          "tare.learn.DpSgd", "which rows a lot holds",
          "tare.curator.ReleasePlan", "a fresh seed",
          "tare.curator.KnownRows", "the curator's own key");

  /**
   * Noise is drawn by laws, which carry its event; an audit that listens may draw what it heard.
   */
  @Test
  void noiseIsDrawnThroughLawsAlone() {
    Set<String> found =
        house().stream()
            .filter(type -> !Set.of("tare.noise", "tare.audit").contains(type.getPackageName()))
            .filter(type -> type.getAccessesFromSelf().stream().anyMatch(DRAWS_BY_HAND))
            .map(JavaClass::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(found).isEqualTo(new TreeSet<>(RAW_BITS.keySet()));
  }

  private static final Predicate<JavaAccess<?>> DRAWS_BY_HAND =
      access ->
          access.getTargetOwner().getPackageName().equals("tare.noise")
              && Set.of("addTo", "addToAll", "choose", "sample", "fillGaussian", "nextLong")
                  .contains(access.getName());

  private static JavaClasses house() {
    return new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .importPackages("tare");
  }

  private static void assertEvidence(Evidence evidence) throws IOException {
    Path page = ROOT.resolve("docs/proofs/" + evidence.proof() + ".md");
    assertThat(page).isRegularFile();
    assertThat(Files.readString(page))
        .contains("**Claim.**")
        .containsPattern("\\*\\*(Proof|Sensitivity)\\.\\*\\*");
    for (String test : evidence.tests()) {
      Path file = TESTS.resolve(test + ".java");
      assertThat(file).isRegularFile();
      assertThat(Files.readString(file)).contains("@Test");
    }
  }
}
