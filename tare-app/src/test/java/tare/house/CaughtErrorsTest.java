package tare.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.TryCatchBlock;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * An argument error is a fault of the caller's code, and nobody goes on by catching it. What was
 * asked for and cannot be is a RefusedException, and that may be caught. Readers of files and forms
 * are the exception: there the arguments are somebody's text.
 */
class CaughtErrorsTest {

  private static final Set<String> READERS =
      Set.of(
          "tare.accounting.EventJson",
          "tare.analysis.WeightNoise",
          "tare.cli.AnalyzeCommand$ModelConverter",
          "tare.cli.DemoTruth", // a demo asks rows that may have no answer
          "tare.ledger.LedgerLine",
          "tare.model.FittedGenerators",
          "tare.model.NetworkJson",
          "tare.model.WeightModel",
          "tare.paper.Answers", // a study asks rows that may have no answer
          "tare.release.FolderCheck",
          "tare.release.ReplicateFiles",
          "tare.schema.JsonObject", // what a field may not be is one fault of many
          "tare.schema.SchemaReader");

  @Test
  void nothingGoesOnByCatchingAnArgumentError() {
    Set<String> found =
        new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("tare")
                .stream()
                .filter(type -> !type.getPackageName().startsWith("tare.studio"))
                .filter(CaughtErrorsTest::catchesArgumentErrors)
                .map(JavaClass::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    assertThat(found).isEqualTo(new TreeSet<>(READERS));
  }

  private static boolean catchesArgumentErrors(JavaClass type) {
    return type.getCodeUnits().stream()
        .map(JavaCodeUnit::getTryCatchBlocks)
        .flatMap(Set::stream)
        .map(TryCatchBlock::getCaughtThrowables)
        .flatMap(Set::stream)
        .anyMatch(caught -> caught.isEquivalentTo(IllegalArgumentException.class));
  }
}
