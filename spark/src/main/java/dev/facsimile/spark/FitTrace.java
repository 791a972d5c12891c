package dev.facsimile.spark;

import dev.facsimile.spark.paths.ClusterPaths;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceParts;
import java.io.IOException;
import java.io.Serializable;

/**
 * A trace as tasks are told of it.
 *
 * @param paths make a path of a text
 * @param text the trace's path
 */
record FitTrace(ClusterPaths paths, String text) implements Serializable {

  TraceFile open() throws IOException {
    return TraceFile.open(paths.path(text));
  }

  /** Its parts, for one task: where they lie in the file is read once. */
  TraceParts parts() throws IOException {
    return new TraceParts(open(), 1);
  }
}
