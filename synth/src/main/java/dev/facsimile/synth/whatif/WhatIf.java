package dev.facsimile.synth.whatif;

import java.io.IOException;
import java.util.List;

/** A change that was asked for. */
interface WhatIf {

  /** Why it cannot be made of this experiment: a sentence for each reason. */
  default List<String> mistakes(Experiment before) {
    return List.of();
  }

  /** Whether it names a time of the workload or of the source. */
  default boolean timed() {
    return false;
  }

  /** The experiment with this change. */
  Experiment on(Experiment before) throws IOException;

  /**
   * Measures what the workload has of it.
   *
   * @param before the experiment without this change
   * @param last the experiment with all changes
   */
  Gauge gauge(Experiment before, Experiment last);
}
