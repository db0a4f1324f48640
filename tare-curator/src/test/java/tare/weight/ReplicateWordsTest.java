package tare.weight;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReplicateWordsTest {

  /** An interval that rests on what was not bought must not look like one that does not. */
  @Test
  void sayWhatWasNotBought() {
    assertThat(ReplicateWords.leavesOut(MomentSet.ALL_PAIRS, true, 0))
        .noneMatch(words -> words.contains("bought"));
    assertThat(ReplicateWords.leavesOut(MomentSet.OUTCOME_PAIRS, true, 0))
        .anyMatch(words -> words.contains("only pairs with outcomes were bought"));
    assertThat(ReplicateWords.leavesOut(MomentSet.MEANS, true, 0))
        .anyMatch(words -> words.contains("only means were bought"));
  }
}
