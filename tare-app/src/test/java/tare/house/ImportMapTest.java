package tare.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The import map of the house: which package may know which. The table stands in CONTRIBUTING too.
 */
class ImportMapTest {

  private static final JavaClasses TARE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("tare");

  private static final Map<String, List<String>> MAY_IMPORT = new TreeMap<>();

  private static void mayImport(String from, String... to) {
    MAY_IMPORT.put(from, Arrays.asList(to));
  }

  static {
    mayImport("accounting", "kernel.special", "schema");
    mayImport(
        "analysis",
        "accounting",
        "inference",
        "kernel.linear",
        "kernel.mcmc",
        "kernel.mlp",
        "kernel.regression",
        "kernel.special",
        "kernel.tail",
        "kernel.tree",
        "model",
        "random",
        "release",
        "schema",
        "table");
    mayImport(
        "audit",
        "accounting",
        "curator",
        "gate",
        "kernel.linear",
        "ledger",
        "model",
        "noise",
        "progress",
        "random",
        "release",
        "schema",
        "table");
    mayImport(
        "cli",
        "accounting",
        "analysis",
        "audit",
        "curator",
        "evaluation",
        "gate",
        "generator",
        "inference",
        "ledger",
        "model",
        "noise",
        "paper",
        "progress",
        "random",
        "release",
        "report",
        "schema",
        "table",
        "weight");
    mayImport(
        "curator",
        "accounting",
        "analysis",
        "gate",
        "generator",
        "generator.bayes",
        "generator.gan",
        "inference",
        "ledger",
        "mechanism",
        "model",
        "noise",
        "progress",
        "random",
        "release",
        "schema",
        "table",
        "weight");
    mayImport(
        "evaluation",
        "analysis",
        "kernel.linear",
        "kernel.regression",
        "kernel.transport",
        "mechanism",
        "noise",
        "random",
        "schema",
        "table");
    mayImport("gate", "accounting", "ledger", "noise", "progress", "schema", "table");
    mayImport("generator", "accounting", "gate", "model", "progress", "random", "schema");
    mayImport(
        "generator.bayes",
        "accounting",
        "gate",
        "generator",
        "kernel.sampling",
        "kernel.special",
        "model",
        "noise",
        "progress",
        "random",
        "schema",
        "table");
    mayImport(
        "generator.gan",
        "accounting",
        "gate",
        "generator",
        "kernel.mlp",
        "learn",
        "mechanism",
        "model",
        "noise",
        "progress",
        "random",
        "schema",
        "table");
    mayImport("inference", "kernel.special", "table");
    mayImport("kernel.linear");
    mayImport("kernel.mcmc", "kernel.linear", "kernel.regression");
    mayImport("kernel.mlp", "kernel.linear");
    mayImport("kernel.regression", "kernel.linear");
    mayImport("kernel.sampling");
    mayImport("kernel.special");
    mayImport("kernel.tail");
    mayImport("kernel.transport");
    mayImport("kernel.tree");
    mayImport("kernel.zstd");
    mayImport("learn", "accounting", "gate", "kernel.mlp", "noise", "progress", "schema", "table");
    mayImport("ledger", "accounting", "schema");
    mayImport("mechanism", "accounting", "gate", "noise", "table");
    mayImport(
        "model",
        "kernel.linear",
        "kernel.mlp",
        "kernel.regression",
        "kernel.sampling",
        "kernel.tail",
        "progress",
        "random",
        "schema",
        "table");
    mayImport("noise", "accounting", "random", "schema");
    mayImport(
        "paper",
        "accounting",
        "analysis",
        "curator",
        "evaluation",
        "gate",
        "generator",
        "generator.gan",
        "inference",
        "kernel.mcmc",
        "kernel.regression",
        "kernel.tail",
        "ledger",
        "model",
        "noise",
        "progress",
        "random",
        "release",
        "schema",
        "table",
        "weight");
    mayImport("progress");
    mayImport("random");
    mayImport("release", "accounting", "inference", "model", "progress", "schema", "table");
    mayImport(
        "report",
        "accounting",
        "analysis",
        "evaluation",
        "inference",
        "model",
        "release",
        "schema",
        "table");
    mayImport("schema");
    mayImport("table", "kernel.tail", "kernel.zstd", "schema");
    mayImport(
        "weight",
        "accounting",
        "gate",
        "generator",
        "inference",
        "kernel.linear",
        "kernel.mlp",
        "kernel.regression",
        "kernel.sampling",
        "kernel.tail",
        "learn",
        "mechanism",
        "model",
        "noise",
        "progress",
        "random",
        "schema",
        "table");
  }

  @TestFactory
  List<DynamicTest> everyPackageImportsOnlyWhatTheMapAllows() {
    return MAY_IMPORT.entrySet().stream()
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey(), () -> assertImports(entry.getKey(), entry.getValue())))
        .toList();
  }

  private static void assertImports(String from, List<String> to) {
    Set<String> allowed =
        to.stream().map(name -> "tare." + name).collect(Collectors.toUnmodifiableSet());
    noClasses()
        .that()
        .resideInAPackage("tare." + from)
        .should()
        .dependOnClassesThat(
            new DescribedPredicate<JavaClass>("are outside the import map of " + from) {
              @Override
              public boolean test(JavaClass target) {
                String name = target.getPackageName();
                return name.startsWith("tare.")
                    && !name.equals("tare." + from)
                    && !allowed.contains(name);
              }
            })
        .allowEmptyShould(true)
        .check(TARE);
  }

  /** The map is no looser than the code: an edge that nothing uses is taken out. */
  @TestFactory
  List<DynamicTest> everyAllowedEdgeIsUsed() {
    return MAY_IMPORT.entrySet().stream()
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey(),
                    () -> assertThat(used(entry.getKey())).containsAll(entry.getValue())))
        .toList();
  }

  private static Set<String> used(String from) {
    return TARE.stream()
        .filter(type -> type.getPackageName().equals("tare." + from))
        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
        .map(dependency -> dependency.getTargetClass().getPackageName())
        .filter(name -> name.startsWith("tare."))
        .map(name -> name.substring("tare.".length()))
        .collect(Collectors.toUnmodifiableSet());
  }

  @Test
  void everyPackageStandsInTheMap() {
    Set<String> packages =
        TARE.stream()
            .map(JavaClass::getPackageName)
            .filter(name -> !name.equals("tare.testkit"))
            .collect(Collectors.toUnmodifiableSet());
    assertThat(MAY_IMPORT.keySet().stream().map(name -> "tare." + name)).containsAll(packages);
  }

  @Test
  void noCycles() {
    SlicesRuleDefinition.slices().matching("tare.(*)..").should().beFreeOfCycles().check(TARE);
  }

  /** Noise from a seed protects nobody: it is for replicates, which read made-up rows. */
  @Test
  void onlyReplicatesSimulateNoise() {
    classes()
        .that()
        .haveFullyQualifiedName("tare.noise.SimulatedNoise")
        .should()
        .onlyHaveDependentClassesThat()
        .haveFullyQualifiedName("tare.weight.Reruns")
        .check(TARE);
  }

  @Test
  void onlyTheGateReachesPrivateRows() {
    classes()
        .that()
        .haveFullyQualifiedName("tare.gate.PrivateTable")
        .should()
        .onlyHaveDependentClassesThat(
            new DescribedPredicate<JavaClass>("do not read private rows") {
              @Override
              public boolean test(JavaClass caller) {
                return caller.getFullName().equals("tare.gate.Gate")
                    || caller.getMethodCallsFromSelf().stream()
                        .noneMatch(
                            call ->
                                call.getTargetOwner().getFullName().equals("tare.gate.PrivateTable")
                                    && call.getTarget().getName().equals("rows"));
              }
            })
        .allowEmptyShould(true)
        .check(TARE);
  }
}
