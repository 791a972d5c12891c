package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.Progress;
import dev.facsimile.trace.file.WorkloadSource;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;

/** Does tasks on the processors of this machine, several at once. */
record LocalRows(Progress progress) implements LongRows {
  private static final int MOST_STRETCHES = 64;

  @Override
  public String text(Path path) {
    return path.toString();
  }

  @Override
  public int mostStretches() {
    return MOST_STRETCHES;
  }

  @Override
  public <T extends Serializable> List<T> all(List<? extends Task<? extends T>> tasks)
      throws IOException {
    AtomicLong done = new AtomicLong();
    try {
      return tasks.parallelStream()
          .<T>map(
              task -> {
                T made = unchecked(task);
                tell(done.incrementAndGet(), tasks.size());
                return made;
              })
          .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException refused ? refused : e;
    }
  }

  private synchronized void tell(long done, int tasks) {
    progress.at(done, OptionalLong.of(tasks));
  }

  private static <T extends Serializable> T unchecked(Task<? extends T> task) {
    try {
      return task.of(Path::of);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Side unordered(WorkloadSource source, WholeSide whole) throws IOException {
    return whole.read();
  }
}
