package dev.facsimile.trace.header;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The header of a workload file.
 *
 * @param format always {@link #FORMAT}
 * @param formatVersion version of the file's layout, at most {@link #VERSION}
 * @param toolVersion version of Facsimile that wrote it
 * @param seed the seed that it was generated from; absent for a trace taken as it stands
 * @param synthetic true when no trace stands behind it
 * @param durationNanos the planned duration, from arrival 0
 * @param blocks how prefix blocks are cut; absent when there are none
 * @param sourceLatticeNanos lattice of the source's clock, which the workload need not keep
 * @param declaredChanges one sentence for each what-if that makes it differ from its source
 * @param provenance the steps that made it
 * @param declared the same what-ifs for programs; absent when there are none
 * @param notReproduced of a synthetic workload, one sentence for each behaviour of production
 *     traffic that it does not reproduce
 */
public record WorkloadHeader(
    String format,
    int formatVersion,
    String toolVersion,
    Optional<Long> seed,
    boolean synthetic,
    long durationNanos,
    Optional<BlockScheme> blocks,
    OptionalLong sourceLatticeNanos,
    List<String> declaredChanges,
    Provenance provenance,
    Optional<Declared> declared,
    Optional<List<String>> notReproduced) {

  public static final String FORMAT = "facsimile-workload";
  public static final int VERSION = 1;

  public WorkloadHeader {
    declaredChanges = List.copyOf(declaredChanges);
    notReproduced = notReproduced.map(List::copyOf);
  }

  /** A header without what-ifs for programs. */
  public WorkloadHeader(
      String format,
      int formatVersion,
      String toolVersion,
      Optional<Long> seed,
      boolean synthetic,
      long durationNanos,
      Optional<BlockScheme> blocks,
      OptionalLong sourceLatticeNanos,
      List<String> declaredChanges,
      Provenance provenance) {
    this(
        format,
        formatVersion,
        toolVersion,
        seed,
        synthetic,
        durationNanos,
        blocks,
        sourceLatticeNanos,
        declaredChanges,
        provenance,
        Optional.empty(),
        Optional.empty());
  }

  /** The same header with what-ifs for programs. */
  public WorkloadHeader with(Declared whatIfs) {
    return new WorkloadHeader(
        format,
        formatVersion,
        toolVersion,
        seed,
        synthetic,
        durationNanos,
        blocks,
        sourceLatticeNanos,
        declaredChanges,
        provenance,
        Optional.of(whatIfs),
        notReproduced);
  }
}
