package dev.facsimile.synth.whatif;

import dev.facsimile.trace.WorkloadRow;
import java.util.List;
import java.util.OptionalLong;

/** Measures in a workload what a change came to. */
public interface Gauge {

  /**
   * What was asked for and what it came to.
   *
   * @param what the quantity, with its unit
   * @param requested what it was to be, or what the changed model makes one expect
   * @param realised what it is
   */
  record Reading(String what, double requested, double realised) {}

  /**
   * Takes the next row.
   *
   * @param gapNanos from the turn before; absent at the start of a session
   */
  void take(WorkloadRow row, OptionalLong gapNanos);

  /** The readings of all rows so far. */
  List<Reading> readings();
}
