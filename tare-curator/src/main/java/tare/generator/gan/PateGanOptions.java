package tare.generator.gan;

/**
 * What shapes a PATE-GAN. All of it is public; zero means: from the public row count.
 *
 * @param teachers how many teachers share the rows
 * @param rounds how often teachers vote on a block of made-up rows
 * @param queriesPerRound made-up rows per vote
 * @param hiddenWidth hidden units of all networks
 * @param rate Adam's step size for the generator; teachers and student take larger ones
 */
public record PateGanOptions(
    int teachers, int rounds, int queriesPerRound, int hiddenWidth, double rate) {

  /** Found on made-up mixtures: docs/notes/gan-defaults.md. */
  public static final PateGanOptions DEFAULTS = new PateGanOptions(0, 100, 8, 0, 5e-4);

  public PateGanOptions {
    if (teachers < 0 || rounds < 1 || queriesPerRound < 1 || hiddenWidth < 0) {
      throw new IllegalArgumentException(
          "Teachers and hidden width must not be negative, rounds and queries at least 1. Got: "
              + teachers
              + ", "
              + hiddenWidth
              + ", "
              + rounds
              + ", "
              + queriesPerRound);
    }
    if (!(rate > 0) || Double.isInfinite(rate)) {
      throw new IllegalArgumentException("rate must be positive and finite. Got: " + rate);
    }
  }

  /** About thirty rows a teacher, and five to two hundred teachers. */
  int teachersFor(long n) {
    return teachers > 0 ? teachers : (int) Math.max(5, Math.min(200, n / 30));
  }

  long queries() {
    return (long) rounds * queriesPerRound;
  }
}
