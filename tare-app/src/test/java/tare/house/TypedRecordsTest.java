package tare.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Records hold typed values; JSON stands at the edge, where files are read and written. */
class TypedRecordsTest {

  private record Raw(int one, ObjectNode two, List<JsonNode> three) {}

  /** Parts of a record that are JSON, alone or within a list, a map or an option. */
  private static Stream<String> raw(Class<?> record) {
    return Arrays.stream(record.getRecordComponents())
        .filter(part -> part.getGenericType().getTypeName().contains("tools.jackson"))
        .map(RecordComponent::getName)
        .map(name -> record.getSimpleName() + "." + name);
  }

  private static List<String> raw(String... packages) {
    return new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(packages)
            .stream()
            .map(JavaClass::reflect)
            .filter(Class::isRecord)
            .flatMap(TypedRecordsTest::raw)
            .toList();
  }

  @Test
  void noRecordOfAReleaseHoldsJson() {
    assertThat(raw("tare.release", "tare.accounting", "tare.inference", "tare.analysis")).isEmpty();
  }

  /** What strangers' methods and models want to say has no type here. */
  @Test
  void ofModelsOnlyTheOpenPartsDo() {
    assertThat(raw("tare.model"))
        .containsExactlyInAnyOrder("WeightDescription.details", "UnknownGenerator.parameters");
  }

  @Test
  void whatHoldsJsonIsFound() {
    assertThat(raw(Raw.class)).containsExactly("Raw.two", "Raw.three");
  }
}
