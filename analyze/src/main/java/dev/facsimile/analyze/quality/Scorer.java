package dev.facsimile.analyze.quality;

import java.io.IOException;
import java.util.List;

/** Scores what only the user can score. */
public interface Scorer {

  /**
   * A task and its answer.
   *
   * @param requestId the request's id
   * @param expected what the item says of the right answer
   * @param content the answer
   */
  record Task(String requestId, String expected, String content) {}

  /** Whether each task's answer is right, in their order. */
  List<Boolean> score(List<Task> tasks) throws IOException;
}
