package tare.studio;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the studio may know; the table in CONTRIBUTING says the same. Kernels are not among it. */
class StudioImportTest {

  @Test
  void importsWhatTheMapAllows() {
    Stream<String> house =
        Stream.of(
                "accounting",
                "analysis",
                "curator",
                "gate",
                "generator",
                "inference",
                "ledger",
                "model",
                "noise",
                "progress",
                "random",
                "release",
                "report",
                "schema",
                "studio",
                "table",
                "weight")
            .map(name -> "tare." + name);
    Stream<String> others =
        Stream.of(
            "java..",
            "javax..",
            "com.sun.net.httpserver..",
            "org.jspecify..",
            "tools.jackson.databind..");
    classes()
        .that()
        .resideInAPackage("tare.studio")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(Stream.concat(house, others).toArray(String[]::new))
        .check(
            new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("tare.studio"));
  }
}
