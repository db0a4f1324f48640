package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tare.audit.MutantLoader.Place;

/**
 * Every number that a guarantee hangs on, off by 1.3 to 3 in the compiled code, and every public
 * map fitted on private rows, with the privacy test that must fail then. The list is the table of
 * docs/trust.md. Each such test passes on the code as it is, in the same loader.
 */
class MutantTest {

  private static final Path TRUST = Path.of("../docs/trust.md");

  /**
   * kind, mechanism, class, place, what is done there, factor or nothing, test class, method, and
   * the type that refuses before the test can judge, or nothing.
   */
  private static final Pattern LINE =
      Pattern.compile(
          "\\| (.+) \\| (.+) \\| (\\S+) `(.+)` (times|fitted on private rows|broken|left out) ?(\\S*?) ?"
              + "\\| (\\w+) (\\w+)(?:, refused by ([\\w$]+))? \\|");

  /**
   * One fault.
   *
   * @param kind what is off
   * @param mechanism whose guarantee hangs on it
   * @param type the class that is broken
   * @param factor by how much
   * @param killer the test that must fail, as package.Class#method
   * @param refusedBy the type that refuses to go on before the test can judge; empty where the test
   *     judges
   */
  private record Mutant(
      String kind,
      String mechanism,
      String type,
      Place place,
      double factor,
      String killer,
      String refusedBy) {

    static Mutant of(Matcher line) {
      boolean counts = line.group(5).equals("times");
      return new Mutant(
          line.group(1),
          line.group(2),
          named("src/main/java", line.group(3)),
          switch (line.group(5)) {
            case "times" -> Place.of(line.group(4));
            case "broken" -> new Place.Broken(line.group(4));
            case "left out" -> new Place.LeftOut(line.group(4));
            default -> new Place.Leak(line.group(4));
          },
          counts ? Double.parseDouble(line.group(6)) : 0,
          named("src/test/java", line.group(7)) + "#" + line.group(8),
          line.group(9) == null ? "" : line.group(9));
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT, "%s of %s, %s times %.3g: %s", kind, mechanism, place, factor, killer);
    }
  }

  private static List<Mutant> table() {
    try {
      return Files.readAllLines(TRUST).stream()
          .map(LINE::matcher)
          .filter(Matcher::matches)
          .map(Mutant::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The full name of a class of which only the last part is written down. */
  private static String named(String sources, String simpleName) {
    String file = simpleName.replaceFirst("\\$.*", "") + ".java";
    for (String module : List.of("../tare-curator/", "../tare-core/")) {
      Path root = Path.of(module + sources);
      try (Stream<Path> files = Files.walk(root)) {
        List<Path> found = files.filter(path -> path.endsWith(file)).toList();
        if (!found.isEmpty()) {
          return root.relativize(found.get(0).resolveSibling(simpleName))
              .toString()
              .replace('/', '.');
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    throw new IllegalStateException("No class named " + simpleName + " below " + sources);
  }

  static Stream<Mutant> mutants() {
    return table().stream();
  }

  static Stream<String> killers() {
    return mutants().map(Mutant::killer).distinct();
  }

  @ParameterizedTest
  @MethodSource("mutants")
  void isKilled(Mutant mutant) throws ReflectiveOperationException {
    MutantLoader loader = new MutantLoader(mutant.type(), mutant.place(), mutant.factor());
    Throwable death = run(loader, mutant.killer());
    assertThat(loader.changed()).as("places that were changed").isPositive();
    assertThat(death).as("survived: " + mutant).isNotNull();
    if (mutant.place() instanceof Place.Broken) {
      return; // that the test runs it at all is what such a line shows
    }
    assertThat(verdict(Objects.requireNonNull(death)))
        .as("who judged " + mutant)
        .isEqualTo(mutant.refusedBy());
  }

  /** Nothing where a test judged; else the simple name of the type that refused to go on. */
  private static String verdict(Throwable death) {
    if (death instanceof AssertionError) {
      return "";
    }
    String type = death.getStackTrace()[0].getClassName();
    return type.substring(type.lastIndexOf('.') + 1);
  }

  /** A type that kills is itself under test: with its check left out, or looser, a test falls. */
  @Test
  void refusalsAreTestedThemselves() {
    assertThat(table().stream().filter(m -> m.kind().equals("refusal")).map(Mutant::type))
        .map(type -> type.substring(type.lastIndexOf('.') + 1))
        .containsAll(table().stream().map(Mutant::refusedBy).filter(t -> !t.isEmpty()).toList());
  }

  @ParameterizedTest
  @MethodSource("killers")
  void itsTestPassesOnTheCodeAsItIs(String killer) throws ReflectiveOperationException {
    MutantLoader loader = new MutantLoader("tare.none.None", new Place.Result("none"), 1);
    assertThat(run(loader, killer)).isNull();
  }

  /** Runs a test method in a loader. */
  private static @Nullable Throwable run(ClassLoader loader, String killer)
      throws ReflectiveOperationException {
    String[] parts = killer.split("#");
    Class<?> type = loader.loadClass(parts[0]);
    Constructor<?> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    Method method = type.getDeclaredMethod(parts[1]);
    method.setAccessible(true);
    try {
      method.invoke(constructor.newInstance());
      return null;
    } catch (InvocationTargetException e) {
      return e.getCause();
    }
  }

  @Test
  void thereAreEnoughOfThem() {
    assertThat(table()).hasSizeGreaterThanOrEqualTo(90);
    assertThat(table().stream().map(Mutant::place).filter(Place.Leak.class::isInstance))
        .hasSizeGreaterThanOrEqualTo(5);
  }
}
