package dev.facsimile.trace.header;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One step of a provenance chain.
 *
 * @param stage the command, such as {@code ingest} or {@code synth generate}
 * @param toolVersion version of Facsimile that ran it
 * @param options the options that shape the result, in a normal form
 * @param seed the seed, where one was used
 * @param inputs the files read
 * @param unapproved true when {@code --allow-unapproved} let an unapproved input through
 * @param approval the approval of the trace that this step read; absent where it read none, or an
 *     unapproved one, and in files of earlier versions
 */
public record Step(
    String stage,
    String toolVersion,
    SortedMap<String, String> options,
    Optional<Long> seed,
    List<InputFile> inputs,
    boolean unapproved,
    Optional<ApprovalReference> approval) {

  /** A step that read no approved trace. */
  public Step(
      String stage,
      String toolVersion,
      SortedMap<String, String> options,
      Optional<Long> seed,
      List<InputFile> inputs,
      boolean unapproved) {
    this(stage, toolVersion, options, seed, inputs, unapproved, Optional.empty());
  }

  /**
   * A file that was read.
   *
   * @param role what it was to the step, such as {@code log}, {@code trace} or {@code model}
   * @param sha256 of its bytes, lower-case hex
   */
  public record InputFile(String role, String sha256) {}

  public Step {
    options = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(options));
    inputs = List.copyOf(inputs);
  }
}
