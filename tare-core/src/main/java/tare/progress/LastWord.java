package tare.progress;

import org.jspecify.annotations.Nullable;

/**
 * Passes words on, and says the last one again when it is asked to: for work that knows neither its
 * phase nor how far it is, a pass over rows for instance, so that whoever listens may end it there.
 */
public final class LastWord implements Progress {

  private record Word(String phase, double done) {}

  private final Progress listener;
  private volatile @Nullable Word last;

  /** Passes words on to a listener. */
  public LastWord(Progress listener) {
    this.listener = listener;
  }

  @Override
  public void at(String phase, double done) {
    last = new Word(phase, done);
    listener.at(phase, done);
  }

  /** Says the last word again; nothing before there was one. */
  public void again() {
    Word word = last;
    if (word != null) {
      listener.at(word.phase(), word.done());
    }
  }
}
