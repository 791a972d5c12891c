package dev.facsimile.synth.fit;

import dev.facsimile.trace.file.TraceColumn;
import java.io.Serializable;
import java.util.Set;

/**
 * What a pass looks at in every part of a trace and what it makes of it. It can be sent to where
 * the parts are read.
 *
 * @param <S> what is made of a part
 */
public interface PartWork<S extends PartSummary<S>> extends Serializable {

  /** What of the rows is looked at. */
  Set<TraceColumn> columns();

  /**
   * Begins what is made of a part.
   *
   * @param part its number, from 0
   */
  S start(int part);
}
