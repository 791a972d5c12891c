package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.Progress;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.WorkloadSource;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * Reads the rows of a side that is too long to be held, as often as it takes, stretch by stretch.
 * Where and in how many stretches is for whoever does it to say: what is made of them does not
 * depend on it.
 */
public interface LongRows {

  /**
   * Something that is done for a stretch of rows.
   *
   * @param <T> what is made of it
   */
  interface Task<T extends Serializable> extends Serializable {
    /**
     * Does it.
     *
     * @param paths makes paths of the texts that {@link LongRows#text} made of paths
     */
    T of(Function<String, Path> paths) throws IOException;
  }

  /** What a task knows a file by. */
  String text(Path path);

  /** In how many stretches a file is read at most. */
  int mostStretches();

  /**
   * Does all tasks.
   *
   * @return what was made of them, in their order
   * @throws InputException of a task that refused its file
   */
  <T extends Serializable> List<T> all(List<? extends Task<? extends T>> tasks) throws IOException;

  /**
   * What to make of a long side whose rows are not in order of arrival.
   *
   * @throws InputException if such a side cannot be read
   */
  Side unordered(WorkloadSource source, WholeSide whole) throws IOException;

  /** Reads and holds a whole side, whatever its length. */
  interface WholeSide {
    Side read() throws IOException;
  }

  /** Reads on all processors of this machine. */
  static LongRows here(Progress progress) {
    return new LocalRows(progress);
  }
}
