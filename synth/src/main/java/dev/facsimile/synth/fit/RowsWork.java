package dev.facsimile.synth.fit;

import java.io.Serializable;

/**
 * What is made of the linked requests of every part. It can be sent to where they are kept.
 *
 * @param <S> what is made of a part
 */
public interface RowsWork<S extends Mergeable<S>> extends Serializable {

  /**
   * Makes it of a part.
   *
   * @param part its number, from 0
   */
  S of(int part, LinkRows rows);
}
