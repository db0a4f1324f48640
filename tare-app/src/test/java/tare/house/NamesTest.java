package tare.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * One meaning per name: no class in a file of its own is called like another class of the house,
 * whether that one has a file too or is a part that others see ({@code Sampler.Nuts}). Parts of
 * different classes may share a name, such as {@code Options} or {@code Result}: they are read with
 * their owner's.
 */
class NamesTest {

  /** Names with two bearers, and why. */
  private static final Map<String, String> EXCEPTIONS =
      Map.ofEntries(
          Map.entry("DiscreteGaussian", "the sampler, and the event that it claims"),
          Map.entry("DiscreteLaplace", "the sampler, and the event that it claims"),
          Map.entry("Nuts", "the kernel, and its settings as a choice of sampler"),
          Map.entry("StaticHmc", "the kernel, and its settings as a choice of sampler"),
          Map.entry("Mlp", "weights from a network, and a network as a choice of learner"),
          Map.entry("Loss", "what training lowers, and PrivacyStatement.Loss as the field says it"),
          Map.entry("Estimate", "with an interval, and parts of Expectation and NestedCounts"),
          Map.entry("Scale", "of an estimate, and TableDistance.Scale of coordinates"),
          Map.entry("Question", "of the coverage study, and the one that tare account is asked"),
          Map.entry("Report", "of an experiment, and of an audit (ReleaseAudit.Report)"),
          Map.entry("Summary", "of an experiment's runs, and of draws (Posterior.Summary)"));

  private static Map<String, Set<String>> bearers() {
    Map<String, Set<String>> bearers = new TreeMap<>();
    new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("tare")
            .stream()
            .filter(type -> !List.of("tare.testkit", "tare.bench").contains(type.getPackageName()))
            .filter(NamesTest::seenByOthers)
            .forEach(
                type ->
                    bearers
                        .computeIfAbsent(type.getSimpleName(), name -> new TreeSet<>())
                        .add(type.getName()));
    return bearers;
  }

  private static boolean seenByOthers(JavaClass type) {
    Class<?> loaded = type.reflect();
    return !loaded.isAnonymousClass()
        && !loaded.isLocalClass()
        && !type.getSimpleName().equals("package-info")
        && !Modifier.isPrivate(loaded.getModifiers());
  }

  private static boolean clash(Set<String> bearers) {
    return bearers.size() > 1 && bearers.stream().anyMatch(name -> !name.contains("$"));
  }

  @Test
  void noTwoClassesShareAName() {
    Map<String, Set<String>> clashes =
        bearers().entrySet().stream()
            .filter(entry -> clash(entry.getValue()))
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, TreeMap::new));
    assertThat(clashes.keySet())
        .as("two meanings for a name, or an exception that is no longer one: %s", clashes)
        .isEqualTo(new TreeSet<>(EXCEPTIONS.keySet()));
  }
}
