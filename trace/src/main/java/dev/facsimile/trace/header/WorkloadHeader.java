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
    Provenance provenance) {

  public static final String FORMAT = "facsimile-workload";
  public static final int VERSION = 1;

  public WorkloadHeader {
    declaredChanges = List.copyOf(declaredChanges);
  }
}
