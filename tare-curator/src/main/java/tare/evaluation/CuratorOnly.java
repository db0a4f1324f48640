package tare.evaluation;

import java.util.function.Function;

/**
 * A result that was computed from real rows without noise. It must not leave the curator's desk and
 * must never be put into a release; every output of it says so.
 *
 * @param value the result, exact and therefore private
 */
public record CuratorOnly<T>(T value) {

  /** What every page, file and line that carries such a result says. */
  public static final String NOTICE =
      "Curator only: computed from real rows without noise. Do not publish.";

  /** A result made from this one: just as private. */
  public <R> CuratorOnly<R> map(Function<? super T, ? extends R> next) {
    return new CuratorOnly<>(next.apply(value));
  }

  /** Prints the notice, not the value. */
  @Override
  public String toString() {
    return NOTICE;
  }
}
