package dev.facsimile.spark;

import dev.facsimile.trace.file.InputException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a task failed of, out of what Spark says of it: in checked exceptions too, which it does not
 * declare.
 */
final class TaskFailures {
  private static final int MOST_CAUSES = 20;

  private TaskFailures() {}

  /** Throws the user's mistake that a failure came of, if it was one. */
  static void throwIfInput(Exception failure) {
    Optional<InputException> mistake =
        Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
            .limit(MOST_CAUSES)
            .filter(InputException.class::isInstance)
            .map(InputException.class::cast)
            .findFirst();
    if (mistake.isPresent()) {
      throw mistake.get();
    }
  }
}
