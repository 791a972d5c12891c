package dev.facsimile.synth.fit;

import java.io.Serializable;
import java.util.List;

/**
 * What was made of consecutive parts of a trace.
 *
 * @param <S> its own type
 */
public interface Mergeable<S extends Mergeable<S>> extends Serializable {

  /** Takes what was made of the parts right behind. */
  void merge(S behind);

  /**
   * Takes what was made of the parts right behind into what was made of the first ones.
   *
   * @param whole what was made of those; empty as long as there is nothing of any
   * @param <S> what is made of parts
   */
  static <S extends Mergeable<S>> void gather(List<S> whole, S behind) {
    if (whole.isEmpty()) {
      whole.add(behind);
    } else {
      whole.get(0).merge(behind);
    }
  }
}
