package dev.facsimile.spark;

import dev.facsimile.trace.file.InputException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What a task failed of, out of what Spark says of it. */
final class TaskFailures {
  private static final int MOST_CAUSES = 20;

  private TaskFailures() {}

  /** The user's mistake that a failure came of, if it was one. */
  static Optional<RuntimeException> ofInput(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .limit(MOST_CAUSES)
        .filter(InputException.class::isInstance)
        .map(RuntimeException.class::cast)
        .findFirst();
  }
}
