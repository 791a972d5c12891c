package dev.facsimile.synth.fit;

import java.io.Serializable;

/**
 * What was made of consecutive parts of a trace.
 *
 * @param <S> its own type
 */
public interface Mergeable<S extends Mergeable<S>> extends Serializable {

  /** Takes what was made of the parts right behind. */
  void merge(S behind);
}
