package tare.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * What programs outside may lean on does not go away unnoticed: every public signature of the
 * packages of the front door that stands in the stored list still exists. New ones are welcome. A
 * signature that is given up on purpose is taken off the list by {@code mvn test
 * -Dtest=ApiBaselineTest -Dtare.api.write=true}, and told in the changelog.
 */
class ApiBaselineTest {

  private static final Set<String> PACKAGES =
      Set.of(
          "tare.accounting",
          "tare.curator",
          "tare.gate",
          "tare.generator",
          "tare.model",
          "tare.progress",
          "tare.random",
          "tare.release");

  private static final Path LIST = Path.of("src/test/resources/tare/house/api.txt");

  private static Set<String> signatures() {
    Set<String> signatures = new TreeSet<>();
    new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("tare")
            .stream()
            .filter(type -> PACKAGES.contains(type.getPackageName()))
            .map(JavaClass::reflect)
            .filter(ApiBaselineTest::isPublic)
            .forEach(type -> add(type, signatures));
    return signatures;
  }

  /** Public, and within public classes only. */
  private static boolean isPublic(Class<?> type) {
    Class<?> owner = type.getDeclaringClass();
    return Modifier.isPublic(type.getModifiers()) && (owner == null || isPublic(owner));
  }

  private static void add(Class<?> type, Set<String> signatures) {
    signatures.add(type.getName());
    for (Constructor<?> constructor : type.getConstructors()) {
      signatures.add(constructor.toString());
    }
    for (Method method : type.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()) {
        signatures.add(method.toString());
      }
    }
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isPublic(field.getModifiers())) {
        signatures.add(field.toString());
      }
    }
  }

  @Test
  void noPublicSignatureOfTheFrontDoorIsGone() throws IOException {
    Set<String> signatures = signatures();
    if (Boolean.getBoolean("tare.api.write")) {
      Files.createDirectories(LIST.getParent());
      Files.writeString(LIST, String.join("\n", signatures) + "\n");
    }
    assertThat(signatures).containsAll(Files.readAllLines(LIST));
  }
}
