package tare.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
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
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tare.gate.Mechanism;

/**
 * Every mechanism has a proof page, a hunt for counterexamples and a statistical test. A new
 * mechanism fails the build until it stands here with all three.
 */
class MechanismRegisterTest {

  private static final Path ROOT = Path.of("..");
  private static final Path TESTS = ROOT.resolve("tare-curator/src/test/java/tare");

  /**
   * Where a mechanism's claim is proved, hunted and tested; none for what reads no row or protects
   * nobody.
   */
  private record Evidence(String proof, String hunt, String test) {
    static final Evidence NOT_NEEDED = new Evidence("", "", "");
  }

  private static final Map<String, Evidence> REGISTER = new TreeMap<>();

  private static void register(String mechanism, String proof, String hunt, String test) {
    REGISTER.put("tare." + mechanism, new Evidence(proof, hunt, test));
  }

  static {
    String ready = "audit/ReadyMechanismsTest";
    register("mechanism.NoisedCount", "counts", ready, ready);
    register("mechanism.NoisedCounts", "counts", ready, ready);
    register("mechanism.NoisedSum", "vector", "mechanism/NoisedSumTest", ready);
    register("mechanism.NoisedVector", "vector", ready, ready);
    register("mechanism.PrivateChoice", "exponential", ready, ready);
    String metrics = "evaluation/NoisedMetricsTest";
    register("evaluation.NoisedPairDistance", "pair-distance", metrics, ready);
    register("evaluation.NoisedPredictionError", "prediction-error", metrics, ready);
    register("evaluation.NoisedRocCurve", "roc-curve", metrics, ready);
    String privBayes = "generator/bayes/PrivBayesPrivacyTest";
    register("generator.bayes.PrivBayesMechanism", "privbayes", privBayes, privBayes);
    register(
        "generator.gan.Gan$GanTraining", "gan", "learn/DpSgdTest", "generator/gan/GanPrivacyTest");
    register(
        "generator.gan.PateGan$PateTraining",
        "pate-gan",
        "generator/gan/GanPrivacyTest",
        "generator/gan/GanPrivacyTest");
    String logistic = "weight/LogisticSensitivityTest";
    register(
        "weight.BetaWeights$BetaMechanism", "logistic-weights", logistic, "noise/VectorNoiseTest");
    register(
        "weight.OutputWeights$OutputMechanism",
        "output-noise",
        "weight/OutputNoiseTest",
        "weight/OutputNoiseTest");
    String moments = "weight/MomentsPrivacyTest";
    register("weight.Moments$MomentMechanism", "moment-weights", moments, moments);
    register("weight.DpMlp$DpMlpTraining", "dp-sgd", "learn/DpSgdTest", "learn/DpSgdPrivacyTest");
    register("curator.UnitPlans$Fit", "units", "audit/UnitPrivacyTest", "audit/UnitPrivacyTest");
    REGISTER.put("tare.weight.Discriminator$Free", Evidence.NOT_NEEDED); // reads no row: event None
    REGISTER.put("tare.weight.LogReg$OpenLogisticFit", Evidence.NOT_NEEDED); // says NonPrivate
    REGISTER.put("tare.weight.Mlp$OpenMlpTraining", Evidence.NOT_NEEDED); // says NonPrivate
  }

  @Test
  void everyMechanismIsRegistered() {
    Set<String> found =
        new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("tare")
                .stream()
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
   * The named tests really run the mechanism: a fault planted in the code that draws and charges
   * for it makes a privacy test fall. MutantTest holds the table of docs/trust.md to its own list.
   */
  @Test
  void everyFamilyOfMechanismsHasPlantedFaultsThatAreCaught() throws IOException {
    List<String> table =
        Files.readAllLines(ROOT.resolve("docs/trust.md")).stream()
            .filter(line -> line.contains(" times "))
            .toList();
    assertThat(table).hasSizeGreaterThanOrEqualTo(60);
    for (String family :
        List.of(
            "NoisedCount",
            "NoisedCounts",
            "NoisedSum",
            "moments",
            "PrivateChoice",
            "PrivBayes",
            "independent columns",
            "DPGAN",
            "DPCGAN",
            "PATE-GAN",
            "DP-MLP",
            "BetaNoised",
            "OutputNorm",
            "NoisedPairDistance",
            "a whole release",
            "ledger")) {
      assertThat(table).as(family).anyMatch(line -> line.split("\\|")[2].contains(family));
    }
  }

  private static void assertEvidence(Evidence evidence) throws IOException {
    Path page = ROOT.resolve("docs/proofs/" + evidence.proof() + ".md");
    assertThat(page).isRegularFile();
    assertThat(Files.readString(page))
        .contains("**Claim.**")
        .containsPattern("\\*\\*(Proof|Sensitivity)\\.\\*\\*");
    for (String test : List.of(evidence.hunt(), evidence.test())) {
      Path file = TESTS.resolve(test + ".java");
      assertThat(file).isRegularFile();
      assertThat(Files.readString(file)).contains("@Test");
    }
  }
}
