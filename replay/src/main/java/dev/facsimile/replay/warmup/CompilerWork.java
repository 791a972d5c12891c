package dev.facsimile.replay.warmup;

import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * How much this process's just-in-time compilers have worked, and whether they have something to do
 * now. Linux tells of each thread: processor time, and whether it wants a processor, which a
 * compiler on a busy machine does though it gets none. Elsewhere the JVM tells what it has
 * compiled, by elapsed time, and a compiler counts as resting when that does not grow. Remembers a
 * figure for each compiler thread. For one thread.
 */
public final class CompilerWork {
  /** So many looks in a row must find it at rest: it waits for locks, too. */
  private static final int LOOKS = 6;

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** Linux counts processor time in hundredths of a second, on every machine. */
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** Places behind the thread's name, from proc(5). */
  private static final int STATE = 0;

  private static final int USER = 11;
  private static final int SYSTEM = 12;

  private final Path threads;
  private final Optional<CompilationMXBean> compilation =
      Optional.ofNullable(ManagementFactory.getCompilationMXBean())
          .filter(CompilationMXBean::isCompilationTimeMonitoringSupported);
  private final Map<Path, Long> nanosOfThread = new HashMap<>();
  private long elapsedNanos;
  private boolean atRest;

  /** This process's compilers. */
  public CompilerWork() {
    this(Path.of("/proc/self/task"));
  }

  /**
   * Compilers.
   *
   * @param threads Linux's folder of the process's threads; need not be there
   */
  CompilerWork(Path threads) {
    this.threads = threads;
  }

  /** What they have worked so far, nanoseconds. */
  public long nanos() {
    look();
    return nanosOfThread.values().stream().mapToLong(Long::longValue).sum() + elapsedNanos;
  }

  /** Whether none of them has anything to do. */
  boolean isAtRest() {
    look();
    return atRest;
  }

  /**
   * Waits until they rest.
   *
   * @param mostNanos how long at most
   * @return whether they do
   */
  public boolean awaitRest(long mostNanos) {
    long begun = System.nanoTime();
    int resting = 0;
    while (resting < LOOKS && System.nanoTime() - begun < mostNanos) {
      LockSupport.parkNanos(LOOK_NANOS);
      resting = isAtRest() ? resting + 1 : 0;
    }
    return resting == LOOKS;
  }

  private void look() {
    atRest = true;
    List<Path> all = list();
    all.forEach(this::look);
    if (all.isEmpty() && compilation.isPresent()) {
      long before = elapsedNanos;
      elapsedNanos = TimeUnit.MILLISECONDS.toNanos(compilation.get().getTotalCompilationTime());
      atRest = elapsedNanos == before;
    }
  }

  private List<Path> list() {
    if (!Files.isDirectory(threads)) {
      return List.of();
    }
    try (Stream<Path> listed = Files.list(threads)) {
      return listed.toList();
    } catch (IOException e) {
      // It is not told here; the JVM tells less, and tells it everywhere.
      return List.of();
    }
  }

  private void look(Path thread) {
    try {
      String line = Files.readString(thread.resolve("stat"));
      int nameEnd = line.lastIndexOf(')');
      if (line.substring(0, nameEnd).contains(" Compiler")) {
        String[] fields = line.substring(nameEnd + 2).split(" ");
        long ticks = Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM]);
        nanosOfThread.put(thread, ticks * TICK_NANOS);
        atRest &= !fields[STATE].equals("R");
      }
    } catch (IOException e) {
      // The thread ended since the folder was listed.
      return;
    }
  }
}
