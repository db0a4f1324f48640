package tare.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** How formulas are read and coded. */
class FormulaTest {

  private static final List<String> COLUMNS = List.of("y", "a", "b", "c");

  @Test
  void readsWhatRReads() {
    assertThat(names("y ~ .")).containsExactly("a", "b", "c");
    assertThat(names("y ~ . - b")).containsExactly("a", "c");
    assertThat(names("y ~ a*b + c")).containsExactly("a", "b", "c", "a:b");
    assertThat(names("y~a:b")).containsExactly("a:b");
    assertThat(names("`odd name` ~ `with space` + a")).containsExactly("with space", "a");
    assertThat(Formula.parse("y ~ a - 1", COLUMNS).intercept()).isFalse();
    assertThat(Formula.parse("y ~ 0 + a", COLUMNS).intercept()).isFalse();
    assertThat(Formula.parse("y ~ 1", COLUMNS).terms()).isEmpty();
    assertThat(Formula.allOthers("b", COLUMNS).terms()).hasSize(3);
  }

  @Test
  void refusesWhatItCannotRead() {
    for (String wrong :
        List.of("y a", "~ a", "y ~ a b", "y ~ a +", "y ~ a *", "y ~ a ^ 2", "y ~ y + a", "y ~ 0")) {
      assertThatThrownBy(() -> Formula.parse(wrong, COLUMNS))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("ormula");
    }
  }

  @Test
  void firstLevelIsTheReferenceAndUnusedLevelsVanish() {
    Frame frame =
        new Frame(
            List.of(
                new Variable.Numeric("y", new double[] {1, 2, 3, 4}),
                new Variable.Factor("f", List.of("p", "q", "r", "s"), new int[] {0, 2, 3, 2}),
                new Variable.Numeric("x", new double[] {5, 6, 7, Double.NaN})));
    double[] ones = {1, 1, 1, 1};
    ModelData data = ModelData.of(Formula.parse("y ~ f*x", frame.names()), frame, ones);
    assertThat(data.droppedRows()).isEqualTo(1);
    assertThat(data.design().names())
        .containsExactly("(Intercept)", "f=r", "f=s", "x", "f=r:x", "f=s:x");
    assertThat(data.design().values())
        .containsExactly(1, 0, 0, 5, 0, 0, 1, 1, 0, 6, 6, 0, 1, 0, 1, 7, 0, 7);
    ModelData without = ModelData.of(Formula.parse("y ~ f - 1", frame.names()), frame, ones);
    assertThat(without.design().names()).containsExactly("f=p", "f=r", "f=s");
    Frame later =
        new Frame(
            List.of(
                new Variable.Factor("f", List.of("s", "new"), new int[] {0, 1}),
                new Variable.Numeric("x", new double[] {2, 3})));
    assertThat(data.coding().design(later).values())
        .containsExactly(1, 0, 1, 2, 0, 2, 1, 0, 0, 3, 0, 0);
  }

  private static List<String> names(String formula) {
    return Formula.parse(formula, COLUMNS).terms().stream()
        .map(term -> String.join(":", term))
        .toList();
  }
}
