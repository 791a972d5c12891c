package dev.facsimile.analyze.peer;

import dev.facsimile.analyze.run.RunSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** How one tool writes its results. */
interface PeerFormat {

  /** The tool's name. */
  String tool();

  /** The name that the tool gives the file, for a folder that holds it. */
  String fileName();

  /**
   * Whether a file looks like it.
   *
   * @param head its first few thousand characters
   */
  boolean isLike(String head);

  /**
   * Its runs, most often one. Holds every request.
   *
   * @throws dev.facsimile.trace.file.InputException if it is not what it looks like
   */
  List<RunSource> read(Path file) throws IOException;
}
