package tare.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tare.audit.DpTester.Result;

/**
 * All statistical cases of ready mechanisms, each with an error rate of 1e-6 over seeds: a sound
 * claim is rejected that rarely, and a planted fault missed that rarely.
 */
class DpCasesTest {

  static List<DpCase<?>> cases() {
    return Stream.of(CountCases.all(), VectorCases.all(), ChoiceCases.all())
        .<DpCase<?>>flatMap(List::stream)
        .toList();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void standsOrFallsAsItShould(DpCase<?> dpCase) {
    Result result = dpCase.run();
    assertThat(result.accepted())
        .as(
            "%s, seen with %s and %s: %s",
            dpCase, result.frequency(), result.otherFrequency(), result.summary())
        .isEqualTo(dpCase.stands());
  }

  /** The counts that docs/trust.md states. */
  @Test
  void thereAreAtLeastThreeHundredAndTheyRarelyFailTogether() {
    List<DpCase<?>> cases = cases();
    Set<String> names = new HashSet<>();
    cases.forEach(dpCase -> names.add(dpCase.toString()));
    assertThat(names).hasSameSizeAs(cases).hasSizeGreaterThanOrEqualTo(300);
    assertThat(names.size() * DpCase.ERROR_RATE).isLessThan(0.5e-3);
  }
}
