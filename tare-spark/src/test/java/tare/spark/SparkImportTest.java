package tare.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What this module may know; the table in CONTRIBUTING says the same. Mechanisms are not among it.
 */
class SparkImportTest {

  @Test
  void importsWhatTheMapAllows() {
    Stream<String> house =
        Stream.of(
                "cli",
                "curator",
                "gate",
                "generator",
                "inference",
                "kernel.tail",
                "ledger",
                "model",
                "noise",
                "progress",
                "release",
                "report",
                "schema",
                "spark",
                "table")
            .map(name -> "tare." + name);
    Stream<String> others =
        Stream.of(
            "java..",
            "org.apache.hadoop..",
            "org.apache.spark..",
            "org.jspecify..",
            "picocli..",
            "scala..");
    classes()
        .that()
        .resideInAPackage("tare.spark")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(Stream.concat(house, others).toArray(String[]::new))
        .check(
            new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("tare.spark"));
  }
}
