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
    mayImport("schema");
    mayImport("kernel");
    mayImport("random");
    mayImport("table", "schema", "kernel");
    mayImport("privacy", "table", "schema", "kernel");
    mayImport("learn", "privacy", "table", "schema", "kernel", "random");
    mayImport("generator", "learn", "privacy", "table", "schema", "kernel", "random");
    mayImport("weight", "generator", "learn", "privacy", "table", "schema", "kernel", "random");
    mayImport("release", "table", "schema", "random");
    mayImport("analysis", "release", "table", "schema", "kernel", "random");
    mayImport(
        "evaluation", "analysis", "release", "privacy", "table", "schema", "kernel", "random");
    mayImport(
        "curator",
        "analysis",
        "release",
        "evaluation",
        "weight",
        "generator",
        "learn",
        "privacy",
        "table",
        "schema",
        "kernel",
        "random");
    mayImport(
        "audit",
        "curator",
        "analysis",
        "release",
        "evaluation",
        "weight",
        "generator",
        "learn",
        "privacy",
        "table",
        "schema",
        "kernel",
        "random");
    mayImport(
        "paper",
        "curator",
        "analysis",
        "release",
        "evaluation",
        "weight",
        "generator",
        "learn",
        "privacy",
        "table",
        "schema",
        "kernel",
        "random");
    mayImport("report", "evaluation", "analysis", "release", "table", "schema");
    mayImport(
        "cli",
        "report",
        "paper",
        "audit",
        "curator",
        "analysis",
        "release",
        "evaluation",
        "weight",
        "generator",
        "learn",
        "privacy",
        "table",
        "schema",
        "random");
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
        .resideInAPackage("tare." + from + "..")
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

  @Test
  void onlyTheGateReachesPrivateRows() {
    classes()
        .that()
        .haveFullyQualifiedName("tare.privacy.PrivateTable")
        .should()
        .onlyHaveDependentClassesThat(
            new DescribedPredicate<JavaClass>("do not read private rows") {
              @Override
              public boolean test(JavaClass caller) {
                return caller.getFullName().equals("tare.privacy.Gate")
                    || caller.getMethodCallsFromSelf().stream()
                        .noneMatch(
                            call ->
                                call.getTargetOwner()
                                        .getFullName()
                                        .equals("tare.privacy.PrivateTable")
                                    && call.getTarget().getName().equals("rows"));
              }
            })
        .allowEmptyShould(true)
        .check(TARE);
  }
}
